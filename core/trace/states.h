// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace rollcall {

/// A reflector's state in words that the window translates.
enum class ReflectorState : std::uint8_t {
    Idle,                ///< not started
    Listing,
    Streaming,           ///< watching
    BackingOff,
    WaitingForResource,  ///< the list answers 404: the CRD is not installed; tried again with the same backoff
    SignedOut,           ///< 401
    Forbidden,           ///< 403
    Stopped,
};

/// What became of the post of an Event.
enum class PostState : std::uint8_t {
    Pending,
    Posted,    ///< created in the API server
    Merged,    ///< the count of an earlier one was raised there
    Retrying,  ///< the transport failed; tried again
    Refused,   ///< the API server said no: final
    Dropped,   ///< the broadcaster's queue was full, the tries ran out, or the recorder was stopped first
    Filtered,  ///< held back by the spam filter; still counted
};

}  // namespace rollcall
