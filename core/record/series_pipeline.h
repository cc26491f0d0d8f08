// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/record/event_pipeline.h"

namespace rollcall {

/// events.k8s.io/v1, as client-go tools/events/event_broadcaster.go:
/// - equal Events (seriesKey: all but the note) are one; the second makes it a series (PATCH, count 2), later ones only
///   count here, until the series is written again every 30 minutes, and once more when it has been quiet for 6;
/// - Events of different keys are written beside each other, each with its own 12 tries, 10–12.5 s apart;
/// - while series are being written again, new Events wait (client-go holds its lock meanwhile).
/// There is no spam filter and no combining here.
class SeriesPipeline final : public EventPipeline, public std::enable_shared_from_this<SeriesPipeline> {
public:
    static constexpr Duration kFinishTime = std::chrono::minutes(6);
    static constexpr Duration kRefreshTime = std::chrono::minutes(30);
    /// client-go has no such limit; it starts a goroutine for each. What is beyond it waits in the queue.
    static constexpr std::size_t kMaxAttempts = 1000;

    explicit SeriesPipeline(Parts parts) : m_parts(std::move(parts)) {}
    void start() override;
    void wake() override;
    void shutDown() override;

private:
    enum class Sweep { Refresh, Finish };
    struct Entry {
        RecordedEvent event;
        std::uint64_t cause = 0;
        std::int64_t written = 0;  ///< the count that was last sent
    };
    struct Running {
        RecordedEvent event;
        std::uint64_t cause = 0;
        std::shared_ptr<EventAttempt> attempt;
    };
    using Ending = std::function<void(EventAttempt::End, const EventSink::Written&, const std::optional<Error>&)>;

    void take(EventJob job);
    void attempt(Entry& entry);
    void onAttemptEnd(std::uint64_t id, EventAttempt::End end, const EventSink::Written& written,
                      const std::optional<Error>& error);

    void schedule(Sweep sweep);
    void begin(Sweep sweep);
    void next();
    void write(const std::string& key);
    void onSwept(const std::string& key, EventAttempt::End end, const EventSink::Written& written,
                 const std::optional<Error>& error);

    const Parts m_parts;
    std::map<std::string, Entry> m_cache;
    std::map<std::uint64_t, Running> m_running;
    std::uint64_t m_nextId = 1;
    std::map<Sweep, Clock::TimerId> m_timers;
    std::optional<Sweep> m_sweep;  // under way
    std::vector<Sweep> m_due;      // behind it
    std::deque<std::string> m_left;
    std::shared_ptr<EventAttempt> m_sweeping;
    bool m_waking = false;
    bool m_stopped = false;
};

/// Action, reason, type, reporting controller and instance, and both references with everything in them.
std::string seriesKey(const EventBody& event);

}  // namespace rollcall
