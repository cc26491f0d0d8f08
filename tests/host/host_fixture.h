// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QTest>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/session/host.h"

namespace rollcall::test {

/// A ControllerHost with its feeds gathered, as the window gathers them.
struct HostFixture {
    explicit HostFixture(ControllerHost::Options options = {}) : host(ControllerHost::create(std::move(options))) {
        host->setOnChanged([this] { take(); });
    }

    /// The result of setTarget, waited for.
    Result<Unit> open(Target target = {}) {
        std::optional<Result<Unit>> result;
        host->setTarget(std::move(target), [&](Result<Unit> r) { result = r; });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), 20'000); }();
        return result ? *result : Result<Unit>(makeError(ErrorKind::Internal, "no answer"));
    }
    Result<ObjectPtr> wait(const std::function<void(ControllerHost::Done)>& action) {
        std::optional<Result<ObjectPtr>> result;
        action([&](Result<ObjectPtr> r) { result = std::move(r); });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), 20'000); }();
        return result ? *result : Result<ObjectPtr>(makeError(ErrorKind::Internal, "no answer"));
    }
    void take() {
        Feed feed = host->drain();
        if (feed.reset) {
            students.clear();
            pods.clear();
            events.clear();
            queue.clear();
        }
        for (auto& row : feed.students) students[row.object->meta.key()] = row.object;
        for (auto& key : feed.studentsRemoved) students.erase(key);
        for (auto& row : feed.pods) pods[row.object->meta.key()] = row;
        for (auto& row : feed.events) events[row.id] = row;
        for (auto& row : feed.queue) queue[{row.controller, row.key}] = row;
        for (auto& key : feed.queueRemoved) queue.erase(key);
        if (feed.pipeline) pipeline = *feed.pipeline;
        for (auto& notice : feed.notices) notices.push_back(notice);
    }
    int synced() const {
        int n = 0;
        for (const auto& [key, row] : queue) n += key.first == ControllerId::Students && row.state == KeyState::Synced;
        return n;
    }
    int posted() const {
        int n = 0;
        for (const auto& [id, row] : events) n += row.post == PostState::Posted || row.post == PostState::Merged;
        return n;
    }

    std::unique_ptr<ControllerHost> host;
    std::map<std::string, StudentPtr> students;
    std::map<std::string, PodRow> pods;
    std::map<std::string, EventRow> events;
    std::map<std::pair<ControllerId, std::string>, QueueRow> queue;
    std::array<PipelineStats, kControllerCount> pipeline;
    std::vector<std::string> notices;
};

/// What must not grow from one Start to the next.
inline int countEntries(const char* folder) { return static_cast<int>(QDir(QString::fromLatin1(folder)).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size()); }
inline int threadCount() { return countEntries("/proc/self/task"); }
inline int descriptorCount() { return countEntries("/proc/self/fd"); }

}  // namespace rollcall::test
