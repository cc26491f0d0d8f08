// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_host.h"

#include <QTimer>

#include "core/base/time_text.h"

namespace rollcall {

StudentPtr makeStudent(const std::string& ns, const std::string& name, const std::string& spoken,
                       const std::string& school, const std::string& version, const std::string& created) {
    auto student = std::make_shared<Student>();
    student->meta = {name, ns, "uid-" + ns + "-" + name, version, created, {}, 4};
    student->apiVersion = "bolingcavalry.k8s.io/v1";
    student->kind = "Student";
    student->name = spoken;
    student->school = school;
    student->json = R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"creationTimestamp":")" +
                    created + R"(","generation":4,"name":")" + name + R"(","namespace":")" + ns +
                    R"(","resourceVersion":")" + version +
                    R"(","uid":"0b1c6a0e-6c5e-4a57-9f4f-2f6c1a9e8d11"},"spec":{"name":")" + spoken + R"(","school":")" +
                    school + R"("}})";
    return student;
}

FakeHost::FakeHost() : m_clock(std::make_shared<FakeClock>()), m_profiles{studentsCorrected(), podsCorrected()} {
    m_clock->advance(std::chrono::hours(1));
    for (PipelineStats& stats : m_stats) stats.lanes.resize(2);
    for (std::size_t i = 0; i < 2; ++i) m_stats[0].lanes[i].number = m_stats[1].lanes[i].number = int(i) + 1;
}

void FakeHost::later(std::function<void()> what) {
    QTimer::singleShot(0, &m_context, std::move(what));
}

void FakeHost::changed() {
    if (m_onChanged) m_onChanged();
}

Feed FakeHost::drain() {
    ++drains;
    Feed taken;
    std::swap(taken, m_feed);
    return taken;
}

void FakeHost::become(HostState state) {
    m_state = state;
    if (state != HostState::Failed) m_failure.reset();
    m_feed.state = state;
    publishStats();
    changed();
}

void FakeHost::fail(Error error) {
    m_failure = std::move(error);
    m_state = HostState::Failed;
    m_feed.state = m_state;
    publishStats();
    changed();
}

void FakeHost::start() {
    ++starts;
    m_feed.reset = true;
    become(HostState::Starting);
}

void FakeHost::stop() {
    ++stops;
    become(m_state == HostState::Stopping ? HostState::Stopped : HostState::Stopping);
}

void FakeHost::setWorkers(int count) {
    m_workers = count;
    for (PipelineStats& stats : m_stats) {
        stats.lanes.resize(std::size_t(count));
        for (int i = 0; i < count; ++i) stats.lanes[std::size_t(i)].number = i + 1;
    }
    publishStats();
    changed();
}

std::string FakeHost::targetName() const {
    return m_target.kind == Target::Kind::Sandbox ? "Sandbox" : m_target.context;
}

void FakeHost::listTargets(std::vector<std::string> files, std::function<void(TargetChoices)> done) {
    listedFiles = std::move(files);
    later([this, files = listedFiles, done = std::move(done)] {
        TargetChoices found = choices;
        if (found.files.empty()) {
            for (const std::string& file : files) found.files.push_back({file, false, {}});
        }
        done(found);
    });
}

void FakeHost::probe(Target target, std::function<void(TargetReach)> done) {
    probed.push_back(std::move(target));
    later([this, done = std::move(done)] { done(reach); });
}

void FakeHost::installCrd(std::string manifest, std::function<void(Result<Unit>)> done) {
    manifests.push_back(std::move(manifest));
    later([this, done = std::move(done)] {
        if (!nextInstallError) return done(Unit{});
        const Error error = *nextInstallError;
        nextInstallError.reset();
        done(error);
    });
}

void FakeHost::setTarget(Target target, std::function<void(Result<Unit>)> done) {
    later([this, target = std::move(target), done = std::move(done)] {
        if (nextTargetError) {
            const Error error = *nextTargetError;
            nextTargetError.reset();
            m_connected = false;
            return done(error);
        }
        m_target = target;
        m_connected = true;
        done(Unit{});
    });
}

void FakeHost::preflight(std::function<void(std::vector<TargetCheck>)> done) {
    later([this, done = std::move(done)] { done(checks); });
}

Result<std::string> FakeHost::writeSandboxKubeconfig(const std::string& file) {
    if (kubeconfigError) return *kubeconfigError;
    return file;
}

void FakeHost::write(const StudentEdit& edit, bool dryRun, const Done& done) {
    dryRun ? ++dryRuns : 0;
    later([this, edit, dryRun, done] {
        if (nextWriteError) {
            const Error error = *nextWriteError;
            nextWriteError.reset();
            return done(error);
        }
        if (!dryRun) writes.push_back(edit);
        done(ObjectPtr(makeStudent(edit.ns, edit.name, "", "", "2", "2026-01-01T00:00:00Z")));
    });
}

void FakeHost::deleteStudent(const std::string& ns, const std::string& name, Done done) {
    later([this, ns, name, done = std::move(done)] {
        if (nextWriteError) return done(*nextWriteError);
        deleted.push_back(ns + '/' + name);
        done(ObjectPtr(makeStudent(ns, name, "", "", "2", "2026-01-01T00:00:00Z")));
    });
}

void FakeHost::getStudent(const std::string& ns, const std::string& name, Done done) {
    later([this, key = ns + '/' + name, done = std::move(done)] {
        const auto it = server.find(key);
        if (it != server.end()) return done(it->second);
        Error missing = makeError(ErrorKind::Api, "students.bolingcavalry.k8s.io \"" + key + "\" not found");
        missing.httpStatus = 404;
        missing.reason = "NotFound";
        done(missing);
    });
}

void FakeHost::putStudent(const std::string& ns, const std::string& name, const std::string& spoken,
                          const std::string& school, const std::string& version, Duration age) {
    const StudentPtr student = makeStudent(ns, name, spoken, school, version, formatRfc3339(wallNow() - age));
    server[ns + '/' + name] = student;
    m_feed.students.push_back({student});
}

void FakeHost::putPod(const std::string& ns, const std::string& name, const std::string& node, Duration age,
                      bool left) {
    auto pod = std::make_shared<Pod>();
    pod->meta = {name, ns, "uid-" + name, "10300", formatRfc3339(wallNow() - age), {}, 0};
    pod->apiVersion = "v1";
    pod->kind = "Pod";
    pod->phase = "Running";
    pod->nodeName = node;
    pod->json = R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name + R"(","namespace":")" + ns +
                R"(","resourceVersion":"10300"},"spec":{"nodeName":")" + node + R"("},"status":{"phase":"Running"}})";
    m_feed.pods.push_back({pod, left, wallNow()});
}

QueueRow& FakeHost::putQueue(const std::string& key, KeyState state, ControllerId controller) {
    QueueRow row;
    row.controller = controller;
    row.key = key;
    row.state = state;
    row.since = now() - std::chrono::milliseconds(420);
    m_feed.queue.push_back(row);
    return m_feed.queue.back();
}

EventRow& FakeHost::putEvent(const std::string& key, Duration ago, PostState post) {
    EventRow row;
    row.id = key + "." + std::to_string(ago.count());
    row.first = row.last = wallNow() - ago;
    row.type = "Normal";
    row.reason = "Synced";
    row.objectKind = "Student";
    row.objectKey = key;
    row.message = "Student synced successfully";
    row.component = "student-controller";
    row.post = post;
    m_feed.events.push_back(row);
    return m_feed.events.back();
}

std::uint64_t FakeHost::step(Step what, const std::string& key, Duration ago, Duration delay, int retries, int worker,
                             const std::string& detail, std::uint64_t cause) {
    Transition t;
    t.seq = ++m_seq;
    t.cause = cause;
    t.at = now() - ago;
    t.step = what;
    t.key = key;
    t.resourceVersion = "10482";
    t.delay = delay;
    t.retries = retries;
    t.worker = worker;
    t.detail = detail;
    m_feed.transitions.push_back(t);
    return t.seq;
}

Error apiError(int status, const char* reason, const char* message) {
    Error error = makeError(ErrorKind::Api, message);
    error.httpStatus = status;
    error.reason = reason;
    return error;
}

}  // namespace rollcall
