// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/api_request.h"

#include <algorithm>
#include <cctype>

#include "core/sandbox/struct_order.h"
#include "core/sandbox/yaml_writer.h"

namespace rollcall::sandbox {
namespace {

const std::vector<std::string> kServedTypes = {"application/json", "application/yaml"};

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<std::string> percentDecode(std::string_view text, bool plusIsSpace) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            if (i + 2 >= text.size() || hexDigit(text[i + 1]) < 0 || hexDigit(text[i + 2]) < 0) return std::nullopt;
            decoded += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
            i += 2;
        } else {
            decoded += plusIsSpace && text[i] == '+' ? ' ' : text[i];
        }
    }
    return decoded;
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(at);
        parts.push_back(trim(text.substr(0, end)));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

struct MediaRange {
    std::string type;
    std::string as, group, version;
};

MediaRange parseRange(std::string_view text) {
    MediaRange range;
    range.type = mediaType(text);
    const auto parts = split(text, ';');
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::size_t equals = parts[i].find('=');
        if (equals == std::string_view::npos) continue;
        const std::string_view key = parts[i].substr(0, equals), value = parts[i].substr(equals + 1);
        if (key == "as") range.as = value;
        if (key == "g") range.group = value;
        if (key == "v") range.version = value;
    }
    return range;
}

std::optional<Negotiated> serve(const MediaRange& range, bool discovery) {
    Negotiated chosen;
    const bool json = range.type == "application/json" || range.type == "application/*" || range.type == "*/*";
    const bool yaml = range.type == "application/yaml";
    if (!json && !yaml) return std::nullopt;
    if (yaml) {
        chosen.form = Negotiated::Form::AsYaml;
        chosen.contentType = "application/yaml";
    }
    if (range.as.empty()) return chosen;
    if (yaml) return std::nullopt;  // the converted forms are served as JSON alone
    if (discovery && range.as == "APIGroupDiscoveryList" && range.group == "apidiscovery.k8s.io" &&
        range.version == "v2") {
        chosen.form = Negotiated::Form::AsDiscovery;
        chosen.contentType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
        return chosen;
    }
    const bool meta = range.group == "meta.k8s.io" && (range.version == "v1" || range.version == "v1beta1");
    if (discovery || !meta) return std::nullopt;
    if (range.as == "Table" && range.version == "v1") {
        chosen.form = Negotiated::Form::AsTable;
        return chosen;
    }
    if (range.as == "PartialObjectMetadata" || range.as == "PartialObjectMetadataList") {
        chosen.form = Negotiated::Form::AsMetadata;
        return chosen;
    }
    return std::nullopt;
}

// apiserver endpoints/handlers/negotiation, isPrettyPrint: people with a browser or curl get indented JSON.
bool wantsPretty(const HttpRequest& request, const Query& query) {
    if (query.has("pretty")) return query.flag("pretty") || query.get("pretty").empty();
    const std::string_view agent = request.header("User-Agent");
    return agent.substr(0, 4) == "curl" || agent.substr(0, 4) == "Wget" || agent.substr(0, 12) == "Mozilla/5.0 ";
}

}  // namespace

Query::Query(std::string_view text) {
    for (const std::string_view part : split(text, '&')) {
        if (part.empty()) continue;
        const std::size_t equals = part.find('=');
        const auto key = percentDecode(part.substr(0, equals), true);
        const auto value =
            equals == std::string_view::npos ? std::string() : percentDecode(part.substr(equals + 1), true);
        if (key && value) m_values.emplace_back(*key, *value);
    }
}

const std::string& Query::get(std::string_view name) const {
    static const std::string absent;
    for (const auto& [key, value] : m_values) {
        if (key == name) return value;
    }
    return absent;
}

bool Query::has(std::string_view name) const {
    return std::any_of(m_values.begin(), m_values.end(), [&](const auto& one) { return one.first == name; });
}

bool Query::flag(std::string_view name) const {
    const std::string& value = get(name);
    return value == "true" || value == "1" || value == "t" || value == "T" || value == "TRUE" || value == "True";
}

std::optional<std::vector<std::string>> pathSegments(std::string_view path) {
    std::vector<std::string> segments;
    for (const std::string_view part : split(path, '/')) {
        if (part.empty()) continue;
        auto decoded = percentDecode(part, false);
        if (!decoded) return std::nullopt;
        segments.push_back(std::move(*decoded));
    }
    return segments;
}

std::optional<ResourcePath> ResourcePath::parse(const std::vector<std::string>& segments) {
    ResourcePath path;
    std::size_t at = 0;
    const auto next = [&]() -> std::string { return at < segments.size() ? segments[at++] : std::string(); };
    const std::string root = next();
    if (root != "api" && root != "apis") return std::nullopt;
    if (root == "apis") path.group = next();
    path.version = next();
    if (at >= segments.size()) return std::nullopt;
    const bool scoped = segments[at] == "namespaces" && segments.size() - at >= 2;
    // /namespaces/NAME and its subresources are the namespace itself; anything further lives in it.
    const bool itself =
        scoped && (segments.size() - at == 2 || segments[at + 2] == "status" || segments[at + 2] == "finalize");
    if (scoped && !itself) {
        ++at;
        path.ns = next();
    }
    path.resource = next();
    path.name = next();
    path.subresource = next();
    while (at < segments.size()) path.subresource += "/" + next();
    return path;
}

std::string mediaType(std::string_view header) {
    std::string type(trim(header.substr(0, header.find(';'))));
    std::transform(type.begin(), type.end(), type.begin(), [](unsigned char c) { return std::tolower(c); });
    return type;
}

Outcome<Negotiated> negotiate(const HttpRequest& request, const Query& query, bool discovery) {
    const std::string_view accept = request.header("Accept");
    std::optional<Negotiated> chosen;
    if (trim(accept).empty()) chosen = Negotiated();
    for (const std::string_view part : split(accept, ',')) {
        if (chosen) break;
        chosen = serve(parseRange(part), discovery);
    }
    if (!chosen) return status::notAcceptable(kServedTypes);
    chosen->pretty = wantsPretty(request, query);
    return *chosen;
}

HttpReply statusReply(const ApiStatus& failure, bool pretty) {
    HttpReply reply;
    reply.code = failure.code;
    reply.body = dumpStruct(failure.toJson(), pretty) + (pretty ? "" : "\n");
    if (failure.retryAfterSeconds > 0)
        reply.headers.emplace_back("Retry-After", std::to_string(failure.retryAfterSeconds));
    return reply;
}

HttpReply jsonReply(const Json& body, const Negotiated& negotiated, int code) {
    HttpReply reply;
    reply.code = code;
    reply.contentType = negotiated.contentType;
    if (negotiated.form == Negotiated::Form::AsYaml) {
        reply.body = toYaml(body);
    } else {
        reply.body = dumpStruct(body, negotiated.pretty) + (negotiated.pretty ? "" : "\n");
    }
    return reply;
}

HttpReply textReply(int code, std::string body) {
    HttpReply reply;
    reply.code = code;
    reply.contentType = "text/plain; charset=utf-8";
    reply.headers.emplace_back("X-Content-Type-Options", "nosniff");
    reply.body = std::move(body);
    return reply;
}

}  // namespace rollcall::sandbox
