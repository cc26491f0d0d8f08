// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/sandbox/registry.h"
#include "core/sandbox/server_context.h"

namespace rollcall::sandbox {

/// Scheduler and kubelet in small: walks pods from Pending to Running and, when they do not restart for ever, on to
/// Succeeded or Failed; removes deleted ones. A finished pod with the label kReplaceLabel is followed by a new one.
/// All times are of the injected Clock and depend on the pod's name alone.
/// Thread: the server's.
class PodSimulator {
public:
    /// "true": when the pod has finished, it is deleted and another is made from its generateName.
    static constexpr const char* kReplaceLabel = "sandbox.rollcall.example/replace";
    /// "true": the pod fails.
    static constexpr const char* kFailLabel = "sandbox.rollcall.example/fail";

    PodSimulator(Registry& registry, std::shared_ptr<Clock> clock, Loop& loop);

    void noticed(const std::string& storage, const StoreEvent& event);
    /// Binds a pod and starts it without any wait.
    void startNow(const std::string& ns, const std::string& name);

private:
    enum class Step { None, Bind, Run, Finish, Replace, Remove };
    struct Plan {
        Step step = Step::None;
        Clock::TimerId timer = 0;
    };

    static Step nextStep(const Json& pod);
    Duration delay(Step step, const std::string& name) const;
    void act(const std::string& uid, const std::string& ns, const std::string& name, Step step);
    void bind(const std::string& ns, const std::string& name);
    void run(const std::string& ns, const std::string& name);
    void finish(const std::string& ns, const std::string& name);
    void replace(const std::string& ns, const std::string& name);
    void setStatus(const std::string& ns, const std::string& name, const std::function<void(Json& pod)>& change);

    Registry& m_registry;
    std::shared_ptr<Clock> m_clock;
    Loop& m_loop;
    std::map<std::string, Plan> m_plans;  ///< by uid
    int m_nextAddress = 4;
    std::shared_ptr<int> m_alive = std::make_shared<int>(0);
};

}  // namespace rollcall::sandbox
