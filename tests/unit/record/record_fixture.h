// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/fake_clock.h"
#include "core/record/event_recorder.h"

namespace rollcall::test {

/// Keeps every call; answers when it is told to, or at once.
struct ScriptedSink final : EventSink {
    struct Call {
        bool patch;
        EventBody body;
        Done done;
    };
    std::vector<Call> calls;
    bool automatic = false;

    void create(const EventBody& event, Done done) override { add(false, event, std::move(done)); }
    void patchCount(const EventBody& event, Done done) override { add(true, event, std::move(done)); }
    void add(bool patch, const EventBody& event, const Done& done) {
        calls.push_back({patch, event, done});
        if (automatic) done(Written{event.count, event.name});
    }
    void finish(std::size_t index, const Result<Written>& result) {
        const Done done = calls.at(index).done;
        done(result);
    }
    void answer() { finish(calls.size() - 1, Written{calls.back().body.count, calls.back().body.name}); }
    void fail(const Error& error) { finish(calls.size() - 1, error); }
    void refuse(int code, const std::string& reason, const std::string& cause = {}) {
        Error e = makeError(ErrorKind::Api, reason);
        e.httpStatus = code;
        e.reason = reason;
        e.cause = cause;
        fail(e);
    }
    void cut() { fail(makeError(ErrorKind::Network, "connection refused")); }
};

inline Student student(const std::string& name = "object-student") {
    Student s;
    s.apiVersion = "bolingcavalry.k8s.io/v1";
    s.kind = "Student";
    s.meta.ns = "default";
    s.meta.name = name;
    s.meta.uid = "uid-1";
    s.meta.resourceVersion = "42";
    return s;
}

/// A recorder on a fake clock; what is posted runs at once, unless `held` is set.
struct Recording {
    explicit Recording(EventRecorderOptions options = {}) {
        recorder = std::make_shared<EventRecorder>(
            "student-controller", ControllerId::Students, sink, clock, log,
            [this](std::function<void()> task) {
                if (held)
                    waiting.push_back(std::move(task));
                else
                    task();
            },
            [this](const RecordedEvent& e) { seen.push_back(e); }, [this] { return random; }, std::move(options));
    }
    ~Recording() { recorder->shutDown(); }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    void record(const Object& about, const std::string& message = "Student synced successfully",
                std::uint64_t cause = 0) {
        recorder->event(about, "Normal", "Synced", message, cause);
    }
    void runHeld() {
        held = false;
        for (auto& task : std::exchange(waiting, {})) task();
    }
    PostState lastState() const { return seen.back().state; }
    std::vector<Transition> steps(Step step) const {
        std::vector<Transition> found;
        for (const Transition& t : log.since(0))
            if (t.step == step) found.push_back(t);
        return found;
    }

    std::shared_ptr<FakeClock> clock = std::make_shared<FakeClock>();
    TransitionLog log{clock};
    ScriptedSink sink;
    std::vector<RecordedEvent> seen;
    double random = 0.5;
    bool held = false;
    std::vector<std::function<void()>> waiting;
    std::shared_ptr<EventRecorder> recorder;
};

}  // namespace rollcall::test
