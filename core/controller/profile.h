// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace rollcall {

/// The switches by which the seeds as printed and the corrected controllers differ (docs: semantics, "Profiles").
/// Each can be changed while the controller runs. Thread: copied by value.
struct Profile {
    bool addRateLimitedInHandlers = false;  ///< seed A: true
    bool requeueOnError = true;             ///< seed A: false, a failed key is lost until its next change
    int retryLimit = 5;                     ///< then Forget and report; seed B: 5
    bool dropEqualVersion = true;           ///< Students: updates with equal resourceVersion (resync) are dropped
    bool deleteHandler = true;              ///< seed B: false
    bool notFoundIsSuccess = true;          ///< Pods: 404 on the live GET; seed B: an error
    bool reallyCrash = true;                ///< a panic ends the process (apimachinery runtime.ReallyCrash); else only its lane
    bool drainOnStop = true;                ///< shut the queue down and let the workers finish what is queued

    bool operator==(const Profile&) const = default;
};

Profile studentsAsPrinted();
Profile podsAsPrinted();
Profile studentsCorrected();
Profile podsCorrected();

}  // namespace rollcall
