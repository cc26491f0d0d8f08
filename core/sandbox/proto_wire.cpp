// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/proto_wire.h"

#include <cstring>
#include <map>
#include <optional>

#include "core/base/time_text.h"

namespace rollcall::sandbox {

void ProtoWriter::raw(std::uint64_t value) {
    while (value >= 0x80) {
        m_text += static_cast<char>((value & 0x7F) | 0x80);
        value >>= 7;
    }
    m_text += static_cast<char>(value);
}

void ProtoWriter::varint(int field, std::uint64_t value) {
    raw(static_cast<std::uint64_t>(field) << 3);
    raw(value);
}

void ProtoWriter::bytes(int field, std::string_view value) {
    raw((static_cast<std::uint64_t>(field) << 3) | 2);
    raw(value.size());
    m_text.append(value);
}

void ProtoWriter::fixed64(int field, double value) {
    raw((static_cast<std::uint64_t>(field) << 3) | 1);
    char bits[8];
    std::memcpy(bits, &value, sizeof bits);
    m_text.append(bits, sizeof bits);
}

namespace {

constexpr std::string_view kMagic("k8s\0", 4);

/// How one field of a message becomes a JSON member.
struct FieldRule {
    enum class Type { Text, Integer, Flag, Message, TextMap, Time } type = Type::Text;
    const char* name = "";
    const char* message = "";  ///< of a Message
    bool repeated = false;
};
using MessageRules = std::map<int, FieldRule>;
using Type = FieldRule::Type;

// Field numbers from the generated.proto files of k8s.io/api and k8s.io/apimachinery.
const std::map<std::string, MessageRules>& messages() {
    static const std::map<std::string, MessageRules> rules = {
        {"ObjectMeta",
         {{1, {Type::Text, "name"}},
          {2, {Type::Text, "generateName"}},
          {3, {Type::Text, "namespace"}},
          {5, {Type::Text, "uid"}},
          {6, {Type::Text, "resourceVersion"}},
          {7, {Type::Integer, "generation"}},
          {8, {Type::Time, "creationTimestamp"}},
          {11, {Type::TextMap, "labels"}},
          {12, {Type::TextMap, "annotations"}},
          {14, {Type::Text, "finalizers", "", true}}}},
        {"Namespace", {{1, {Type::Message, "metadata", "ObjectMeta"}}, {2, {Type::Message, "spec", "NamespaceSpec"}}}},
        {"NamespaceSpec", {{1, {Type::Text, "finalizers", "", true}}}},
        {"ConfigMap",
         {{1, {Type::Message, "metadata", "ObjectMeta"}},
          {2, {Type::TextMap, "data"}},
          {4, {Type::Flag, "immutable"}}}},
        {"ServiceAccount",
         {{1, {Type::Message, "metadata", "ObjectMeta"}}, {4, {Type::Flag, "automountServiceAccountToken"}}}},
        {"SelfSubjectReview", {{1, {Type::Message, "metadata", "ObjectMeta"}}}},
        {"SelfSubjectRulesReview",
         {{1, {Type::Message, "metadata", "ObjectMeta"}}, {2, {Type::Message, "spec", "RulesSpec"}}}},
        {"RulesSpec", {{1, {Type::Text, "namespace"}}}},
        {"SelfSubjectAccessReview",
         {{1, {Type::Message, "metadata", "ObjectMeta"}}, {2, {Type::Message, "spec", "AccessSpec"}}}},
        {"AccessSpec",
         {{1, {Type::Message, "resourceAttributes", "ResourceAttributes"}},
          {2, {Type::Message, "nonResourceAttributes", "NonResourceAttributes"}}}},
        {"ResourceAttributes",
         {{1, {Type::Text, "namespace"}},
          {2, {Type::Text, "verb"}},
          {3, {Type::Text, "group"}},
          {4, {Type::Text, "version"}},
          {5, {Type::Text, "resource"}},
          {6, {Type::Text, "subresource"}},
          {7, {Type::Text, "name"}}}},
        {"NonResourceAttributes", {{1, {Type::Text, "path"}}, {2, {Type::Text, "verb"}}}},
        {"DeleteOptions",
         {{1, {Type::Integer, "gracePeriodSeconds"}},
          {2, {Type::Message, "preconditions", "Preconditions"}},
          {4, {Type::Text, "propagationPolicy"}},
          {5, {Type::Text, "dryRun", "", true}}}},
        {"Preconditions", {{1, {Type::Text, "uid"}}, {2, {Type::Text, "resourceVersion"}}}},
    };
    return rules;
}

/// Steps through the fields of one message.
class ProtoReader {
public:
    explicit ProtoReader(std::string_view bytes) : m_bytes(bytes) {}

    /// False at the end or at broken bytes; then failed() tells which.
    bool next();
    bool failed() const { return m_failed; }

    int field = 0;
    std::uint64_t number = 0;
    std::string_view text;

private:
    bool read(std::optional<std::uint64_t> value);
    bool take(std::uint64_t size);
    std::optional<std::uint64_t> varint();

    std::string_view m_bytes;
    bool m_failed = false;
};

bool ProtoReader::next() {
    if (m_bytes.empty() || m_failed) return false;
    const auto key = varint();
    if (!key) return false;
    field = static_cast<int>(*key >> 3);
    switch (*key & 7) {
        case 0:
            return read(varint());
        case 1:
            return take(8);
        case 2: {
            const auto size = varint();
            return size && take(*size);
        }
        case 5:
            return take(4);
        default:
            m_failed = true;
            return false;
    }
}

bool ProtoReader::read(std::optional<std::uint64_t> value) {
    number = value.value_or(0);
    text = {};
    return value.has_value();
}

bool ProtoReader::take(std::uint64_t size) {
    if (size > m_bytes.size()) {
        m_failed = true;
        return false;
    }
    text = m_bytes.substr(0, size);
    m_bytes.remove_prefix(size);
    return true;
}

std::optional<std::uint64_t> ProtoReader::varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (m_bytes.empty()) break;
        const auto byte = static_cast<unsigned char>(m_bytes.front());
        m_bytes.remove_prefix(1);
        value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (!(byte & 0x80)) return value;
    }
    m_failed = true;
    return std::nullopt;
}

bool decode(std::string_view bytes, const std::string& message, Json& into);

bool decodeEntry(std::string_view bytes, Json& map) {
    ProtoReader reader(bytes);
    std::string key, value;
    while (reader.next()) (reader.field == 1 ? key : value) = std::string(reader.text);
    map[key] = value;
    return !reader.failed();
}

bool decodeField(const ProtoReader& reader, const FieldRule& rule, Json& into) {
    switch (rule.type) {
        case Type::Text:
            if (rule.repeated)
                into[rule.name].push_back(std::string(reader.text));
            else if (!reader.text.empty())
                into[rule.name] = std::string(reader.text);
            return true;
        case Type::Integer:
            if (reader.number) into[rule.name] = static_cast<std::int64_t>(reader.number);
            return true;
        case Type::Flag:
            into[rule.name] = reader.number != 0;
            return true;
        case Type::TextMap:
            return decodeEntry(reader.text, into[rule.name]);
        case Type::Message:
            return decode(reader.text, rule.message, into[rule.name] = Json::object());
        case Type::Time: {
            ProtoReader time(reader.text);
            while (time.next()) {
                if (time.field == 1 && time.number) {
                    into[rule.name] =
                        formatRfc3339(WallTime(std::chrono::seconds(static_cast<std::int64_t>(time.number))));
                }
            }
            return !time.failed();
        }
    }
    return false;
}

bool decode(std::string_view bytes, const std::string& message, Json& into) {
    const MessageRules& rules = messages().at(message);
    ProtoReader reader(bytes);
    while (reader.next()) {
        const auto rule = rules.find(reader.field);
        if (rule != rules.end() && !decodeField(reader, rule->second, into)) return false;
    }
    return !reader.failed();
}

}  // namespace

Outcome<Json> fromKubernetesProtobuf(std::string_view body) {
    if (body.substr(0, kMagic.size()) != kMagic) {
        return status::badRequest(
            "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
    }
    // runtime.Unknown: 1 the type (apiVersion, kind), 2 the object's own bytes.
    std::string apiVersion, kind;
    std::string_view raw;
    ProtoReader envelope(body.substr(kMagic.size()));
    while (envelope.next()) {
        if (envelope.field == 2) raw = envelope.text;
        if (envelope.field != 1) continue;
        ProtoReader type(envelope.text);
        while (type.next()) (type.field == 1 ? apiVersion : kind) = std::string(type.text);
    }
    Json object = Json::object();
    if (messages().count(kind) == 0 || kind.find("Spec") != std::string::npos) {
        return status::badRequest("protobuf is not served for kind " + goQuote(kind) + ": send application/json");
    }
    if (envelope.failed() || !decode(raw, kind, object))
        return status::badRequest("unable to decode protobuf: unexpected EOF");
    object["apiVersion"] = apiVersion;
    object["kind"] = kind;
    return object;
}

}  // namespace rollcall::sandbox
