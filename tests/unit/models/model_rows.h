// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/session/feed.h"

namespace rollcall {

// Rows for tests, with only what the test names.

inline StudentRow studentRow(const std::string& ns, const std::string& name, const std::string& version = "1",
                             const std::string& spoken = {}, const std::string& school = {}) {
    auto student = std::make_shared<Student>();
    student->meta.ns = ns;
    student->meta.name = name;
    student->meta.uid = "uid-" + ns + name;
    student->meta.resourceVersion = version;
    student->meta.creationTimestamp = "2026-01-01T00:00:00Z";
    student->name = spoken;
    student->school = school;
    return {student};
}

inline PodRow podRow(const std::string& ns, const std::string& name, bool left = false) {
    auto pod = std::make_shared<Pod>();
    pod->meta.ns = ns;
    pod->meta.name = name;
    pod->meta.creationTimestamp = "2026-01-01T00:00:00Z";
    pod->phase = "Running";
    pod->nodeName = "node-a";
    return {pod, left, WallTime{}};
}

inline QueueRow queueRow(const std::string& key, KeyState state, ControllerId controller = ControllerId::Students) {
    QueueRow row;
    row.controller = controller;
    row.key = key;
    row.state = state;
    return row;
}

inline EventRow eventRow(const std::string& id, const std::string& key, WallTime last,
                         const std::string& message = {}) {
    EventRow row;
    row.id = id;
    row.first = row.last = last;
    row.type = "Normal";
    row.reason = "Synced";
    row.objectKind = "Student";
    row.objectKey = key;
    row.message = message;
    return row;
}

}  // namespace rollcall
