// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <atomic>
#include <thread>

#include "core/base/loop_thread.h"
#include "informer_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

/// Rebuilds a cache of its own and notices what cannot be: an addition of the known, a change of the unknown.
struct Mirror : ResourceEventHandler {
    std::map<std::string, std::string> objects;
    int impossible = 0;
    void onAdd(const Notification& n) override {
        if (!objects.emplace(n.after->meta.key(), n.after->meta.resourceVersion).second) ++impossible;
    }
    void onUpdate(const Notification& n) override {
        const auto it = objects.find(n.after->meta.key());
        if (it == objects.end())
            ++impossible;
        else
            it->second = n.after->meta.resourceVersion;
    }
    void onDelete(const Notification& n) override {
        if (objects.erase(n.before->meta.key()) == 0) ++impossible;
    }
};

std::function<void(std::function<void()>)> on(const std::shared_ptr<LoopThread>& thread) {
    return [thread](std::function<void()> task) { thread->post(std::move(task)); };
}

}  // namespace

/// Handlers on threads of their own, that come and go while the informer works: client-go shared_informer_test.go,
/// TestSharedInformerHandlerAbuse, StartRace, InitializationRace, RemoveWhileActive, AddWhileActive,
/// SynchronousShutdown.
class TestInformerThreads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lateHandlersMissNothingAndHearNothingTwice();
    void handlersComeAndGoWhileItWorks();
    void removalWaitsForTheCallUnderWay();
    void addingRacesWithTheStart();

private:
    struct Running {
        Running() {
            rig.target.type = &studentResource();
            thread->runAndWait([this] {
                rig.informer = std::make_unique<Informer>(rig.target, rig.options, rig.transport, rig.clock, rig.log,
                                                          on(thread), [] { return 0.0; });
            });
        }
        ~Running() {
            thread->runAndWait([this] { rig.informer->stop(); });
            thread->stop();
        }
        void start() {
            thread->runAndWait([this] {
                rig.informer->start();
                rig.sync();
            });
        }
        void play(const std::string& line) {
            thread->runAndWait([&] { rig.transport.line(line); });
        }
        std::shared_ptr<LoopThread> thread = std::make_shared<LoopThread>("informer");
        InformerRig rig;
    };
    /// 26 students that are made, changed and removed.
    static std::string step(int i) {
        const std::string name(1, static_cast<char>('a' + i % 26));
        const char* types[] = {"ADDED", "MODIFIED", "DELETED"};
        return change(types[i / 26 % 3], student("s" + name, std::to_string(1000 + i)));
    }
};

void TestInformerThreads::lateHandlersMissNothingAndHearNothingTwice() {
    Running r;
    r.start();
    const auto home = std::make_shared<LoopThread>("handlers");
    std::vector<std::unique_ptr<Mirror>> mirrors;
    std::thread adder([&] {
        for (int i = 0; i < 20; ++i) {
            mirrors.push_back(std::make_unique<Mirror>());
            HandlerOptions options;
            options.post = on(home);
            QVERIFY(r.rig.informer->addHandler(mirrors.back().get(), std::move(options)));
        }
    });
    constexpr int kSteps = 26 * 3 * 4 + 30;
    for (int i = 0; i < kSteps; ++i) r.play(step(i));
    adder.join();
    home->runAndWait([] {});
    std::map<std::string, std::string> expected;
    for (const ObjectPtr& o : r.rig.informer->store().list()) expected[o->meta.key()] = o->meta.resourceVersion;
    for (const auto& mirror : mirrors) {
        QCOMPARE(mirror->impossible, 0);
        QVERIFY(mirror->objects == expected);
    }
    r.thread->runAndWait([&] { r.rig.informer->stop(); });
    home->stop();
}

void TestInformerThreads::handlersComeAndGoWhileItWorks() {
    Running r;
    r.start();
    std::atomic<bool> done{false};
    std::atomic<int> impossible{0};
    std::vector<std::thread> workers;
    for (int w = 0; w < 3; ++w) {
        workers.emplace_back([&, w] {
            const auto home = std::make_shared<LoopThread>("handlers");
            while (!done.load()) {
                Mirror mirror;
                HandlerOptions options;
                if (w > 0) options.post = on(home);  // the first one lives on the informer's thread
                const auto handle = r.rig.informer->addHandler(&mirror, std::move(options));
                r.rig.informer->removeHandler(handle);
                if (!handle->isFinished()) ++impossible;
                impossible += mirror.impossible;  // nobody calls it any more: it may go
            }
            home->stop();
        });
    }
    for (int i = 0; i < 300; ++i) r.play(step(i));
    done.store(true);
    for (auto& worker : workers) worker.join();
    QCOMPARE(impossible.load(), 0);
    QCOMPARE(r.rig.informer->handlerCount(), 0u);
}

void TestInformerThreads::removalWaitsForTheCallUnderWay() {
    struct Blocking : Mirror {
        std::atomic<bool> entered{false}, go{false}, left{false};
        void onAdd(const Notification&) override {
            entered.store(true);
            while (!go.load()) std::this_thread::yield();
            left.store(true);
        }
    } blocking;
    Running r;
    const auto home = std::make_shared<LoopThread>("handlers");
    HandlerOptions options;
    options.post = on(home);
    const auto handle = r.rig.informer->addHandler(&blocking, std::move(options));
    r.start();
    while (!blocking.entered.load()) std::this_thread::yield();
    r.rig.informer->removeHandler(handle, false);
    QVERIFY(!handle->isFinished());
    std::thread release([&] { blocking.go.store(true); });
    r.rig.informer->removeHandler(handle);  // removed already, but its call is still under way
    QVERIFY(blocking.left.load() && handle->isFinished());
    release.join();
    home->stop();
}

void TestInformerThreads::addingRacesWithTheStart() {
    for (int round = 0; round < 10; ++round) {
        Running r;
        const auto home = std::make_shared<LoopThread>("handlers");
        Mirror mirror;
        std::thread adder([&] {
            HandlerOptions options;
            options.post = on(home);
            r.rig.informer->addHandler(&mirror, std::move(options));
        });
        r.start();
        adder.join();
        home->runAndWait([] {});
        QCOMPARE(mirror.objects.size(), 2u);
        QCOMPARE(mirror.impossible, 0);
        r.thread->runAndWait([&] { r.rig.informer->stop(); });
        home->stop();
    }
}

QTEST_GUILESS_MAIN(TestInformerThreads)
#include "tst_informer_threads.moc"
