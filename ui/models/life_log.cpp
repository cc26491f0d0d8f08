// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/life_log.h"

#include <QCoreApplication>

#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"

namespace rollcall {

namespace {

struct Life {
    Q_DECLARE_TR_FUNCTIONS(Life)
};

QString withDetail(const QString& sentence, const Transition& t) {
    return t.detail.empty() ? sentence : Life::tr("%1: %2", "sentence: detail").arg(sentence, shownText(t.detail));
}

QString watchSentence(const Transition& t) {
    const QString rv = shownText(t.resourceVersion);
    switch (t.step) {
        case Step::Added:
            return Life::tr("added to the store, RV %1").arg(rv);
        case Step::Updated:
            return Life::tr("updated in the store, RV %1").arg(rv);
        case Step::Deleted:
            return Life::tr("deleted from the store");
        case Step::TombstoneDeleted:
            return Life::tr("missing from a new list: deleted (tombstone)");
        case Step::Resync:
            return Life::tr("resync: told again as it is");
        case Step::Coalesced:
            return withDetail(Life::tr("its events were taken together"), t);
        case Step::SuppressedEqualVersion:
            return Life::tr("resync with equal RV: suppressed");
        default:
            return {};
    }
}

QString queueSentence(const Transition& t) {
    switch (t.step) {
        case Step::Enqueued:
            return Life::tr("added to the queue");
        case Step::Deduplicated:
            return Life::tr("added again: already in the queue");
        case Step::Parked:
            return Life::tr("changed while processing: parked until Done");
        case Step::AddedAfter:
            return Life::tr("to be added in %1").arg(spanText(t.delay));
        case Step::MovedEarlier:
            return Life::tr("its delay now ends earlier, in %1").arg(spanText(t.delay));
        case Step::DelayKept:
            return Life::tr("already waiting for an earlier time");
        case Step::Got:
            return Life::tr("taken by worker %1").arg(t.worker);
        case Step::Done:
            return Life::tr("Done by worker %1").arg(t.worker);
        case Step::Requeued:
            return Life::tr("requeued, retry %1 in %2").arg(t.retries).arg(spanText(t.delay));
        case Step::Forgotten:
            return Life::tr("Forget: retry count back to 0");
        case Step::GivenUp:
            return withDetail(Life::tr("gave up after %n retries", nullptr, t.retries), t);
        case Step::Lost:
            return withDetail(Life::tr("failed and not requeued: lost until its next change"), t);
        case Step::IgnoredShuttingDown:
            return Life::tr("ignored: the queue is shutting down");
        case Step::Discarded:
            return Life::tr("discarded with the delay heap at Stop");
        default:
            return {};
    }
}

QString eventSentence(const Transition& t) {
    switch (t.step) {
        case Step::EventRecorded:
            return withDetail(Life::tr("Event recorded"), t);
        case Step::EventDroppedFull:
            return Life::tr("Event dropped: the recorder's queue is full");
        case Step::EventAggregated:
            return Life::tr("Event combined with similar ones");
        case Step::EventCounted:
            return Life::tr("Event merged into an earlier one: count raised");
        case Step::EventSpamFiltered:
            return Life::tr("Event held back by the spam filter");
        case Step::EventPosted:
            return Life::tr("Event created in the API server");
        case Step::EventPatched:
            return Life::tr("Event's count patched in the API server");
        case Step::EventRetried:
            return withDetail(Life::tr("Event is sent again"), t);
        case Step::EventRefused:
            return withDetail(Life::tr("Event refused by the API server"), t);
        case Step::EventDropped:
            return Life::tr("Event dropped: the recorder was stopped first");
        default:
            return {};
    }
}

bool isWatchEvent(Step step) {
    return step == Step::Added || step == Step::Updated || step == Step::Deleted || step == Step::TombstoneDeleted;
}

}  // namespace

void LifeLog::add(const std::vector<Transition>& transitions) {
    for (const Transition& t : transitions) {
        if (!t.key.empty()) m_kept.push_back(t);  // steps without a key belong to no life
    }
    while (m_kept.size() > kCapacity) m_kept.pop_front();
}

std::vector<Transition> LifeLog::of(ControllerId controller, std::string_view key, std::size_t limit) const {
    std::vector<Transition> life;
    for (auto it = m_kept.rbegin(); it != m_kept.rend() && life.size() < limit; ++it) {
        if (it->controller == controller && it->key == key) life.push_back(*it);
    }
    std::reverse(life.begin(), life.end());
    return life;
}

VisualState visualOf(Step step) {
    switch (step) {
        case Step::Added:
        case Step::Updated:
        case Step::Enqueued:
            return VisualState::Ready;
        case Step::Deleted:
        case Step::TombstoneDeleted:
            return VisualState::Left;
        case Step::Parked:
            return VisualState::Parked;
        case Step::AddedAfter:
        case Step::MovedEarlier:
        case Step::Requeued:
            return VisualState::Waiting;
        case Step::Got:
            return VisualState::Processing;
        case Step::SyncSucceeded:
            return VisualState::Synced;
        case Step::SyncFailed:
        case Step::SyncPanicked:
            return VisualState::Failed;
        case Step::GivenUp:
            return VisualState::GivenUp;
        case Step::Lost:
            return VisualState::Lost;
        case Step::Discarded:
            return VisualState::Discarded;
        case Step::EventPosted:
        case Step::EventPatched:
            return VisualState::Posted;
        case Step::EventRefused:
            return VisualState::Refused;
        default:
            return VisualState::None;
    }
}

QString stepMark(const Transition& t) {
    switch (t.step) {
        case Step::Added:
            return Life::tr("add");
        case Step::Updated:
            return Life::tr("edit");
        case Step::Deleted:
        case Step::TombstoneDeleted:
            return Life::tr("delete");
        case Step::Got:
            return Life::tr("run");
        case Step::SyncFailed:
        case Step::SyncPanicked:
            return QStringLiteral("✕");
        case Step::SyncSucceeded:
            return QStringLiteral("✓");
        case Step::Requeued:
        case Step::AddedAfter:
            return spanText(t.delay);
        default:
            return {};
    }
}

QString stepSentence(const Transition& t) {
    for (const QString& sentence : {watchSentence(t), queueSentence(t), eventSentence(t)}) {
        if (!sentence.isEmpty()) return sentence;
    }
    if (t.step == Step::SyncSucceeded) return Life::tr("synced in %1").arg(spanText(t.delay));
    if (t.step == Step::SyncFailed) return withDetail(Life::tr("sync failed after %1").arg(spanText(t.delay)), t);
    if (t.step == Step::SyncPanicked) return withDetail(Life::tr("panicked after %1").arg(spanText(t.delay)), t);
    return rawText(stepName(t.step));
}

QString lifeSummary(const std::vector<Transition>& life) {
    int events = 0, runs = 0, retries = 0;
    for (const Transition& t : life) {
        events += isWatchEvent(t.step) ? 1 : 0;
        runs += t.step == Step::Got ? 1 : 0;
        retries += t.step == Step::Requeued ? 1 : 0;
    }
    return Life::tr("Life of the key: %1 → %2 → %3")
        .arg(Life::tr("%n watch event(s)", nullptr, events), Life::tr("%n run(s)", nullptr, runs),
             retries == 1 ? Life::tr("1 retry") : Life::tr("%n retries", nullptr, retries));
}

}  // namespace rollcall
