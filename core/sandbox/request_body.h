// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/sandbox/api_request.h"
#include "core/sandbox/registry.h"

namespace rollcall::sandbox {

/// The parameters of a write that all writes share.
struct WriteParams {
    enum class Unknown { Ignore, Warn, Strict };
    bool dryRun = false, force = false;
    std::string fieldManager;
    Unknown unknown = Unknown::Warn;

    /// `options` is the kind that a complaint names: "CreateOptions", "UpdateOptions", "PatchOptions".
    /// `applies`: a server-side apply, which needs a manager and may use force.
    static Outcome<WriteParams> parse(const Query& query, const char* options, bool applies = false);
};

/// A decoded object in wire form, pruned to its schema.
struct DecodedBody {
    Json object;
    std::vector<std::string> warnings;
};

/// Reads the object of a POST or PUT: JSON, YAML or protobuf. Errors: 400 and 415, worded as the API server's decoders
/// do.
Outcome<DecodedBody> decodeBody(const HttpRequest& request, const ResourceDescriptor& descriptor,
                                const WriteParams& params);

/// Whether an object calls itself what the resource is; the complaint names it as it does.
std::optional<ApiStatus> checkKind(const Json& object, const ResourceDescriptor& descriptor);

/// Whether a name and a namespace that an object has are those of the path (endpoints/handlers, checkName).
std::optional<ApiStatus> checkPlace(const ResourcePath& path, const Json& object);

/// Prunes an object and says what was unknown; for a patched object too.
Outcome<std::vector<std::string>> pruneObject(Json& object, const ResourceDescriptor& descriptor);

/// The texts of Warning headers for unknown fields.
std::vector<std::string> unknownFieldTexts(const std::vector<std::string>& unknown);

/// DeleteOptions from body and parameters.
Outcome<DeleteOptions> decodeDeleteOptions(const HttpRequest& request, const Query& query);

}  // namespace rollcall::sandbox
