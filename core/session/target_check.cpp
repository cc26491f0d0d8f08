// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/target_check.h"

#include <utility>

namespace rollcall {

namespace {

/// Without these no controller can even fill its cache. A missing definition is waited for, and a controller that may not
/// write Events still reconciles.
bool isNeeded(PreflightCheck::Id id) {
    using Id = PreflightCheck::Id;
    switch (id) {
        case Id::Reachable:
        case Id::SignedIn:
        case Id::ListStudents:
        case Id::WatchStudents:
        case Id::ListPods:
        case Id::WatchPods: return true;
        default: return false;
    }
}

TargetCheck checkOf(const PreflightCheck& answer) {
    TargetCheck check;
    check.name = preflightName(answer.id);
    check.ok = answer.state == PreflightCheck::State::Ok;
    check.fatal = answer.state == PreflightCheck::State::Failed && isNeeded(answer.id);
    check.sentence = check.name + ": " + answer.found;
    if (!answer.advice.empty()) check.sentence += ". " + answer.advice;
    check.found = answer.found;
    check.advice = answer.advice;
    check.state = check.ok                                                ? TargetCheck::State::Ok
                  : answer.state == PreflightCheck::State::Failed ? TargetCheck::State::Failed
                                                                          : TargetCheck::State::Unknown;
    check.missingCrd = answer.id == PreflightCheck::Id::StudentsInstalled && check.state == TargetCheck::State::Failed;
    check.error = answer.error;
    if (answer.id == PreflightCheck::Id::Reachable && check.error.kind == ErrorKind::Cancelled) {
        check.fatal = true;  // a login that a person has ended: nothing more was asked
        check.state = TargetCheck::State::Failed;
    }
    if (check.fatal && check.error.httpStatus == 0 && answer.id > PreflightCheck::Id::StudentsInstalled) {
        // An access review that answers "no" is no error by itself; for us it means forbidden.
        check.error = makeError(ErrorKind::Api, check.sentence);
        check.error.httpStatus = 403;
        check.error.reason = "Forbidden";
    }
    return check;
}

}  // namespace

TargetCheck insecureCheck() {
    TargetCheck check;
    check.name = "certificate verified";
    check.insecure = true;
    check.state = TargetCheck::State::Failed;
    check.found = "insecure-skip-tls-verify: whoever answers at this address is believed";
    check.advice = "Name the cluster's certificate-authority in the kubeconfig instead.";
    check.sentence = check.name + ": " + check.found + ". " + check.advice;
    check.error = makeError(ErrorKind::Tls, check.sentence);
    return check;
}

void checkTarget(ApiClient& client, const PreflightScope& scope, const std::string& fallbackNs,
                 std::function<void(std::vector<TargetCheck>)> done) {
    runPreflight(client, scope, {}, [&client, scope, fallbackNs, done = std::move(done)](const PreflightReport& report) {
        std::vector<TargetCheck> checks;
        bool forbidden = false;
        for (const PreflightCheck& answer : report.checks) {
            checks.push_back(checkOf(answer));
            forbidden = forbidden || (checks.back().fatal && checks.back().error.isForbidden());
        }
        if (!forbidden || !scope.ns.empty()) return done(std::move(checks));
        // Not for the whole cluster; perhaps in one namespace, which the informers then watch instead (W27).
        PreflightScope narrow = scope;
        narrow.ns = fallbackNs;
        runPreflight(client, narrow, {}, [checks, fallbackNs, done](const PreflightReport& second) mutable {
            for (std::size_t i = 0; i < checks.size() && i < second.checks.size(); ++i) {
                if (!checks[i].fatal || second.checks[i].state != PreflightCheck::State::Ok) continue;
                checks[i].fatal = false;
                checks[i].sentence += ". It is allowed in namespace " + fallbackNs + ", which is watched instead";
            }
            done(std::move(checks));
        });
    });
}

}  // namespace rollcall
