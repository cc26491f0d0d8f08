// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/panel_state.h"

#include <QCoreApplication>

#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"

namespace rollcall {

namespace {

struct Panels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

PanelState stoppedState(PanelKind kind) {
    PanelState s{PanelMode::Empty, {}, {}, Panels::tr("Start"), PanelAction::Start, {}};
    switch (kind) {
        case PanelKind::Students:
            s.title = Panels::tr("No Students yet");
            s.sentence = Panels::tr("Start lists the Students of the cluster and watches them.");
            break;
        case PanelKind::Workqueue:
            s.title = Panels::tr("The queue is empty");
            s.sentence = Panels::tr("Each Student that is added, changed or deleted puts its key here.");
            break;
        case PanelKind::Events:
            s.title = Panels::tr("No Events recorded");
            s.sentence = Panels::tr("Each successful sync records one and posts it to the API server.");
            break;
        case PanelKind::Pods:
            s.title = Panels::tr("No Pods seen");
            s.sentence = Panels::tr("The second controller watches the Pods whose phase is Running.");
            break;
        case PanelKind::Trace:
            s.title = Panels::tr("No steps yet");
            s.sentence = Panels::tr("Each step of both controllers is written here, with what caused it.");
            break;
        case PanelKind::Metrics:
            s.title = Panels::tr("Nothing measured yet");
            s.sentence = Panels::tr("The queues' metrics appear here once the controllers run.");
            break;
    }
    if (kind != PanelKind::Students) {  // one primary button in sight, not four
        s.button.clear();
        s.action = PanelAction::None;
    }
    return s;
}

PanelState runningEmpty(PanelKind kind) {
    PanelState s{PanelMode::Empty, {}, {}, {}, PanelAction::None, {}};
    switch (kind) {
        case PanelKind::Students:
            s.title = Panels::tr("There are no Students");
            s.sentence = Panels::tr("Create one here, or with kubectl: it appears within a second.");
            s.button = Panels::tr("New Student…");
            s.action = PanelAction::CreateStudent;
            break;
        case PanelKind::Workqueue:
            s.title = Panels::tr("Nothing to do");
            s.sentence = Panels::tr("Every object is as the controller wants it. Change one to see its key pass.");
            break;
        case PanelKind::Events:
            s.title = Panels::tr("No Events recorded");
            s.sentence = Panels::tr("The next successful sync records one.");
            break;
        case PanelKind::Pods:
            s.title = Panels::tr("No Pod is running");
            s.sentence = Panels::tr("Pods appear as soon as their phase becomes Running.");
            break;
        case PanelKind::Trace:
            s.title = Panels::tr("No steps yet");
            s.sentence = Panels::tr("The first step is written here as soon as it is taken.");
            break;
        case PanelKind::Metrics:
            s.title = Panels::tr("Nothing measured yet");
            s.sentence = Panels::tr("The first numbers come within a second.");
            break;
    }
    return s;
}

PanelState troubleState(const PanelInput& in, const PipelineStats& stats) {
    const QString problem = shownText(stats.problem);
    switch (stats.reflector) {
        case ReflectorState::Listing:
            return {PanelMode::Loading,
                    Panels::tr("Listing…"),
                    stats.listPage > 1 ? Panels::tr("Page %1, %2 objects so far").arg(stats.listPage).arg(stats.listed)
                                       : Panels::tr("The first page is on its way."),
                    {},
                    PanelAction::None,
                    {}};
        case ReflectorState::Forbidden:
            return {PanelMode::Forbidden,
                    Panels::tr("Not allowed"),
                    problem,
                    Panels::tr("Choose another cluster…"),
                    PanelAction::ChooseTarget,
                    {}};
        case ReflectorState::SignedOut:
            return {PanelMode::SignedOut,
                    Panels::tr("Not signed in"),
                    problem,
                    Panels::tr("Choose another cluster…"),
                    PanelAction::ChooseTarget,
                    {}};
        case ReflectorState::WaitingForResource:
            return {PanelMode::MissingResource,
                    Panels::tr("The resource is not installed"),
                    problem.isEmpty() ? Panels::tr("It starts by itself as soon as the CRD is there.") : problem,
                    in.kind == PanelKind::Students ? Panels::tr("Install it…") : QString(),
                    in.kind == PanelKind::Students ? PanelAction::InstallCrd : PanelAction::None,
                    {}};
        case ReflectorState::BackingOff: {
            QStringList times;
            if (stats.lastEvent) times << Panels::tr("Last word %1 ago.").arg(ageText(in.now - *stats.lastEvent));
            if (stats.backoffUntil) times << Panels::tr("Next try in %1.").arg(spanText(*stats.backoffUntil - in.now));
            return {PanelMode::Offline,
                    Panels::tr("The API server does not answer"),
                    QString(problem + u'\n' + times.join(u' ')).trimmed(),
                    {},
                    PanelAction::None,
                    {}};
        }
        default:
            return {};
    }
}

QString staleText(const PanelInput& in, const PipelineStats& stats) {
    if (in.host != HostState::Running || stats.reflector == ReflectorState::Streaming ||
        stats.reflector == ReflectorState::Listing) {
        return {};
    }
    return stats.lastEvent ? Panels::tr("stale: last word %1 ago").arg(ageText(in.now - *stats.lastEvent))
                           : Panels::tr("stale");
}

}  // namespace

PanelState panelState(const PanelInput& in, const PipelineStats& stats) {
    const bool ofCache = in.kind == PanelKind::Students || in.kind == PanelKind::Pods;
    if (in.rows > 0) {
        PanelState s;
        if (in.kind != PanelKind::Events) s.stale = staleText(in, stats);
        if (in.visible > 0 || !in.filtered) return s;
        return {PanelMode::FilteredOut,
                Panels::tr("Nothing matches the filter"),
                Panels::tr("%n row(s) are hidden.", nullptr, in.rows),
                Panels::tr("Clear filter"),
                PanelAction::ClearFilter,
                s.stale};
    }
    if (in.host == HostState::Stopped || in.host == HostState::Failed) return stoppedState(in.kind);
    if (ofCache) {
        if (const PanelState trouble = troubleState(in, stats); trouble.mode != PanelMode::Rows) return trouble;
        if (!stats.synced) {
            return {PanelMode::Loading,
                    in.host == HostState::Stopping ? Panels::tr("Stopping…") : Panels::tr("Connecting…"),
                    {},
                    {},
                    PanelAction::None,
                    {}};
        }
    }
    const bool ofWork = in.kind == PanelKind::Workqueue || in.kind == PanelKind::Events;
    if (ofWork && !stats.synced) {
        PanelState trouble = troubleState(in, stats);
        if (trouble.mode != PanelMode::Rows && trouble.mode != PanelMode::Loading) {
            trouble.button.clear();  // one button in sight, the cache's
            trouble.action = PanelAction::None;
            return trouble;
        }
        return {PanelMode::Empty,
                in.kind == PanelKind::Workqueue ? Panels::tr("The queue is empty") : Panels::tr("No Events recorded"),
                Panels::tr("Work begins as soon as the objects are listed."),
                {},
                PanelAction::None,
                {}};
    }
    return runningEmpty(in.kind);
}

}  // namespace rollcall
