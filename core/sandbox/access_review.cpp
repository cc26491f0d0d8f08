// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time_text.h"
#include "core/sandbox/api_server.h"

namespace rollcall::sandbox {
namespace {

Json everything() {
    return {{"resourceRules", Json::array({{{"verbs", {"*"}}, {"apiGroups", {"*"}}, {"resources", {"*"}}}})},
            {"nonResourceRules", Json::array({{{"verbs", {"*"}}, {"nonResourceURLs", {"*"}}}})},
            {"incomplete", false}};
}

}  // namespace

Json answerReview(const std::string& kind, const Json& object, WallTime now) {
    Json answered = object;
    Json& metadata = ensureObject(answered, "metadata");
    metadata.erase("managedFields");
    if (kind == "SelfSubjectAccessReview") {
        answered["status"] = {{"allowed", true}};
    } else if (kind == "SelfSubjectRulesReview") {
        ensureObject(answered, "spec");
        answered["status"] = everything();
    } else {
        metadata["creationTimestamp"] = formatRfc3339(now);
        answered["status"] = {
            {"userInfo", {{"username", "rollcall"}, {"groups", {"system:masters", "system:authenticated"}}}}};
    }
    return answered;
}

}  // namespace rollcall::sandbox
