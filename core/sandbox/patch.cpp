// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/patch.h"

namespace rollcall::sandbox {

Outcome<Json> applyJsonPatch(const Json& target, const Json& patch) {
    try {
        return target.patch(patch);
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
