// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controller/profile.h"

namespace rollcall {

Profile studentsAsPrinted() {
    Profile p;
    p.addRateLimitedInHandlers = true;  // the bug that kubernetes/kubernetes#75577 mended in the official sample
    p.requeueOnError = false;
    p.drainOnStop = false;              // main exits as soon as the stop channel is closed
    return p;
}

Profile podsAsPrinted() {
    Profile p;
    p.dropEqualVersion = false;
    p.deleteHandler = false;
    p.notFoundIsSuccess = false;
    p.drainOnStop = false;              // never calls ShutDown
    return p;
}

Profile studentsCorrected() { return {}; }

Profile podsCorrected() {
    Profile p;
    p.dropEqualVersion = false;  // a resync of the Pods is real work: the live state may have moved on
    return p;
}

}  // namespace rollcall
