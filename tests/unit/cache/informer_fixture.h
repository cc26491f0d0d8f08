// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/fake_clock.h"
#include "core/cache/informer.h"
#include "scripted_transport.h"

namespace rollcall {

struct Handler : ResourceEventHandler {
    std::vector<std::string> log;
    std::string deletedVersion;
    void onAdd(const Notification& n) override {
        log.push_back("add " + n.after->meta.key() + (n.inInitialList ? " initial" : ""));
    }
    void onUpdate(const Notification& n) override {
        log.push_back("update " + n.after->meta.key() + ' ' + n.before->meta.resourceVersion + ">" +
                      n.after->meta.resourceVersion);
    }
    void onDelete(const Notification& n) override {
        deletedVersion = n.before->meta.resourceVersion;
        log.push_back("delete " + n.before->meta.key() + (n.finalStateUnknown ? " unknown" : ""));
    }
};

inline std::string student(const std::string& name, const std::string& version, const std::string& uid = "u") {
    return R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":")" + name +
           R"(","namespace":"default","uid":")" + uid + name + R"(","resourceVersion":")" + version +
           R"("},"spec":{"name":"张三","school":"深圳中学"}})";
}

inline std::string list(const std::string& version, const std::vector<std::string>& items,
                        const std::string& next = {}) {
    std::string body =
        R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"StudentList","metadata":{"resourceVersion":")" + version +
        R"(","continue":")" + next + R"("},"items":[)";
    for (std::size_t i = 0; i < items.size(); ++i) body += (i ? "," : "") + items[i];
    return body + "]}";
}

inline std::string change(const char* type, const std::string& object) {
    return std::string(R"({"type":")") + type + R"(","object":)" + object + "}";
}

inline constexpr const char* kGone =
    R"json({"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","message":"too old resource version: 2 (100)","reason":"Expired","code":410}})json";

inline std::string statusBody(int code, const std::string& reason, const std::string& message = "no") {
    return R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":")" + message + R"(","reason":")" +
           reason + R"(","code":)" + std::to_string(code) + "}";
}
inline std::string errorLine(int code, const std::string& reason) {
    return R"({"type":"ERROR","object":)" + statusBody(code, reason) + "}";
}
inline std::string bookmarkLine(const std::string& version, bool initialEventsEnd = false) {
    return R"({"type":"BOOKMARK","object":{"kind":"Student","apiVersion":"bolingcavalry.k8s.io/v1","metadata":{"resourceVersion":")" +
           version + '"' + (initialEventsEnd ? R"(,"annotations":{"k8s.io/initial-events-end":"true"})" : "") + "}}}";
}

/// An informer with its surroundings: a transport that the test plays by hand, a fake clock, tasks run at once.
struct InformerRig {
    InformerRig() { options.reflector.watchList = false; }
    ~InformerRig() { informer.reset(); }

    void make() {
        target.type = &studentResource();
        informer = std::make_unique<Informer>(
            target, options, transport, clock, log, [](const std::function<void()>& f) { f(); }, [] { return 0.0; });
    }
    /// Listed a and b at 100, and streaming.
    void sync() {
        transport.answer(200, list("100", {student("a", "50"), student("b", "60")}));
        transport.open();
    }
    int count(Step step) const {
        int n = 0;
        for (const Transition& t : log.since(0)) n += t.step == step;
        return n;
    }
    Transition last(Step step) const {
        Transition found;
        for (const Transition& t : log.since(0)) {
            if (t.step == step) found = t;
        }
        return found;
    }
    std::string detail(Step step) const { return last(step).detail; }

    std::shared_ptr<FakeClock> clock = std::make_shared<FakeClock>();
    TransitionLog log{clock};
    ScriptedTransport transport;
    ReflectorTarget target;
    Informer::Options options;
    std::unique_ptr<Informer> informer;
};

}  // namespace rollcall
