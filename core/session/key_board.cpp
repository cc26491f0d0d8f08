// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/key_board.h"

#include <algorithm>

namespace rollcall {

KeyBoard::Entry& KeyBoard::entry(const std::string& key) {
    auto [it, added] = m_entries.try_emplace(key);
    if (added) {
        it->second.row.controller = m_controller;
        it->second.row.key = key;
        it->second.place = m_line.end();
    }
    return it->second;
}

const QueueRow* KeyBoard::row(const std::string& key) const {
    const auto it = m_entries.find(key);
    return it == m_entries.end() ? nullptr : &it->second.row;
}

void KeyBoard::touch(Entry& e) {
    if (!std::exchange(e.changed, true)) m_changed.push_back(e.row.key);
}

void KeyBoard::setFlag(bool& flag, int& count, bool value) {
    if (flag == value) return;
    flag = value;
    count += value ? 1 : -1;
}

void KeyBoard::setReady(Entry& e, bool ready) {
    if (e.ready == ready) return;
    e.ready = ready;
    m_lineMoved = true;
    if (ready) {
        e.place = m_line.insert(m_line.end(), e.row.key);
    } else {
        m_line.erase(e.place);
        e.place = m_line.end();
        e.row.position = 0;
    }
}

void KeyBoard::apply(const Transition& t) {
    applyToLane(t);
    if (t.key.empty()) return;
    switch (t.step) {
        case Step::Added:
        case Step::Updated:
        case Step::Deleted:
        case Step::TombstoneDeleted: {
            Entry& e = entry(t.key);
            e.row.lastVersion = t.resourceVersion;
            if (e.row.since != MonoTime{}) touch(e);  // no row for an object that was never queued
            return;
        }
        case Step::Enqueued:
        case Step::Deduplicated:
        case Step::Parked:
        case Step::AddedAfter:
        case Step::MovedEarlier:
        case Step::Got:
        case Step::Done:
        case Step::Discarded: {
            Entry& e = entry(t.key);
            applyToQueue(e, t);
            return settle(e, t.at);
        }
        case Step::SyncSucceeded:
        case Step::SyncFailed:
        case Step::SyncPanicked:
        case Step::Forgotten:
        case Step::GivenUp:
        case Step::Lost: return applyToOutcome(entry(t.key), t);
        default: return;
    }
}

/// Any way into the queue. A delay that has run out ends here too: nothing else in the log says so.
void KeyBoard::added(Entry& e, const Transition& t) {
    if (e.waiting && t.at >= e.row.readyAt) setFlag(e.waiting, m_waiting, false);
}

void KeyBoard::applyToQueue(Entry& e, const Transition& t) {
    switch (t.step) {
        case Step::Enqueued:
            added(e, t);
            // A key that was parked keeps the causes that it collected while its worker was busy.
            if (e.dirty) setFlag(e.dirty, m_parked, false); else e.row.causes = 1, ++m_adds;
            setReady(e, true);
            break;
        case Step::Deduplicated:
            added(e, t);
            ++e.row.causes;
            break;
        case Step::Parked:
            added(e, t);
            e.row.causes = 1;
            ++m_adds;
            setFlag(e.dirty, m_parked, true);
            break;
        case Step::AddedAfter:
        case Step::MovedEarlier:
            if (t.step == Step::AddedAfter) ++m_retries;
            setFlag(e.waiting, m_waiting, true);
            e.row.readyAt = t.at + t.delay;
            e.row.delay = t.delay;
            e.row.retries = t.retries;
            break;
        case Step::Got:
            ++m_gets;
            setReady(e, false);
            setFlag(e.processing, m_processing, true);
            e.row.worker = t.worker;
            break;
        case Step::Done:
            setFlag(e.processing, m_processing, false);
            break;
        case Step::Discarded:
            setReady(e, false);
            setFlag(e.dirty, m_parked, false);
            setFlag(e.waiting, m_waiting, false);
            e.outcome = KeyState::Discarded;
            break;
        default: break;
    }
}

void KeyBoard::applyToOutcome(Entry& e, const Transition& t) {
    switch (t.step) {
        case Step::SyncSucceeded:
            ++e.row.runs;
            e.outcome = KeyState::Synced;
            e.row.lastError.clear();
            e.row.retries = 0;  // success forgets
            break;
        case Step::SyncFailed:
            ++e.row.runs;
            e.outcome = KeyState::Failed;
            e.row.lastError = t.detail;
            break;
        case Step::SyncPanicked:
            ++e.row.runs;
            e.outcome = KeyState::Lost;
            e.row.lastError = "panic: " + t.detail;
            break;
        case Step::GivenUp:
            e.outcome = KeyState::GivenUp;
            e.row.retries = t.retries;
            break;
        case Step::Lost: e.outcome = KeyState::Lost; break;
        default: break;
    }
    settle(e, t.at);
}

/// One word for all that is true of a key: what a worker has in its hands comes first, then the queue, then the heap, then
/// how the last run ended.
void KeyBoard::settle(Entry& e, MonoTime at) {
    const KeyState state = e.processing ? (e.dirty ? KeyState::Parked : KeyState::Processing)
                           : e.ready    ? KeyState::Ready
                           : e.waiting  ? KeyState::Waiting
                                        : e.outcome;
    if (state != e.row.state || e.row.since == MonoTime{}) {
        e.row.state = state;
        e.row.since = at;
    }
    if (!e.processing) e.row.worker = 0;
    touch(e);
}

void KeyBoard::applyToLane(const Transition& t) {
    if (t.worker <= 0) return;
    const auto it = std::find_if(m_lanes.begin(), m_lanes.end(), [&](const WorkerLane& l) { return l.number == t.worker; });
    if (it == m_lanes.end()) {
        if (t.step == Step::WorkerStarted) m_lanes.push_back({t.worker, {}, t.at, {}, {}});
        return;
    }
    switch (t.step) {
        case Step::WorkerStopped: m_lanes.erase(it); break;
        case Step::WorkerStarted: *it = {t.worker, {}, t.at, {}, {}}; break;  // after a panic
        case Step::WorkerRestarting: *it = {t.worker, {}, t.at, t.detail, t.at + t.delay}; break;
        case Step::Got: *it = {t.worker, t.key, t.at, {}, {}}; break;
        case Step::Done: *it = {t.worker, {}, t.at, {}, {}}; break;
        default: break;
    }
}

std::vector<WorkerLane> KeyBoard::lanes() const {
    auto lanes = m_lanes;
    std::sort(lanes.begin(), lanes.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
    return lanes;
}

std::vector<QueueRow> KeyBoard::takeChanged() {
    if (std::exchange(m_lineMoved, false)) {
        int position = 0;
        for (const std::string& key : m_line) {
            if (++position > kPositions) break;
            Entry& e = m_entries.at(key);
            if (e.row.position != position) {
                e.row.position = position;
                touch(e);
            }
        }
    }
    std::vector<QueueRow> rows;
    rows.reserve(m_changed.size());
    for (const std::string& key : m_changed) {
        const auto it = m_entries.find(key);
        if (it == m_entries.end()) continue;
        it->second.changed = false;
        rows.push_back(it->second.row);
    }
    m_changed.clear();
    return rows;
}

std::vector<std::string> KeyBoard::takeFinishedOf(const std::unordered_set<std::string>& goneKeys) {
    std::vector<std::string> finished;
    for (const std::string& key : goneKeys) {
        const auto it = m_entries.find(key);
        if (it == m_entries.end()) continue;
        const Entry& e = it->second;
        if (e.ready || e.dirty || e.processing || e.waiting || e.outcome != KeyState::Synced) continue;
        finished.push_back(key);
        m_entries.erase(it);
    }
    return finished;
}

}  // namespace rollcall
