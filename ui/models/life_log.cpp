// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/life_log.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/trace/lineage.h"
#include "ui/models/plain_text.h"
#include "ui/models/step_words.h"
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

}  // namespace

std::string LifeLog::idOf(ControllerId controller, std::string_view key) {
    std::string id(1, controller == ControllerId::Students ? 's' : 'p');
    return id.append(key);
}

void LifeLog::clear() {
    m_kept.clear();
    m_lives.clear();
    m_dropped = 0;
}

std::size_t LifeLog::surplus(std::size_t coming) const {
    const std::size_t all = m_kept.size() + coming;
    return all > kCapacity + kSlack ? std::min(m_kept.size(), all - kCapacity) : 0;
}

void LifeLog::dropOldest(std::size_t count) {
    for (; count > 0; --count) {
        if (const Transition& t = m_kept.front(); !t.key.empty()) {
            const auto life = m_lives.find(idOf(t.controller, t.key));
            life->second.pop_front();
            if (life->second.empty()) m_lives.erase(life);
        }
        m_kept.pop_front();
        ++m_dropped;
    }
}

void LifeLog::add(const std::vector<Transition>& transitions) {
    dropOldest(surplus(transitions.size()));
    const std::size_t skip = transitions.size() > kCapacity ? transitions.size() - kCapacity : 0;
    for (std::size_t i = skip; i < transitions.size(); ++i) {
        const Transition& t = transitions[i];
        if (!t.key.empty()) m_lives[idOf(t.controller, t.key)].push_back(m_dropped + m_kept.size());
        m_kept.push_back(t);
    }
}

std::ptrdiff_t LifeLog::indexOf(std::uint64_t seq) const {
    const auto it = std::lower_bound(m_kept.begin(), m_kept.end(), seq,
                                     [](const Transition& t, std::uint64_t wanted) { return t.seq < wanted; });
    return it == m_kept.end() || it->seq != seq ? -1 : it - m_kept.begin();
}

std::vector<Transition> LifeLog::of(ControllerId controller, std::string_view key, std::size_t limit) const {
    std::vector<Transition> life;
    const auto it = m_lives.find(idOf(controller, key));
    if (it == m_lives.end()) return life;
    const auto& places = it->second;
    for (std::size_t i = places.size() > limit ? places.size() - limit : 0; i < places.size(); ++i)
        life.push_back(m_kept[std::size_t(places[i] - m_dropped)]);
    return life;
}

std::vector<Transition> LifeLog::upTo(std::uint64_t seq, std::size_t limit) const {
    const std::ptrdiff_t last = indexOf(seq);
    if (last < 0) return {};
    const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, last + 1 - std::ptrdiff_t(limit));
    return {m_kept.begin() + first, m_kept.begin() + last + 1};
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
    return withDetail(stepWords(t.step), t);
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
