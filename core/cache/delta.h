// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/api/object.h"

namespace rollcall {

/// The kinds of change that lie in the queue between reflector and store (client-go tools/cache/delta_fifo.go,
/// DeltaType).
enum class DeltaType : std::uint8_t {
    Added,
    Updated,
    Deleted,
    Replaced,     ///< one object of a list (coalescing queue only)
    ReplacedAll,  ///< a whole list
    Sync,         ///< one object of a resync (coalescing queue only)
    SyncAll,      ///< a whole resync
    Bookmark,
};

/// A list as the reflector brought it.
struct WholeList {
    std::vector<ObjectPtr> objects;
    std::string resourceVersion;
    std::optional<std::string> ns = std::nullopt;  ///< it speaks of this namespace alone
};

/// One change on its way to the store.
struct Delta {
    DeltaType type = DeltaType::Added;
    ObjectPtr object;  ///< null in ReplacedAll, SyncAll and Bookmark
    std::string key;
    bool finalStateUnknown = false;    ///< Deleted: missing from a list; `object` is the last state known
    std::unique_ptr<WholeList> whole;  ///< ReplacedAll; Bookmark: only its version
};
using Deltas = std::vector<Delta>;

}  // namespace rollcall
