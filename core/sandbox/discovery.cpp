// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/discovery.h"

#include <QCryptographicHash>
#include <algorithm>

namespace rollcall::sandbox {
namespace {

Json versionEntry(const std::string& group, const std::string& version) {
    return {{"groupVersion", group + "/" + version}, {"version", version}};
}

bool served(const DescriptorPtr& descriptor) {
    return !descriptor->verbs.empty();
}

Json resourceEntry(const ResourceDescriptor& d) {
    Json entry = {{"name", d.plural},
                  {"singularName", d.singular},
                  {"namespaced", d.namespaced},
                  {"kind", d.kind},
                  {"verbs", d.verbs}};
    if (!d.shortNames.empty()) entry["shortNames"] = d.shortNames;
    if (!d.categories.empty()) entry["categories"] = d.categories;
    if (!d.storageHash.empty()) entry["storageVersionHash"] = d.storageHash;
    return entry;
}

Json subresourceEntry(const ResourceDescriptor& d, const SubresourceInfo& sub) {
    Json entry = {{"name", d.plural + "/" + sub.name},
                  {"singularName", ""},
                  {"namespaced", d.namespaced},
                  {"kind", sub.kind},
                  {"verbs", sub.verbs}};
    if (!sub.group.empty()) entry["group"] = sub.group;
    if (!sub.version.empty()) entry["version"] = sub.version;
    return entry;
}

// The real server leaves group and version of built-in kinds empty here.
Json responseKind(const ResourceDescriptor& d, const std::string& kind) {
    return {{"group", d.custom ? d.group : ""}, {"version", d.custom ? d.version : ""}, {"kind", kind}};
}

Json aggregatedResource(const ResourceDescriptor& d) {
    Json entry = {{"resource", d.plural},
                  {"responseKind", responseKind(d, d.kind)},
                  {"scope", d.namespaced ? "Namespaced" : "Cluster"},
                  {"singularResource", d.singular},
                  {"verbs", d.verbs}};
    if (!d.shortNames.empty()) entry["shortNames"] = d.shortNames;
    if (!d.categories.empty()) entry["categories"] = d.categories;
    for (const SubresourceInfo& sub : d.subresources) {
        entry["subresources"].push_back(
            {{"subresource", sub.name}, {"responseKind", responseKind(d, sub.kind)}, {"verbs", sub.verbs}});
    }
    return entry;
}

}  // namespace

Json versionInfo() {
    // The level of the API that is modelled; the build metadata says that this is no Kubernetes release.
    return {{"major", "1"},
            {"minor", "36"},
            {"emulationMajor", "1"},
            {"emulationMinor", "36"},
            {"minCompatibilityMajor", "1"},
            {"minCompatibilityMinor", "35"},
            {"gitVersion", "v1.36.0+rollcall-sandbox"},
            {"gitCommit", ""},
            {"gitTreeState", "clean"},
            {"buildDate", "1970-01-01T00:00:00Z"},
            {"goVersion", ""},
            {"compiler", "gcc"},
            {"platform", "linux/amd64"}};
}

bool Discovery::isPublic(const std::vector<std::string>& path) {
    if (path.empty()) return false;
    return path[0] == "healthz" || path[0] == "livez" || path[0] == "readyz" ||
           (path[0] == "version" && path.size() == 1);
}

std::optional<HttpReply> Discovery::answer(const HttpRequest& request, const std::vector<std::string>& path,
                                           const Query& query) const {
    const std::string first = path.empty() ? std::string() : path[0];
    if (first == "healthz" || first == "livez" || first == "readyz") {
        return path.size() <= 2 ? health(first, query) : textReply(404, "404 page not found\n");
    }
    const bool groups = first == "apis" && path.size() <= 3;
    const bool core = first == "api" && path.size() <= 2;
    if (!(path.empty() || (first == "version" && path.size() == 1) || groups || core)) return std::nullopt;
    if (request.method != "GET" && request.method != "HEAD") return statusReply(status::methodNotAllowed());
    const bool lists = (groups || core) && path.size() == 1;
    const Outcome<Negotiated> accepted = negotiate(request, query, lists);
    if (!accepted) return statusReply(accepted.failure(), true);
    if (accepted->form == Negotiated::Form::AsDiscovery) {
        HttpReply reply = jsonReply(aggregated(core), *accepted);
        const QByteArray hash =
            QCryptographicHash::hash(QByteArray::fromStdString(reply.body), QCryptographicHash::Sha512);
        const std::string etag = "\"" + hash.toHex().toUpper().toStdString() + "\"";
        reply.headers = {{"ETag", etag}, {"Vary", "Accept"}, {"Cache-Control", "public"}};
        if (request.header("If-None-Match") == etag) {
            reply.code = 304;
            reply.body.clear();
        }
        return reply;
    }
    Json body;
    if (path.empty()) {
        body = rootPaths();
    } else if (first == "version") {
        body = versionInfo();
    } else if (core) {
        if (path.size() == 2 && path[1] != "v1") return textReply(404, "404 page not found\n");
        body = path.size() == 1 ? apiVersions() : resourceList("", "v1");
    } else {
        if (path.size() >= 2 && m_catalog.versions(path[1]).empty()) return textReply(404, "404 page not found\n");
        if (path.size() == 3 && m_catalog.ofVersion(path[1], path[2]).empty())
            return textReply(404, "404 page not found\n");
        body = path.size() == 1 ? groupList() : path.size() == 2 ? group(path[1]) : resourceList(path[1], path[2]);
    }
    Negotiated form = *accepted;
    form.pretty = form.pretty || path.empty() || first == "version";
    return jsonReply(body, form);
}

Json Discovery::apiVersions() const {
    return {{"kind", "APIVersions"},
            {"versions", {"v1"}},
            {"serverAddressByClientCIDRs", {{{"clientCIDR", "0.0.0.0/0"}, {"serverAddress", m_address}}}}};
}

Json Discovery::group(const std::string& name) const {
    Json versions = Json::array();
    for (const std::string& version : m_catalog.versions(name)) versions.push_back(versionEntry(name, version));
    return {{"kind", "APIGroup"},
            {"apiVersion", "v1"},
            {"name", name},
            {"versions", versions},
            {"preferredVersion", versions.empty() ? Json() : versions.front()}};
}

Json Discovery::groupList() const {
    Json groups = Json::array();
    for (const std::string& name : m_catalog.groups()) {
        Json one = group(name);
        one.erase("kind");
        one.erase("apiVersion");
        groups.push_back(std::move(one));
    }
    return {{"kind", "APIGroupList"}, {"apiVersion", "v1"}, {"groups", std::move(groups)}};
}

Json Discovery::resourceList(const std::string& group, const std::string& version) const {
    Json resources = Json::array();
    for (const DescriptorPtr& d : m_catalog.ofVersion(group, version)) {
        if (!served(d)) continue;
        resources.push_back(resourceEntry(*d));
        for (const SubresourceInfo& sub : d->subresources) resources.push_back(subresourceEntry(*d, sub));
    }
    Json list = {{"kind", "APIResourceList"},
                 {"groupVersion", group.empty() ? version : group + "/" + version},
                 {"resources", std::move(resources)}};
    if (!group.empty()) list["apiVersion"] = "v1";
    return list;
}

Json Discovery::aggregated(bool core) const {
    Json items = Json::array();
    const std::vector<std::string> groups = core ? std::vector<std::string>{""} : m_catalog.groups();
    for (const std::string& group : groups) {
        Json versions = Json::array();
        for (const std::string& version : m_catalog.versions(group)) {
            Json resources = Json::array();
            for (const DescriptorPtr& d : m_catalog.ofVersion(group, version)) {
                if (served(d)) resources.push_back(aggregatedResource(*d));
            }
            versions.push_back({{"version", version}, {"resources", std::move(resources)}, {"freshness", "Current"}});
        }
        Json metadata = Json::object();
        if (!group.empty()) metadata["name"] = group;
        items.push_back({{"metadata", std::move(metadata)}, {"versions", std::move(versions)}});
    }
    return {{"kind", "APIGroupDiscoveryList"},
            {"apiVersion", "apidiscovery.k8s.io/v2"},
            {"metadata", Json::object()},
            {"items", std::move(items)}};
}

Json Discovery::rootPaths() const {
    std::vector<std::string> paths = {"/api",        "/api/v1",     "/apis",        "/apis/",  "/healthz", "/livez",
                                      "/openapi/v2", "/openapi/v3", "/openapi/v3/", "/readyz", "/version"};
    for (const std::string& group : m_catalog.groups()) {
        paths.push_back("/apis/" + group);
        for (const std::string& version : m_catalog.versions(group)) paths.push_back("/apis/" + group + "/" + version);
    }
    std::sort(paths.begin(), paths.end());
    return {{"paths", paths}};
}

HttpReply Discovery::health(const std::string& check, const Query& query) const {
    if (!query.has("verbose")) return textReply(200, "ok");
    std::string text;
    for (const char* part : {"ping", "store", "listener"}) text += std::string("[+]") + part + " ok\n";
    return textReply(200, text + check + " check passed\n");
}

}  // namespace rollcall::sandbox
