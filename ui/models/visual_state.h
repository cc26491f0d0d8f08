// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/session/feed.h"

namespace rollcall {

/// Every state that is shown as colour + shape + word. The word is here, colour and shape are in
/// ui/theme/state_visuals.h.
enum class VisualState : int {
    None,
    // where a key is
    Ready,
    Processing,
    Waiting,
    Parked,
    Synced,
    Failed,
    GivenUp,
    Lost,
    Discarded,
    // a Pod
    Running,
    Left,
    // an Event on its way to the API server
    Pending,
    Posted,
    Merged,
    Retrying,
    Refused,
    Dropped,
    Filtered,
    // a reflector, the host
    Idle,
    Busy,
    Streaming,
    BackingOff,
    Stopped,
};

VisualState visualOf(KeyState state);
VisualState visualOf(PostState state);
VisualState visualOf(ReflectorState state);
VisualState visualOf(HostState state);

/// The word beside the shape, in the window's language.
QString stateWord(VisualState state);
/// The English word in one piece ("givenup"), and below it the shown one: what the filter's `state:` looks at.
QString stateFilterText(VisualState state);
QString reflectorWord(ReflectorState state);
QString hostWord(HostState state);

}  // namespace rollcall
