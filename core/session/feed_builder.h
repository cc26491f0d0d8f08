// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/base/mailbox.h"
#include "core/cache/informer.h"
#include "core/client/api_client.h"
#include "core/client/call_counter.h"
#include "core/controller/controller.h"
#include "core/record/event_recorder.h"
#include "core/session/feed.h"
#include "core/session/key_board.h"
#include "core/session/sync_times.h"
#include "core/trace/transition_log.h"

namespace rollcall {

/// The parts of a running engine that the feed reads numbers from; null where a controller is off. Not owned.
struct EngineView {
    struct Side {
        const Informer* informer = nullptr;
        const Controller* controller = nullptr;
        const EventRecorder* recorder = nullptr;
        const CallCounter* calls = nullptr;
        ApiClient::Stats throttling;  ///< of the client that this controller calls with
    };
    std::array<Side, kControllerCount> sides;
    LimiterKind limiter = LimiterKind::ControllerDefault;
};

/// Gathers what the threads of one engine run say, and turns it into Feeds.
/// **Thread**: the handlers and the observer are called on their own threads and only post; build() on the host's.
/// **Owns** the mailboxes and the boards.
class FeedBuilder {
public:
    /// Rows of Pods that left the selection stay this long, and no more than this many.
    static constexpr Duration kKeepLeft = std::chrono::minutes(10);
    static constexpr std::size_t kMostLeft = 200;

    /// `wake` may be called from any thread.
    FeedBuilder(TransitionLog& log, std::shared_ptr<Clock> clock, std::function<void()> wake);

    ResourceEventHandler* handler(ControllerId id) { return &m_handlers[static_cast<std::size_t>(id)]; }
    void onEvent(const RecordedEvent& event) { m_events.post(event); }

    /// Everything since the last call. `pipeline` is filled when anything happened.
    Feed build(const EngineView& view);

private:
    struct Change {
        ObjectPtr object;
        bool gone = false;
        std::string key() const { return object->meta.key(); }
    };
    struct Handler final : ResourceEventHandler {
        void onAdd(const Notification& n) override { box.post({n.after, false}); }
        void onUpdate(const Notification& n) override {
            // A resync changes nothing that could be shown.
            if (n.before != n.after) box.post({n.after, false});
        }
        void onDelete(const Notification& n) override { box.post({n.before, true}); }
        Mailbox<Change> box;
    };

    void takeTransitions(Feed& feed);
    void takeStudents(Feed& feed);
    void takePods(Feed& feed);
    void forgetLeftPods(Feed& feed);
    void takeEvents(Feed& feed);
    void takeRows(Feed& feed);
    PipelineStats stats(ControllerId id, const EngineView& view) const;

    const std::shared_ptr<Clock> m_clock;
    Mailbox<Transition>& m_transitions;
    std::array<Handler, kControllerCount> m_handlers;
    Mailbox<RecordedEvent> m_events;
    std::array<KeyBoard, kControllerCount> m_boards{KeyBoard(ControllerId::Students), KeyBoard(ControllerId::Pods)};
    std::array<SyncTimes, kControllerCount> m_times;
    std::array<std::unordered_set<std::string>, kControllerCount> m_gone;  // objects that are no more
    std::array<std::string, kControllerCount> m_syncedVersion;
    std::deque<std::pair<WallTime, std::string>> m_leftPods;
    std::unordered_set<std::string> m_leftKeys;
};

/// The row of one recorded Event.
EventRow eventRow(const RecordedEvent& event);

}  // namespace rollcall
