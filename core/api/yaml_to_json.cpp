// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/decode.h"
#include "core/api/json_writer.h"
#include "core/api/text.h"
#include "core/api/yaml_scalar.h"
#include "core/api/yaml_tree.h"

namespace rollcall {

namespace {

Error at(int line, int column, const std::string& why) {
    if (line <= 0) return makeError(ErrorKind::Config, why);
    return makeError(ErrorKind::Config,
                     "line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + why);
}

class JsonFromTree {
public:
    bool write(const YamlNode& node) {
        switch (node.kind) {
            case YamlNode::Kind::Null:
                m_out.null();
                return true;
            case YamlNode::Kind::Scalar:
                return writeScalar(node);
            case YamlNode::Kind::List:
                return writeList(node);
            case YamlNode::Kind::Map:
                return writeMap(node);
        }
        return false;
    }
    Error error;
    std::string take() { return m_out.take(); }

private:
    bool writeScalar(const YamlNode& node) {
        using yaml::PlainKind;
        switch (node.quoted ? PlainKind::Text : yaml::coreKind(node.text)) {
            case PlainKind::Text:
                m_out.string(node.text);
                return true;
            case PlainKind::Null:
                m_out.null();
                return true;
            case PlainKind::True:
                m_out.boolean(true);
                return true;
            case PlainKind::False:
                m_out.boolean(false);
                return true;
            case PlainKind::NotFinite:
                return fail(node, "JSON has no infinity and no \"not a number\"");
            case PlainKind::Integer:
            case PlainKind::Float:
                break;
        }
        const std::string number = yaml::jsonNumber(node.text);
        if (number.empty()) return fail(node, "the number is too large");
        m_out.raw(number);
        return true;
    }

    bool writeList(const YamlNode& node) {
        m_out.beginArray();
        for (const YamlNode& item : node.items) {
            if (!write(item)) return false;
        }
        m_out.endArray();
        return true;
    }

    bool writeMap(const YamlNode& node) {
        m_out.beginObject();
        for (const YamlNode::Field& field : node.fields) {
            m_out.key(field.key);
            if (!write(field.value)) return false;
        }
        m_out.endObject();
        return true;
    }

    bool fail(const YamlNode& node, const std::string& why) {
        error = at(node.line, node.column, why);
        return false;
    }

    JsonWriter m_out;
};

}  // namespace

Result<std::string> jsonFromYaml(std::string_view yaml) {
    auto read = readYaml(yaml);
    if (!read) return read.error();
    const YamlDocument& document = *read;
    if (document.root.isNull()) return makeError(ErrorKind::Config, "there is no object in the text");
    if (!document.root.isMap())
        return at(document.root.line, document.root.column, "an object must be a map of fields");
    if (document.more)
        return makeError(ErrorKind::Config, "one object expected, but a second document follows after \"---\"");
    if (!document.duplicates.empty()) {
        const auto& [key, line] = document.duplicates.front();
        return at(line, 1, "the key \"" + printable(firstCharacters(key, 60)) + "\" occurs twice");
    }
    JsonFromTree writer;
    if (!writer.write(document.root)) return writer.error;
    return writer.take();
}

}  // namespace rollcall
