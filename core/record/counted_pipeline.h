// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include "core/record/event_correlator.h"
#include "core/record/event_pipeline.h"

namespace rollcall {

/// core/v1, as client-go tools/record: correlation, then one write at a time, so that a server that cannot be reached
/// holds up everything behind it.
class CountedPipeline final : public EventPipeline, public std::enable_shared_from_this<CountedPipeline> {
public:
    CountedPipeline(Parts parts, EventCorrelator::Options options);
    void wake() override;
    void shutDown() override;

private:
    void take(EventJob job);
    void onEnd(EventAttempt::End end, const EventSink::Written& written, const std::optional<Error>& error);

    const Parts m_parts;
    EventCorrelator m_correlator;
    RecordedEvent m_current;
    std::uint64_t m_cause = 0;
    std::shared_ptr<EventAttempt> m_attempt;
    bool m_waking = false;
    bool m_stopped = false;
};

}  // namespace rollcall
