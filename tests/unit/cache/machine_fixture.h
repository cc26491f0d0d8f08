// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/cache/reflector_machine.h"

namespace rollcall {

struct Sink : ReflectorSink {
    std::vector<std::string> log;
    void replace(std::vector<ObjectPtr> objects, const std::string& version) override {
        log.push_back("replace " + std::to_string(objects.size()) + " @" + version);
    }
    void apply(const WatchEvent& event) override { log.push_back("event @" + event.resourceVersion); }
    void bookmark(const std::string& version) override { log.push_back("bookmark @" + version); }
};

inline ObjectPtr object() {
    return std::make_shared<Student>();
}

inline ListPage page(int items, const std::string& version, const std::string& next = {}) {
    ListPage p;
    p.items.assign(static_cast<std::size_t>(items), object());
    p.resourceVersion = version;
    p.continueToken = next;
    return p;
}

inline Error status(int code, const std::string& reason, const std::string& cause = {}) {
    Error e = makeError(ErrorKind::Api, reason);
    e.httpStatus = code;
    e.reason = reason;
    e.cause = cause;
    return e;
}

inline WatchEvent change(WatchEventType type, const std::string& version) {
    WatchEvent e;
    e.type = type;
    e.resourceVersion = version;
    if (type != WatchEventType::Bookmark) e.object = object();
    return e;
}

inline WatchEvent errorEvent(const Error& error) {
    WatchEvent e;
    e.error = error;
    return e;
}

inline Error refused() {
    Error e = makeError(ErrorKind::Network, "connection refused");
    e.connectionRefused = true;
    return e;
}
inline ListAction expectList(const ReflectorAction& a) {
    return std::get<ListAction>(a);
}
inline WatchAction expectWatch(const ReflectorAction& a) {
    return std::get<WatchAction>(a);
}
inline Duration expectWait(const ReflectorAction& a) {
    return std::get<WaitAction>(a).delay;
}

}  // namespace rollcall
