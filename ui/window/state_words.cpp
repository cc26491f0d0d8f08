// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/state_words.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/models/time_words.h"

namespace rollcall {

namespace {

struct Bar {
    Q_DECLARE_TR_FUNCTIONS(Bar)
};

std::optional<MonoTime> newest(const PipelineStats& a, const PipelineStats& b) {
    if (!a.lastEvent || !b.lastEvent) return a.lastEvent ? a.lastEvent : b.lastEvent;
    return std::max(*a.lastEvent, *b.lastEvent);
}

QString runningRemark(const BarInput& in, const PipelineStats& students, const PipelineStats& pods) {
    for (const PipelineStats* stats : {&students, &pods}) {
        if (stats->reflector != ReflectorState::BackingOff) continue;
        return stats->backoffUntil ? Bar::tr("no answer, next try in %1").arg(spanText(*stats->backoffUntil - in.now))
                                   : Bar::tr("no answer");
    }
    for (const PipelineStats* stats : {&students, &pods}) {
        const ReflectorState state = stats->reflector;
        if (state == ReflectorState::Forbidden || state == ReflectorState::SignedOut ||
            state == ReflectorState::WaitingForResource) {
            const QString who = stats == &students ? Bar::tr("Students") : Bar::tr("Pods");
            return Bar::tr("%1: %2", "controller: state of its reflector").arg(who, reflectorWord(state));
        }
    }
    if (!in.synced) return Bar::tr("filling the cache…");
    const auto last = newest(students, pods);
    return last ? Bar::tr("synced, last event %1 ago").arg(ageText(in.now - *last)) : Bar::tr("synced");
}

}  // namespace

BarState barState(const BarInput& in, const PipelineStats& students, const PipelineStats& pods) {
    BarState state{visualOf(in.host), hostWord(in.host), {}};
    switch (in.host) {
        case HostState::Stopped:
            if (in.connecting) state = {VisualState::Busy, Bar::tr("Connecting"), in.targetName};
            break;
        case HostState::Starting:
            state.remark = Bar::tr("filling the cache…");
            break;
        case HostState::Running:
            state.remark = runningRemark(in, students, pods);
            break;
        case HostState::Stopping: {
            const int left = students.ready + students.processing + pods.ready + pods.processing;
            state.remark = left > 0 ? Bar::tr("%n key(s) left to drain", nullptr, left) : Bar::tr("workers finish");
            break;
        }
        case HostState::Failed:
            state.remark = Bar::tr("see below");
            break;
    }
    if (in.host == HostState::Running && in.paused)
        state = {VisualState::Waiting, Bar::tr("Paused"), Bar::tr("the clock stands still")};
    return state;
}

}  // namespace rollcall
