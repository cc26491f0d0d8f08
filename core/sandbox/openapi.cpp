// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/openapi.h"

#include <QCryptographicHash>

namespace rollcall::sandbox {
namespace {

std::string hashOf(const std::string& text) {
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha512)
        .toHex()
        .toUpper()
        .toStdString();
}

std::string pathOf(const std::string& group, const std::string& version) {
    return group.empty() ? "api/" + version : "apis/" + group + "/" + version;
}

constexpr std::string_view kSwaggerProtobuf = "application/com.github.proto-openapi.spec.v2";

}  // namespace

void OpenApi::refresh() {
    if (m_edition == m_catalog.edition()) return;
    m_edition = m_catalog.edition();
    m_documents.clear();
}

const std::string& OpenApi::document(const std::string& group, const std::string& version) {
    std::string& text = m_documents[pathOf(group, version)];
    if (text.empty()) text = dump(openApiDocument(m_catalog, group, version));
    return text;
}

const std::string& OpenApi::documentV2() {
    std::string& text = m_documents["v2"];
    if (text.empty()) {
        text = dump({{"swagger", "2.0"},
                     {"info", {{"title", "Rollcall sandbox"}, {"version", "v1.36.0"}}},
                     {"paths", Json::object()},
                     {"definitions", swaggerDefinitions(m_catalog)}});
    }
    return text;
}

Json OpenApi::index() {
    Json paths = Json::object();
    const auto add = [&](const std::string& group) {
        for (const std::string& version : m_catalog.versions(group)) {
            const std::string path = pathOf(group, version);
            paths[path] = {{"serverRelativeURL", "/openapi/v3/" + path + "?hash=" + hashOf(document(group, version))}};
        }
    };
    add({});
    for (const std::string& group : m_catalog.groups()) add(group);
    return {{"paths", std::move(paths)}};
}

std::optional<HttpReply> OpenApi::answer(const HttpRequest& request, const std::vector<std::string>& path,
                                         const Query& query) {
    if (path.size() < 2 || path[0] != "openapi") return std::nullopt;
    if (request.method != "GET" && request.method != "HEAD") return statusReply(status::methodNotAllowed());
    refresh();
    if (path[1] == "v3" && path.size() == 2) return textReply(200, dump(index()));
    HttpReply reply;
    if (path[1] == "v2" && path.size() == 2) {
        const std::string_view accept = request.header("Accept");
        if (accept.find(kSwaggerProtobuf) != std::string_view::npos) {
            std::string error;
            reply.contentType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
            reply.body = swaggerToProtobuf(parseJson(documentV2(), error).value_or(Json::object()));
        } else {
            reply.body = documentV2();
        }
    } else if (path[1] == "v3") {
        const bool core = path.size() == 4 && path[2] == "api";
        const bool group = path.size() == 5 && path[2] == "apis";
        if (!core && !group) return textReply(404, "404 page not found\n");
        const std::string name = core ? std::string() : path[3];
        const std::string& version = core ? path[3] : path[4];
        if (m_catalog.ofVersion(name, version).empty()) return textReply(404, "404 page not found\n");
        const std::string accept(request.header("Accept"));
        if (accept.find("json") == std::string::npos && accept.find("*/*") == std::string::npos && !accept.empty()) {
            return statusReply(status::notAcceptable({"application/json"}), true);
        }
        reply.body = document(name, version);
    } else {
        return textReply(404, "404 page not found\n");
    }
    const std::string etag = hashOf(reply.body);
    // A document asked for by its hash never changes (kube-openapi handler3).
    if (query.has("hash") && query.get("hash") == etag)
        reply.headers.emplace_back("Cache-Control", "public, immutable");
    reply.headers.emplace_back("ETag", "\"" + etag + "\"");
    reply.headers.emplace_back("Vary", "Accept");
    return reply;
}

}  // namespace rollcall::sandbox
