// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sandbox/api_status.h"
#include "core/sandbox/http_types.h"
#include "core/sandbox/table.h"

namespace rollcall::sandbox {

/// The parameters after '?', decoded.
class Query {
public:
    explicit Query(std::string_view text = {});
    /// The first value, or "".
    const std::string& get(std::string_view name) const;
    bool has(std::string_view name) const;
    /// Go's strconv.ParseBool; false when absent.
    bool flag(std::string_view name) const;

private:
    std::vector<std::pair<std::string, std::string>> m_values;
};

/// A path under /api/v1 or /apis/GROUP/VERSION, taken apart (apiserver request.RequestInfo).
struct ResourcePath {
    std::string group, version, ns, resource, name, subresource;
    static std::optional<ResourcePath> parse(const std::vector<std::string>& segments);
};

/// '/'-separated parts, decoded; empty ones are dropped. nullopt for a path with a bad escape.
std::optional<std::vector<std::string>> pathSegments(std::string_view path);

/// What the client wants to read, from its Accept header.
struct Negotiated {
    enum class Form { AsJson, AsYaml, AsTable, AsMetadata, AsDiscovery } form = Form::AsJson;
    bool pretty = false;
    std::string contentType = "application/json";
};
/// 406 when nothing of the list can be served. `discovery`: aggregated discovery may be asked for.
Outcome<Negotiated> negotiate(const HttpRequest& request, const Query& query, bool discovery = false);

/// A media type without its parameters, in lower case.
std::string mediaType(std::string_view header);

/// Writes a Status, pretty when the client likes that.
HttpReply statusReply(const ApiStatus& status, bool pretty = false);
HttpReply jsonReply(const Json& body, const Negotiated& negotiated, int code = 200);
HttpReply textReply(int code, std::string body);

}  // namespace rollcall::sandbox
