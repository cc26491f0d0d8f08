// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/sandbox/api_request.h"
#include "core/sandbox/resource_catalog.h"

namespace rollcall::sandbox {

/// What the server says about itself: groups, versions, resources, its version and health.
/// Thread: the server's.
class Discovery {
public:
    Discovery(const ResourceCatalog& catalog, std::string address)
        : m_catalog(catalog), m_address(std::move(address)) {}

    /// The answer for a path of discovery, or nothing when the path is none.
    std::optional<HttpReply> answer(const HttpRequest& request, const std::vector<std::string>& path,
                                    const Query& query) const;

    /// Paths that need no token on a real server either: health and version.
    static bool isPublic(const std::vector<std::string>& path);

private:
    Json apiVersions() const;
    Json groupList() const;
    Json group(const std::string& name) const;
    Json resourceList(const std::string& group, const std::string& version) const;
    Json aggregated(bool core) const;
    Json rootPaths() const;
    HttpReply health(const std::string& check, const Query& query) const;

    const ResourceCatalog& m_catalog;
    std::string m_address;  ///< host:port
};

/// The /version document.
Json versionInfo();

}  // namespace rollcall::sandbox
