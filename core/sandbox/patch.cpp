// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/patch.h"

namespace rollcall::sandbox {

namespace {

// The API server's library lets "replace" make a member that is not there yet; RFC 6902 does not.
bool isReplaceOfMissing(const Json& target, const Json& operation) {
    if (!operation.is_object() || operation.value("op", Json()) != "replace") return false;
    const Json path = operation.value("path", Json());
    if (!path.is_string() || path == "") return false;
    const Json::json_pointer pointer(path.get<std::string>());
    return !target.contains(pointer) && target.contains(pointer.parent_pointer()) &&
           target.at(pointer.parent_pointer()).is_object();
}

}  // namespace

Outcome<Json> applyJsonPatch(const Json& target, const Json& patch) {
    try {
        Json patched = target;
        for (Json operation : patch) {
            if (isReplaceOfMissing(patched, operation)) operation["op"] = "add";
            patched = patched.patch(Json::array({std::move(operation)}));
        }
        return patched;
    } catch (const Json::exception&) {
        return status::rejectedPatch();
    }
}

Json applyMergePatch(const Json& target, const Json& patch) {
    Json merged = target;
    merged.merge_patch(patch);
    return merged;
}

}  // namespace rollcall::sandbox
