// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/sandbox/api_request.h"
#include "core/sandbox/resource_catalog.h"

namespace rollcall::sandbox {

/// OpenAPI v3 (an index and one document for each group and version) and v2, made from the descriptors: what kubectl
/// needs for explain, for validation on the server, and for choosing a kind of patch.
/// Thread: the server's. Documents are cached until the catalog changes.
class OpenApi {
public:
    explicit OpenApi(const ResourceCatalog& catalog) : m_catalog(catalog) {}

    std::optional<HttpReply> answer(const HttpRequest& request, const std::vector<std::string>& path,
                                    const Query& query);

private:
    const std::string& document(const std::string& group, const std::string& version);
    const std::string& documentV2();
    Json index();
    void refresh();

    const ResourceCatalog& m_catalog;
    std::uint64_t m_edition = 0;
    std::map<std::string, std::string> m_documents;  ///< by "apis/GROUP/VERSION"; "v2"
};

/// The name of a kind's schema: "io.k8s.bolingcavalry.v1.Student", "io.k8s.api.core.v1.Pod".
std::string schemaName(const ResourceDescriptor& descriptor, const std::string& kind);

/// One group and version as an OpenAPI v3 document.
Json openApiDocument(const ResourceCatalog& catalog, const std::string& group, const std::string& version);

/// The definitions of all groups in the form of Swagger 2.
Json swaggerDefinitions(const ResourceCatalog& catalog);

/// A Swagger 2 document in the protobuf form that older clients ask for (gnostic OpenAPIv2.proto).
std::string swaggerToProtobuf(const Json& document);

}  // namespace rollcall::sandbox
