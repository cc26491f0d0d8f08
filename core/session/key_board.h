// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <list>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/session/feed.h"
#include "core/trace/transition.h"

namespace rollcall {

/// Where every key of one controller is, worked out from the transition log alone: nothing here asks the queue, so the board
/// can be replayed. A key keeps its row after it left the queue, so that the end can be read.
/// **Thread**: one at a time.
class KeyBoard {
public:
    explicit KeyBoard(ControllerId controller) : m_controller(controller) {}

    void apply(const Transition& t);
    /// Rows that changed since the last call, each once; the first kPositions places in line are kept up to date.
    std::vector<QueueRow> takeChanged();
    /// The object is gone and the queue has no more work with it: the row may be forgotten.
    std::vector<std::string> takeFinishedOf(const std::unordered_set<std::string>& goneKeys);

    int ready() const { return static_cast<int>(m_line.size()); }
    int waiting() const { return m_waiting; }
    int parked() const { return m_parked; }
    int processing() const { return m_processing; }
    std::int64_t adds() const { return m_adds; }
    std::int64_t gets() const { return m_gets; }
    std::int64_t retries() const { return m_retries; }
    /// Lanes that run, by number.
    std::vector<WorkerLane> lanes() const;
    const QueueRow* row(const std::string& key) const;

    static constexpr int kPositions = 100;

private:
    struct Entry {
        QueueRow row;
        bool ready = false, dirty = false, processing = false, waiting = false;
        KeyState outcome = KeyState::Synced;
        std::list<std::string>::iterator place;
        bool changed = false;
    };

    Entry& entry(const std::string& key);
    void applyToLane(const Transition& t);
    void applyToQueue(Entry& e, const Transition& t);
    void applyToOutcome(Entry& e, const Transition& t);
    void added(Entry& e, const Transition& t);
    void setReady(Entry& e, bool ready);
    void setFlag(bool& flag, int& count, bool value);
    void settle(Entry& e, MonoTime at);
    void touch(Entry& e);

    const ControllerId m_controller;
    std::unordered_map<std::string, Entry> m_entries;
    std::list<std::string> m_line;  // ready keys in their order
    std::vector<std::string> m_changed;
    std::vector<WorkerLane> m_lanes;
    int m_waiting = 0, m_parked = 0, m_processing = 0;
    std::int64_t m_adds = 0, m_gets = 0, m_retries = 0;
    bool m_lineMoved = false;
};

}  // namespace rollcall
