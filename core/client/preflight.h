// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/error.h"
#include "core/client/api_client.h"

namespace rollcall {

/// One question that is asked before the controllers start, and its answer.
struct PreflightCheck {
    enum class Id {
        Reachable,
        SignedIn,
        StudentsInstalled,
        ListStudents,
        WatchStudents,
        ListPods,
        WatchPods,
        GetPods,
        CreateEvents,
        PatchEvents
    };
    enum class State { Ok, Failed, Unknown };  ///< Unknown: the server would not say; no reason to stop

    Id id = Id::Reachable;
    State state = State::Unknown;
    std::string found;   ///< "v1.36.3", a user name, or why not
    std::string advice;  ///< a sentence: what to do; empty when Ok
    Error error;         ///< Failed and Unknown: what came back, if anything
};
const char* preflightName(PreflightCheck::Id id);  ///< "list students", for logs

struct PreflightReport {
    std::string serverVersion;
    std::string user;
    std::vector<PreflightCheck> checks;  ///< in the order of Id; ends early when the server cannot be reached

    bool ok() const { return firstFailure() == nullptr; }
    const PreflightCheck* firstFailure() const;
};

struct PreflightScope {
    std::string ns;        ///< empty = all namespaces
    bool students = true;  ///< which controllers will run
    bool pods = true;
};

/// Asks the API server: /version, who we are (SelfSubjectReview), the Student resource, and the rights for each verb
/// that the controllers need (SelfSubjectAccessReview). Changes nothing on the server.
/// **Thread**: any; `done` comes once, on the API thread, also after `cancel` (every open question is then Unknown).
void runPreflight(ApiClient& client, const PreflightScope& scope, CancelToken cancel,
                  std::function<void(PreflightReport)> done);

}  // namespace rollcall
