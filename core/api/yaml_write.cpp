// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of sigs.k8s.io/yaml, so that what the inspector shows is what "kubectl get -o yaml" prints: sorted keys,
// lists at their parent's indent, quotes only where they are needed, long text folded. Differences are wanted in three
// places: characters beyond the basic plane (emoji) are shown, not escaped; U+2028 and U+2029 are escaped; the key "<<"
// is quoted.
#include <algorithm>

#include "core/api/decode.h"
#include "core/api/json_tree.h"
#include "core/api/yaml_scalar.h"
#include "core/api/yaml_style.h"
#include "core/api/yaml_text.h"

namespace rollcall {

namespace {

constexpr std::size_t kLongestSimpleKey = 128;  // beyond it YAML needs "? key"
constexpr YamlLimits kLimits{500, 10'000'000};

/// Maps and lists, line by line.
class Layout {
public:
    std::string write(const YamlNode& root) {
        if (root.fields.empty()) return "{}\n";
        fields(root, 0, false);
        return m_text.take();
    }

private:
    /// `inLine`: the first field follows "- " on its line.
    void fields(const YamlNode& map, int indent, bool inLine);
    /// False when the key needed the long form, "? key" and ": value" on lines of their own.
    bool key(const std::string& name, int indent);
    void value(const YamlNode& node, int indent);
    void valueOfLongKey(const YamlNode& node, int indent);
    void items(const YamlNode& list, int indent, bool inLine);
    void leaf(const YamlNode& node, int indent);

    yaml::YamlText m_text;
};

void Layout::fields(const YamlNode& map, int indent, bool inLine) {
    std::vector<const YamlNode::Field*> sorted;
    for (const auto& field : map.fields) sorted.push_back(&field);
    std::stable_sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return yaml::keyLess(a->key, b->key); });
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i + 1 < sorted.size() && sorted[i]->key == sorted[i + 1]->key) continue;  // the last one counts
        if (!inLine) m_text.indentTo(indent);
        inLine = false;
        if (key(sorted[i]->key, indent))
            value(sorted[i]->value, indent);
        else
            valueOfLongKey(sorted[i]->value, indent);
    }
}

bool Layout::key(const std::string& name, int indent) {
    const bool simple = name.size() <= kLongestSimpleKey && !yaml::allowedStyles(yaml::decoded(name)).multiline;
    if (simple) {
        m_text.scalar(name, indent + yaml::kIndent, true);
    } else {
        m_text.put("? ");
        m_text.scalar(name, indent + yaml::kIndent, false);
        m_text.endLine();
        m_text.indentTo(indent);
    }
    m_text.put(":");
    return simple;
}

void Layout::valueOfLongKey(const YamlNode& node, int indent) {
    m_text.put(" ");
    if (node.isMap() && !node.fields.empty())
        fields(node, indent + yaml::kIndent, true);
    else if (node.isList() && !node.items.empty())
        items(node, indent + yaml::kIndent, true);
    else
        leaf(node, indent);
}

void Layout::value(const YamlNode& node, int indent) {
    if (node.isMap() && !node.fields.empty()) {
        m_text.newLine();
        fields(node, indent + yaml::kIndent, false);
    } else if (node.isList() && !node.items.empty()) {
        m_text.newLine();
        items(node, indent, false);
    } else {
        m_text.put(" ");
        leaf(node, indent);
    }
}

void Layout::items(const YamlNode& list, int indent, bool inLine) {
    for (const YamlNode& item : list.items) {
        if (!inLine) m_text.indentTo(indent);
        inLine = false;
        m_text.put("- ");
        if (item.isMap() && !item.fields.empty())
            fields(item, indent + yaml::kIndent, true);
        else if (item.isList() && !item.items.empty())
            items(item, indent + yaml::kIndent, true);
        else
            leaf(item, indent);
    }
}

void Layout::leaf(const YamlNode& node, int indent) {
    if (node.isNull())
        m_text.put("null");
    else if (node.isMap())
        m_text.put("{}");
    else if (node.isList())
        m_text.put("[]");
    else if (node.quoted)
        m_text.scalar(node.text, indent + yaml::kIndent, false);
    else
        m_text.put(node.text == "true" || node.text == "false" ? node.text : yaml::yamlNumber(node.text));
    m_text.endLine();
}
}  // namespace

std::string yamlFromJson(std::string_view json) {
    YamlDocument document;
    if (!readJsonTree(json, kLimits, document) || !document.root.isMap()) return std::string(json);
    return Layout().write(document.root);
}

}  // namespace rollcall
