// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/cache/delta_queue.h"

namespace rollcall {

inline ObjectPtr thing(const std::string& name, int version, const std::string& ns = {}) {
    auto o = std::make_shared<Student>();
    o->meta.ns = ns;
    o->meta.name = name;
    o->meta.resourceVersion = std::to_string(version);
    return o;
}

/// "Added foo=10", a tombstone as "Deleted? foo=10", a list as "ReplacedAll a=1 b=2 @7".
inline std::string describe(const Delta& d) {
    static constexpr const char* kNames[] = {"Added",       "Updated", "Deleted", "Replaced",
                                             "ReplacedAll", "Sync",    "SyncAll", "Bookmark"};
    std::string text = kNames[static_cast<int>(d.type)];
    if (d.finalStateUnknown) text += '?';
    if (d.object) text += ' ' + d.object->meta.key() + '=' + d.object->meta.resourceVersion;
    if (!d.whole) return text;
    for (const ObjectPtr& o : d.whole->objects) text += ' ' + o->meta.key() + '=' + o->meta.resourceVersion;
    return text + " @" + d.whole->resourceVersion;
}

/// What one pop() gives, handled; "(empty)" when there is nothing.
inline std::vector<std::string> take(DeltaQueue& queue, bool* initial = nullptr) {
    DeltaBatch batch;
    if (!queue.pop(batch)) return {"(empty)"};
    if (initial) *initial = batch.inInitialList;
    queue.finish();
    std::vector<std::string> all;
    for (const Delta& d : batch.deltas) all.push_back(describe(d));
    return all;
}

inline WholeList whole(std::vector<ObjectPtr> objects, const std::string& version = "0") {
    return {std::move(objects), version};
}

using Lines = std::vector<std::string>;

}  // namespace rollcall
