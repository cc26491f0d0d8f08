// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/lineage.h"

#include <algorithm>
#include <set>

namespace rollcall {

namespace {

bool isAdd(Step step) { return step == Step::Enqueued || step == Step::Deduplicated || step == Step::Parked; }
bool isDelay(Step step) { return step == Step::AddedAfter || step == Step::MovedEarlier || step == Step::DelayKept; }

class Search {
public:
    explicit Search(const std::vector<Transition>& log) : m_log(log) {}

    void run(std::uint64_t gotSeq) {
        const Transition* got = at(gotSeq);
        if (!got || got->step != Step::Got) {
            m_found.complete = false;
            return;
        }
        // Every add of the key since it was last taken went into this run.
        bool begins = false;
        for (std::size_t i = index(gotSeq); i-- > 0;) {
            const Transition& t = m_log[i];
            if (!same(t, *got)) continue;
            if (t.step == Step::Got) {
                begins = true;
                break;
            }
            if (isAdd(t.step)) follow(t, i);
        }
        // The first run of a key has no Got before it; whether one was forgotten, only an add that begins the entry can tell.
        if (!begins && m_log.front().seq > 1) m_found.complete = m_found.complete && !m_events.empty();
    }

    Lineage take() {
        m_found.events.assign(m_events.begin(), m_events.end());
        m_found.retryOf.assign(m_runs.begin(), m_runs.end());
        return std::move(m_found);
    }

private:
    std::size_t index(std::uint64_t seq) const { return static_cast<std::size_t>(seq - m_log.front().seq); }
    const Transition* at(std::uint64_t seq) const {
        if (m_log.empty() || seq < m_log.front().seq || seq > m_log.back().seq) return nullptr;
        return &m_log[index(seq)];
    }

    void follow(const Transition& add, std::size_t where) {
        if (add.cause != 0) return followCause(add.cause);
        // From Done (it was parked, and the Parked has its causes) or from the delay heap, whose entry began with AddedAfter.
        if (add.step == Step::Enqueued && wasParked(add, where)) return;
        for (std::size_t i = where; i-- > 0;) {
            const Transition& t = m_log[i];
            if (!same(t, add) || !isDelay(t.step)) continue;
            followCause(t.cause);
            if (t.step == Step::AddedAfter) return;
        }
        m_found.complete = false;
    }

    bool wasParked(const Transition& add, std::size_t where) const {
        bool done = false;
        for (std::size_t i = where; i-- > 0;) {
            const Transition& t = m_log[i];
            if (!same(t, add)) continue;
            if (!done && t.step != Step::Done) return false;  // Done queues a parked key in the same breath
            done = true;
            if (t.step == Step::Parked) return true;
            if (t.step == Step::Got) return false;
        }
        return false;
    }

    static bool same(const Transition& a, const Transition& b) { return a.controller == b.controller && a.key == b.key; }

    void followCause(std::uint64_t seq) {
        const Transition* t = at(seq);
        if (!t) {
            m_found.complete = false;
        } else if (isWatchEvent(t->step)) {
            m_events.insert(seq);
        } else if (t->step == Step::Got) {
            if (m_runs.insert(seq).second) run(seq);
        } else {
            followCause(t->cause);  // SyncFailed and the like: on to the run that failed
        }
    }

    const std::vector<Transition>& m_log;
    std::set<std::uint64_t> m_events, m_runs;
    Lineage m_found;
};

}  // namespace

bool isWatchEvent(Step step) {
    return step == Step::Added || step == Step::Updated || step == Step::Deleted || step == Step::TombstoneDeleted ||
           step == Step::Resync;
}

Lineage lineageOf(const std::vector<Transition>& log, std::uint64_t gotSeq) {
    Search search(log);
    search.run(gotSeq);
    return search.take();
}

}  // namespace rollcall
