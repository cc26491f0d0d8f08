// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/fake_clock.h"
#include "core/controller/leader_elector.h"

namespace rollcall::test {

/// A Lease in a server that everybody shares.
struct LeaseStore {
    std::optional<LeaseSpec> spec;
    int version = 0;

    void put(LeaseSpec s) {
        spec = std::move(s);
        ++version;
    }
};

inline Error apiError(int code, const std::string& reason) {
    Error e = makeError(ErrorKind::Api, reason);
    e.httpStatus = code;
    e.reason = reason;
    return e;
}

/// One candidate's view of it. Answers at once, unless `hold` says otherwise.
struct FakeLock final : LeaseLock {
    explicit FakeLock(LeaseStore& s) : store(s) {}

    LeaseStore& store;
    std::optional<int> seen;  // resource version
    std::vector<std::string> ops, events;
    std::function<std::optional<Error>(const std::string& op)> fault;
    bool hold = false;
    std::vector<std::function<void()>> held;
    std::vector<CancelToken> tokens;

    void get(CancelToken cancel, GetDone done) override {
        begin("get", cancel, [this, done](const std::optional<Error>& e) {
            if (e) return done(*e);
            if (!store.spec) return done(apiError(404, "NotFound"));
            seen = store.version;
            done(*store.spec);
        });
    }
    void create(const LeaseSpec& spec, CancelToken cancel, WriteDone done) override {
        begin("create", cancel, [this, spec, done](const std::optional<Error>& e) {
            if (e) return done(*e);
            if (store.spec) return done(apiError(409, "AlreadyExists"));
            write(spec, done);
        });
    }
    void update(const LeaseSpec& spec, CancelToken cancel, WriteDone done) override {
        begin("update", cancel, [this, spec, done](const std::optional<Error>& e) {
            if (e) return done(*e);
            if (seen != store.version) return done(apiError(409, "Conflict"));
            write(spec, done);
        });
    }
    void recordEvent(const std::string& what, std::uint64_t) override { events.push_back(what); }
    std::string describe() const override { return "kube-system/rollcall"; }

    void answerHeld() {
        for (auto& answer : std::exchange(held, {})) answer();
    }

private:
    void write(const LeaseSpec& spec, const WriteDone& done) {
        store.put(spec);
        seen = store.version;
        done(Unit{});
    }
    void begin(const std::string& op, const CancelToken& cancel, std::function<void(std::optional<Error>)> answer) {
        ops.push_back(op);
        const std::optional<Error> error = fault ? fault(op) : std::nullopt;
        if (!hold) return answer(error);
        tokens.push_back(cancel);
        held.push_back([answer = std::move(answer), error] { answer(error); });
    }
};

/// An elector on the fake clock, everything on one thread.
struct Candidate {
    Candidate(const std::string& identity, LeaseStore& store, std::shared_ptr<FakeClock> clock, TransitionLog& log,
              bool release = true)
        : lock(std::make_shared<FakeLock>(store)) {
        options.identity = identity;
        options.releaseOnCancel = release;
        LeaderElector::Callbacks callbacks;
        callbacks.onStartedLeading = [this] {
            ++started;
            if (whenStarted) whenStarted();
        };
        callbacks.onStoppedLeading = [this] { ++stopped; };
        callbacks.onNewLeader = [this](const std::string& leader) { leaders.push_back(leader); };
        LeaderElector::Ports ports{lock, std::move(clock), log, [](const std::function<void()>& task) { task(); },
                                   [this] { return random; }};
        elector = *LeaderElector::create(options, callbacks, ports);
    }
    LeaderState state() const { return elector->status().state; }
    bool leads() const { return state() == LeaderState::Leading; }
    void cut() {
        lock->fault = [](const std::string&) { return makeError(ErrorKind::Network, "connection refused"); };
    }
    void mend() { lock->fault = {}; }

    LeaderElector::Options options;
    std::shared_ptr<FakeLock> lock;
    double random = 0;
    int started = 0, stopped = 0;
    std::function<void()> whenStarted;
    std::vector<std::string> leaders;
    std::shared_ptr<LeaderElector> elector;
};

/// One store, one clock, and "baz", who runs for it.
struct Election {
    void reset() {
        m.reset();
        m_store = {};
        m_clock = std::make_shared<FakeClock>();
        m_log = std::make_unique<TransitionLog>(m_clock);
        m = candidate("baz");
    }
    std::unique_ptr<Candidate> candidate(const std::string& identity, bool release = true) {
        return std::make_unique<Candidate>(identity, m_store, m_clock, *m_log, release);
    }
    std::vector<Step> steps() const {
        std::vector<Step> all;
        for (const Transition& t : m_log->since(0)) all.push_back(t.step);
        return all;
    }

    LeaseStore m_store;
    std::shared_ptr<FakeClock> m_clock;
    std::unique_ptr<TransitionLog> m_log;
    std::unique_ptr<Candidate> m;
};

using Ops = std::vector<std::string>;

inline LeaseSpec heldBy(const std::string& holder, int seconds, std::optional<WallTime> at = {}) {
    LeaseSpec spec;
    spec.holder = holder;
    spec.durationSeconds = seconds;
    spec.acquireTime = spec.renewTime = at;
    return spec;
}

}  // namespace rollcall::test
