// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/event_pipeline.h"

#include <utility>

namespace rollcall {

void reportEnd(EventReporter& reporter, RecordedEvent event, std::uint64_t cause, EventAttempt::End end,
               const std::optional<Error>& error) {
    switch (end) {
        case EventAttempt::End::Created:
        case EventAttempt::End::Exists:
            reporter.note(Step::EventPosted, event.body, cause,
                          end == EventAttempt::End::Exists ? "already exists" : std::string());
            event.state = PostState::Posted;
            return reporter.end(std::move(event));
        case EventAttempt::End::Counted:
            reporter.note(Step::EventPatched, event.body, cause);
            event.state = PostState::Merged;
            return reporter.end(std::move(event));
        case EventAttempt::End::Refused:
            return reporter.refused(std::move(event), cause, *error);
        case EventAttempt::End::OutOfTries:
            event.error = error;
            return reporter.dropped(std::move(event), cause, "retry limit exceeded: " + error->message);
    }
}

}  // namespace rollcall
