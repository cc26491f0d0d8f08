// SPDX-License-Identifier: GPL-3.0-or-later
#include "story.h"

namespace rollcall {

using namespace std::chrono_literals;

namespace {

void students(FakeHost& host) {
    host.putStudent("default", "object-student", "张三", "深圳中学", "10482", 4min);
    host.putStudent("class-2", "chen", "陈晨", "南山小学", "10481", 4min);
    host.putStudent("default", "wangwu", "王五", "红星小学", "10479", 2min);
    host.putStudent("class-2", "li-si", "李四", "南山小学", "10475", 2min);
    host.putStudent("class-1", "zhao", "赵敏", "实验中学", "10470", 80s);
    host.putStudent("class-1", "qian", "钱进", "实验中学", "10444", 70s);
    host.putStudent("class-1", "sun", "孙立", "实验中学", "10441", 60s);
    host.putStudent("class-3", "zhou", "周杰", "外国语学校", "10440", 59s);
    host.putStudent("class-3", "wu", "吴迪", "外国语学校", "10432", 58s);
    host.putStudent("class-3", "zheng", "郑爽", "外国语学校", "10431", 40s);
    host.putStudent("class-3", "feng", "冯绍峰", "外国语学校", "10429", 31s);
    host.putStudent("class-3", "jiang", "蒋欣", "外国语学校", "10420", 12s);
}

void reflector(FakeHost& host, ControllerId id, std::int64_t objects) {
    PipelineStats& p = host.stats(id);
    p.reflector = ReflectorState::Streaming;
    p.listed = p.objects = objects;
    p.lastEvent = host.now() - 400ms;
    p.lastBookmark = host.now() - 41s;
    p.watchSince = host.now() - 192s;
    p.watchTimeout = 460s;
    p.nextResync = host.now() + (id == ControllerId::Students ? Duration(12s) : Duration(521s));
    p.serverVersion = p.cacheVersion = p.syncedVersion = "10482";
    p.added = objects;
    p.synced = true;
}

void queue(FakeHost& host) {
    const MonoTime now = host.now();
    QueueRow& waiting = host.putQueue("default/object-student", KeyState::Waiting);
    waiting.retries = 3;
    waiting.delay = 2s;
    waiting.readyAt = now + 1240ms;
    waiting.lastError = "injected: sync failed";
    waiting.lastVersion = "10482";
    QueueRow& soon = host.putQueue("class-1/zhao", KeyState::Waiting);
    soon.retries = 1;
    soon.delay = 200ms;
    soon.readyAt = now + 40ms;
    soon.lastError = "409 Conflict";
    QueueRow& parked = host.putQueue("class-2/chen", KeyState::Parked);
    parked.worker = 1;
    parked.causes = 2;
    QueueRow& next = host.putQueue("default/wangwu", KeyState::Ready);
    next.position = 1;
    next.causes = 3;
    host.putQueue("class-2/li-si", KeyState::Ready).position = 2;
    QueueRow& gone = host.putQueue("class-3/zhou", KeyState::GivenUp);
    gone.retries = 5;
    gone.lastError = "injected: sync failed";
    for (const char* key :
         {"class-1/qian", "class-1/sun", "class-3/wu", "class-3/zheng", "class-3/feng", "class-3/jiang"}) {
        QueueRow& done = host.putQueue(key, KeyState::Synced);
        done.runs = 1;
        done.since = now - 9s;
    }
}

void events(FakeHost& host) {
    host.putEvent("class-2/chen", 400ms, PostState::Posted).count = 2;
    host.putEvent("class-2/li-si", 1s, PostState::Posted);
    host.putEvent("default/wangwu", 3s, PostState::Merged).count = 7;
    EventRow& refused = host.putEvent("class-3/zhou", 9s, PostState::Refused);
    refused.type = "Warning";
    refused.reason = "SyncFailed";
    refused.message = "gave up after 5 retries: injected: sync failed";
    refused.httpStatus = 429;
    refused.postError = "too many requests";
    host.putEvent("class-1/qian", 12s, PostState::Posted);
    host.putEvent("class-1/sun", 14s, PostState::Pending);
    host.putEvent("class-3/wu", 20s, PostState::Filtered);
    host.putEvent("default/object-student", 50s, PostState::Posted).count = 3;
}

void life(FakeHost& host) {
    const std::string key = "default/object-student", error = "injected: sync failed";
    host.step(Step::EngineStarted, "", 6s);
    host.step(Step::ListStarted, "", 5900ms);
    host.step(Step::ListDone, "", 5800ms, {}, 0, 0, "12 objects");
    host.step(Step::WatchStarted, "", 5700ms);
    std::uint64_t add = host.step(Step::Added, key, 4s);
    add = host.step(Step::Enqueued, key, 4s, {}, 0, 0, {}, add);
    const std::uint64_t edit = host.step(Step::Updated, key, 3950ms);
    host.step(Step::Deduplicated, key, 3950ms, {}, 0, 0, {}, edit);
    std::uint64_t got = host.step(Step::Got, key, 3900ms, {}, 0, 1, {}, add);
    int retries = 0;
    for (const auto& [ago, delay] : {std::pair(3800ms, 5ms), std::pair(3700ms, 10ms), std::pair(800ms, 2000ms)}) {
        const std::uint64_t failed = host.step(Step::SyncFailed, key, ago, 11ms, retries, 1 + retries % 2, error, got);
        host.step(Step::AddedAfter, key, ago, delay, ++retries, 0, {}, failed);
        host.step(Step::Requeued, key, ago, delay, retries, 0, {}, failed);
        host.step(Step::Done, key, ago, {}, 0, 1 + (retries - 1) % 2, {}, got);
        if (retries == 3) break;
        host.step(Step::Enqueued, key, ago - 20ms);
        got = host.step(Step::Got, key, ago - 30ms, {}, retries, 1 + retries % 2);
    }
    for (const char* other : {"class-2/chen", "class-1/qian", "class-1/sun", "class-3/wu", "class-3/zheng"}) {
        const std::uint64_t seen = host.step(Step::Added, other, 700ms);
        const std::uint64_t queued = host.step(Step::Enqueued, other, 700ms, {}, 0, 0, {}, seen);
        const std::uint64_t run = host.step(Step::Got, other, 690ms, {}, 0, 2, {}, queued);
        host.step(Step::SyncSucceeded, other, 680ms, 10ms, 0, 2, {}, run);
        host.step(Step::EventRecorded, other, 680ms, {}, 0, 0, "Synced", run);
        host.step(Step::Done, other, 680ms, {}, 0, 2, {}, run);
        host.step(Step::EventPosted, other, 660ms);
    }
}

void pods(FakeHost& host) {
    host.putPod("default", "nginx-7c5d", "node-a", 4min);
    host.putPod("default", "redis-0", "node-b", 4min);
    host.putPod("class-1", "grader-2x9f", "node-a", 31s);
    host.putPod("kube-system", "coredns-7db6d8ff4d-x2k9p", "node-b", 3h);
    host.putPod("class-1", "grader-8k2m", "node-a", 2min, true);
}

void numbers(FakeHost& host) {
    PipelineStats& p = host.stats(ControllerId::Students);
    p.updated = 31;
    p.deleted = 2;
    p.equalVersion = 24;
    p.ready = p.waiting = 2;
    p.parked = p.processing = 1;
    p.adds = 45;
    p.gets = 149;
    p.retries = 9;
    p.lanes = {{1, "class-2/chen", host.now() - 420ms, {}, {}}, {2, "", host.now() - 3s, {}, {}}};
    p.done = 143;
    p.failed = 6;
    p.givenUp = 1;
    p.p50 = 11ms;
    p.p99 = 480ms;
    p.recorded = 43;
    p.merged = 12;
    p.posted = 31;
    p.metrics = {3, 45, 9, {0, 2, 11, 30, 61, 32, 9, 4, 0, 0, 0}, {0, 0, 3, 20, 71, 40, 11, 4, 0, 0, 0}, 3.1, 2.4, 149, 149, 0.42, 0.42};
    PipelineStats& q = host.stats(ControllerId::Pods);
    q.metrics = {0, 8, 0, {0, 1, 3, 4, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 2, 5, 1, 0, 0, 0, 0, 0}, 0.01, 0.05, 8, 8, 0, 0};
    q.done = q.gets = q.adds = 8;
}

}  // namespace

void playBusyClass(FakeHost& host) {
    students(host);
    pods(host);
    reflector(host, ControllerId::Students, 12);
    reflector(host, ControllerId::Pods, 4);
    queue(host);
    events(host);
    life(host);
    numbers(host);
    host.become(HostState::Running);
}

void playQuietClass(FakeHost& host) {
    students(host);
    reflector(host, ControllerId::Students, 12);
    reflector(host, ControllerId::Pods, 0);
    host.become(HostState::Running);
}

}  // namespace rollcall
