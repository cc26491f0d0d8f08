// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fake_host.h"

namespace rollcall {

/// A class in the middle of its work, as the design's picture shows it: keys ready, waiting, parked, processing and
/// given up, Events in every state of posting, Pods running and gone.
void playBusyClass(FakeHost& host);
/// Everything listed, nothing to do.
void playQuietClass(FakeHost& host);

}  // namespace rollcall
