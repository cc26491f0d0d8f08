// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/visual_state.h"

#include <QCoreApplication>
#include <iterator>

namespace rollcall {

namespace {

struct States {
    Q_DECLARE_TR_FUNCTIONS(States)
};

QString keyWord(VisualState state) {
    switch (state) {
        case VisualState::Ready:
            return States::tr("Ready");
        case VisualState::Processing:
            return States::tr("Processing");
        case VisualState::Waiting:
            return States::tr("Waiting");
        case VisualState::Parked:
            return States::tr("Parked");
        case VisualState::Synced:
            return States::tr("Synced");
        case VisualState::Failed:
            return States::tr("Failed");
        case VisualState::GivenUp:
            return States::tr("Given up");
        case VisualState::Lost:
            return States::tr("Lost");
        case VisualState::Discarded:
            return States::tr("Discarded");
        default:
            return {};
    }
}

QString postWord(VisualState state) {
    switch (state) {
        case VisualState::Pending:
            return States::tr("pending");
        case VisualState::Posted:
            return States::tr("posted");
        case VisualState::Merged:
            return States::tr("merged");
        case VisualState::Retrying:
            return States::tr("retrying");
        case VisualState::Refused:
            return States::tr("refused");
        case VisualState::Dropped:
            return States::tr("dropped");
        case VisualState::Filtered:
            return States::tr("filtered");
        default:
            return {};
    }
}

}  // namespace

VisualState visualOf(KeyState state) {
    switch (state) {
        case KeyState::Ready:
            return VisualState::Ready;
        case KeyState::Processing:
            return VisualState::Processing;
        case KeyState::Waiting:
            return VisualState::Waiting;
        case KeyState::Parked:
            return VisualState::Parked;
        case KeyState::Synced:
            return VisualState::Synced;
        case KeyState::Failed:
            return VisualState::Failed;
        case KeyState::GivenUp:
            return VisualState::GivenUp;
        case KeyState::Lost:
            return VisualState::Lost;
        case KeyState::Discarded:
            return VisualState::Discarded;
    }
    return VisualState::None;
}

VisualState visualOf(PostState state) {
    switch (state) {
        case PostState::Pending:
            return VisualState::Pending;
        case PostState::Posted:
            return VisualState::Posted;
        case PostState::Merged:
            return VisualState::Merged;
        case PostState::Retrying:
            return VisualState::Retrying;
        case PostState::Refused:
            return VisualState::Refused;
        case PostState::Dropped:
            return VisualState::Dropped;
        case PostState::Filtered:
            return VisualState::Filtered;
    }
    return VisualState::None;
}

VisualState visualOf(ReflectorState state) {
    switch (state) {
        case ReflectorState::Idle:
        case ReflectorState::Stopped:
            return VisualState::Stopped;
        case ReflectorState::Listing:
            return VisualState::Busy;
        case ReflectorState::Streaming:
            return VisualState::Streaming;
        case ReflectorState::BackingOff:
            return VisualState::BackingOff;
        case ReflectorState::WaitingForResource:
        case ReflectorState::SignedOut:
        case ReflectorState::Forbidden:
            return VisualState::Failed;
    }
    return VisualState::None;
}

VisualState visualOf(HostState state) {
    switch (state) {
        case HostState::Stopped:
            return VisualState::Stopped;
        case HostState::Starting:
        case HostState::Stopping:
            return VisualState::Busy;
        case HostState::Running:
            return VisualState::Running;
        case HostState::Failed:
            return VisualState::Failed;
    }
    return VisualState::None;
}

QString stateWord(VisualState state) {
    if (const QString word = keyWord(state); !word.isEmpty()) return word;
    if (const QString word = postWord(state); !word.isEmpty()) return word;
    switch (state) {
        case VisualState::Running:
            return QStringLiteral("Running");  // status.phase, as the API spells it
        case VisualState::Left:
            return States::tr("left selection");
        case VisualState::Idle:
            return States::tr("idle");
        case VisualState::Busy:
            return States::tr("working");
        case VisualState::Streaming:
            return States::tr("Streaming");
        case VisualState::BackingOff:
            return States::tr("Backing off");
        case VisualState::Stopped:
            return States::tr("Stopped");
        default:
            return {};
    }
}

QString stateFilterText(VisualState state) {
    static constexpr const char* kNames[] = {
        "", "ready", "processing", "waiting", "parked", "synced", "failed", "givenup", "lost", "discarded",
        "running", "left", "pending", "posted", "merged", "retrying", "refused", "dropped", "filtered"};
    const auto i = std::size_t(state);
    const QString name = i < std::size(kNames) ? QString::fromLatin1(kNames[i]) : QString();
    return QString(name + u'\n' + stateWord(state));
}

QString reflectorWord(ReflectorState state) {
    switch (state) {
        case ReflectorState::Idle:
            return States::tr("Idle");
        case ReflectorState::Listing:
            return States::tr("Listing");
        case ReflectorState::Streaming:
            return States::tr("Streaming");
        case ReflectorState::BackingOff:
            return States::tr("Backing off");
        case ReflectorState::WaitingForResource:
            return States::tr("No CRD yet");
        case ReflectorState::SignedOut:
            return States::tr("Signed out");
        case ReflectorState::Forbidden:
            return States::tr("Forbidden");
        case ReflectorState::Stopped:
            return States::tr("Stopped");
    }
    return {};
}

QString hostWord(HostState state) {
    switch (state) {
        case HostState::Stopped:
            return States::tr("Stopped");
        case HostState::Starting:
            return States::tr("Starting");
        case HostState::Running:
            return States::tr("Running");
        case HostState::Stopping:
            return States::tr("Stopping");
        case HostState::Failed:
            return States::tr("Failed");
    }
    return {};
}

}  // namespace rollcall
