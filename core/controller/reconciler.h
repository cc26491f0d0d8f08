// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "core/api/object.h"
#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/cache/store.h"
#include "core/record/event_recorder.h"

namespace rollcall {

struct ReconcileContext {
    int worker = 0;
    std::uint64_t cause = 0;   ///< seq of the Got that led here
    CancelToken cancel;        ///< flipped by the second Stop: give up at once
};

/// The business of a controller: bring the world to the state that the key's object asks for. Reads the state now, never the
/// event that woke it. Retry policy is the caller's. Thread: any worker's; never two at once for one key.
class Reconciler {
public:
    virtual ~Reconciler() = default;
    virtual Result<Unit> reconcile(const std::string& key, const ReconcileContext& context) = 0;
};

/// A line for the log; `printed` as the seed writes it. Thread: any.
using LogLine = std::function<void(const std::string& line)>;

/// Seed A's syncHandler: look the Student up in the cache; gone means deleted, which is success; else record
/// Normal Synced "Student synced successfully".
class StudentReconciler final : public Reconciler {
public:
    StudentReconciler(const Store& store, std::shared_ptr<EventRecorder> recorder, LogLine log)
        : m_store(store), m_recorder(std::move(recorder)), m_log(std::move(log)) {}
    Result<Unit> reconcile(const std::string& key, const ReconcileContext& context) override;

private:
    const Store& m_store;
    const std::shared_ptr<EventRecorder> m_recorder;
    const LogLine m_log;
};

/// Seed B's syncHandler: GET the Pod from the API server (not the cache) and print its phase.
class PodReconciler final : public Reconciler {
public:
    /// Blocks the worker until the answer, a timeout or `cancel`.
    using LiveGet = std::function<Result<ObjectPtr>(const std::string& ns, const std::string& name, CancelToken cancel)>;

    PodReconciler(LiveGet get, LogLine log) : m_get(std::move(get)), m_log(std::move(log)) {}
    Result<Unit> reconcile(const std::string& key, const ReconcileContext& context) override;
    /// The profile's switch: 404 means that the Pod is gone, which is success. Thread: any.
    void setNotFoundIsSuccess(bool success) { m_notFoundIsSuccess.store(success, std::memory_order_relaxed); }

private:
    const LiveGet m_get;
    const LogLine m_log;
    std::atomic<bool> m_notFoundIsSuccess{true};
};

}  // namespace rollcall
