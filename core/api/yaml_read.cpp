// SPDX-License-Identifier: GPL-3.0-or-later
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "core/api/json_tree.h"

namespace rollcall {

namespace {

std::string place(int line, int column) {
    return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
}

/// Leaves yaml-cpp's parser from inside a callback; caught in readYaml().
struct Refused {
    int line, column;
    const char* why;
};

/// Builds the tree from the parser's events, so that no graph with shared nodes ever exists.
class TreeBuilder final : public YAML::EventHandler {
public:
    TreeBuilder(const YamlLimits& limits, YamlDocument& document) : m_limits(limits), m_document(document) {}

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        add(node(mark, YamlNode::Kind::Null), anchor, 1);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        YamlNode scalar = node(mark, YamlNode::Kind::Scalar);
        scalar.text = value;
        scalar.quoted = tag != "?";  // "?" is what yaml-cpp calls a plain scalar without a tag
        add(std::move(scalar), anchor, 1);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(mark, YamlNode::Kind::List, anchor);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(mark, YamlNode::Kind::Map, anchor);
    }
    void OnMapEnd() override { close(); }

private:
    struct Frame {
        YamlNode node;
        YAML::anchor_t anchor = 0;
        std::size_t weight = 1;
        bool haveKey = false;
        YamlNode::Field field;
        std::vector<YamlNode> merged;  // values of "<<"
    };
    struct Anchored {
        YamlNode node;
        std::size_t weight = 1;
    };

    static Refused refused(const YAML::Mark& mark, const char* why) { return {mark.line + 1, mark.column + 1, why}; }

    static YamlNode node(const YAML::Mark& mark, YamlNode::Kind kind);

    void open(const YAML::Mark& mark, YamlNode::Kind kind, YAML::anchor_t anchor);

    void close();

    void add(YamlNode made, YAML::anchor_t anchor, std::size_t weight);

    static void takeKey(Frame& frame, YamlNode& made);

    static void takeValue(Frame& frame, YamlNode made);

    /// "<<": keys of the map itself win, then those of earlier sources (YAML 1.1 merge type).
    static void merge(Frame& frame);

    void noteDuplicates(const YamlNode& map);

    const YamlLimits& m_limits;
    YamlDocument& m_document;
    std::vector<Frame> m_stack;
    std::map<YAML::anchor_t, Anchored> m_anchors;
    std::size_t m_nodes = 0;
};

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
    const auto it = m_anchors.find(anchor);
    if (it == m_anchors.end()) throw refused(mark, "an alias refers to the node that it is part of");
    YamlNode copy = it->second.node;
    add(std::move(copy), 0, it->second.weight);
}

YamlNode TreeBuilder::node(const YAML::Mark& mark, YamlNode::Kind kind) {
    YamlNode made;
    made.kind = kind;
    made.line = mark.line + 1;
    made.column = mark.column + 1;
    return made;
}

void TreeBuilder::open(const YAML::Mark& mark, YamlNode::Kind kind, YAML::anchor_t anchor) {
    if (static_cast<int>(m_stack.size()) >= m_limits.depth) throw refused(mark, "nested too deeply");
    Frame frame;
    frame.node = node(mark, kind);
    frame.anchor = anchor;
    m_stack.push_back(std::move(frame));
}

void TreeBuilder::close() {
    Frame frame = std::move(m_stack.back());
    m_stack.pop_back();
    merge(frame);
    noteDuplicates(frame.node);
    add(std::move(frame.node), frame.anchor, frame.weight);
}

void TreeBuilder::add(YamlNode made, YAML::anchor_t anchor, std::size_t weight) {
    m_nodes += weight;
    if (m_nodes > m_limits.nodes) throw Refused{made.line, made.column, "too many nodes"};
    if (anchor != 0) {
        m_nodes += weight;
        m_anchors[anchor] = {made, weight};
    }
    if (m_stack.empty()) {
        m_document.root = std::move(made);
        return;
    }
    Frame& parent = m_stack.back();
    parent.weight += weight;
    if (parent.node.isList())
        parent.node.items.push_back(std::move(made));
    else if (!parent.haveKey)
        takeKey(parent, made);
    else
        takeValue(parent, std::move(made));
}

void TreeBuilder::takeKey(Frame& frame, YamlNode& made) {
    if (!made.isScalar() && !made.isNull()) throw Refused{made.line, made.column, "a key must be text"};
    frame.haveKey = true;
    frame.field = {};
    frame.field.key = made.isNull() ? "null" : std::move(made.text);
    frame.field.line = made.line;
    frame.field.column = made.quoted ? -made.column : made.column;  // sign: see takeValue()
}

void TreeBuilder::takeValue(Frame& frame, YamlNode made) {
    frame.haveKey = false;
    const bool quotedKey = frame.field.column < 0;
    frame.field.column = std::abs(frame.field.column);
    if (frame.field.key == "<<" && !quotedKey) {
        frame.merged.push_back(std::move(made));
        return;
    }
    frame.field.value = std::move(made);
    frame.node.fields.push_back(std::move(frame.field));
}

void TreeBuilder::merge(Frame& frame) {
    for (YamlNode& source : frame.merged) {
        std::vector<YamlNode> single;
        std::vector<YamlNode>& sources = source.isList() ? source.items : single;
        if (source.isMap())
            single.push_back(std::move(source));
        else if (!source.isList())
            throw Refused{source.line, source.column, "a merge key needs a map"};
        for (YamlNode& from : sources) {
            if (!from.isMap()) throw Refused{from.line, from.column, "a merge key needs a map"};
            for (YamlNode::Field& field : from.fields) {
                if (!frame.node.find(field.key)) frame.node.fields.push_back(std::move(field));
            }
        }
    }
}

void TreeBuilder::noteDuplicates(const YamlNode& map) {
    std::set<std::string_view> seen;
    for (const YamlNode::Field& field : map.fields) {
        if (!seen.insert(field.key).second) m_document.duplicates.emplace_back(field.key, field.line);
    }
}

/// Tells only whether there is a document.
class Ignore final : public YAML::EventHandler {
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override { throw Refused{0, 0, ""}; }
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {
        throw Refused{0, 0, ""};
    }
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
        throw Refused{0, 0, ""};
    }
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
        throw Refused{0, 0, ""};
    }
    void OnMapEnd() override {}
};

bool hasAnother(YAML::Parser& parser) {
    try {
        Ignore ignore;
        // Counted, because on some broken texts yaml-cpp reports documents for ever without moving on.
        for (int empty = 0; empty < 16; ++empty) {
            if (!parser.HandleNextDocument(ignore)) return false;
        }
        return true;
    } catch (const Refused&) {
        return true;
    } catch (const YAML::Exception&) {
        return true;
    }
}

std::size_t firstVisible(std::string_view text) {
    const auto at = text.find_first_not_of(" \t\r\n");
    return at == std::string_view::npos ? text.size() : at;
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
    const auto it = std::find_if(fields.rbegin(), fields.rend(), [&](const Field& field) { return field.key == key; });
    return it == fields.rend() ? nullptr : &it->value;
}

Result<YamlDocument> readYaml(std::string_view text, const YamlLimits& limits) {
    YamlDocument document;
    const std::size_t start = firstVisible(text);
    if (start < text.size() && text[start] == '{') {
        if (readJsonTree(text, limits, document)) return document;
        document = {};
    }
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        TreeBuilder builder(limits, document);
        parser.HandleNextDocument(builder);
        document.more = hasAnother(parser);
        return document;
    } catch (const Refused& refusal) {
        return makeError(ErrorKind::Config, place(refusal.line, refusal.column) + refusal.why);
    } catch (const YAML::DeepRecursion& error) {
        return makeError(ErrorKind::Config, place(error.mark.line + 1, error.mark.column + 1) + "nested too deeply");
    } catch (const YAML::Exception& error) {
        // What stands behind a colon may quote the text.
        return makeError(ErrorKind::Config,
                         place(error.mark.line + 1, error.mark.column + 1) + error.msg.substr(0, error.msg.find(':')));
    }
}

}  // namespace rollcall
