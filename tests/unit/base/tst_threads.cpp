// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <thread>

#include "core/base/cancel_token.h"
#include "core/base/loop_thread.h"
#include "core/base/mailbox.h"
#include "core/base/waker.h"

using namespace rollcall;

/// Mailbox, Waker, LoopThread and CancelToken: all that carries work from one thread to another.
class TestThreads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void mailboxWakesOnlyWhenItStopsBeingEmpty();
    void wakerCoalescesWakeUps();
    void loopThreadRunsTasksInOrderOnItsThread();
    void loopThreadRunsEverythingPostedBeforeStop();
    void loopThreadRefusesAfterStop();
    void stopWhileOthersPostLosesNothingThatWasAccepted();
    void cancelTokenRunsCallbacksOnce();
};

void TestThreads::mailboxWakesOnlyWhenItStopsBeingEmpty() {
    Mailbox<int> box;
    int wakes = 0;
    box.setWake([&] { ++wakes; });
    box.post(1);
    box.post(2);
    QCOMPARE(wakes, 1);
    QCOMPARE(box.drain(), (std::vector<int>{1, 2}));
    box.post(3);
    QCOMPARE(wakes, 2);
    QCOMPARE(box.size(), 1u);
}

void TestThreads::wakerCoalescesWakeUps() {
    int runs = 0;
    Waker waker([&] { ++runs; });
    std::thread([&] {
        for (int i = 0; i < 100; ++i) waker.wake();
    }).join();
    QCOMPARE(runs, 0);
    QCoreApplication::sendPostedEvents(&waker);
    QCOMPARE(runs, 1);
    waker.wake();
    QTRY_COMPARE(runs, 2);
}

void TestThreads::loopThreadRunsTasksInOrderOnItsThread() {
    LoopThread thread("test");
    std::vector<int> order;
    bool there = true;
    for (int i = 0; i < 100; ++i) {
        thread.post([&, i] {
            order.push_back(i);
            there = there && thread.isCurrent();
        });
    }
    thread.runAndWait([] {});
    QVERIFY(there);
    QVERIFY(!thread.isCurrent());
    QCOMPARE(order.size(), 100u);
    QVERIFY(std::is_sorted(order.begin(), order.end()));
}

void TestThreads::loopThreadRunsEverythingPostedBeforeStop() {
    int ran = 0;
    {
        LoopThread thread("test");
        for (int i = 0; i < 1000; ++i) thread.post([&] { ++ran; });
    }
    QCOMPARE(ran, 1000);
}

void TestThreads::loopThreadRefusesAfterStop() {
    LoopThread thread("test");
    thread.stop();
    QVERIFY(!thread.post([] { QFAIL("ran after stop"); }));
    thread.stop();
}

void TestThreads::stopWhileOthersPostLosesNothingThatWasAccepted() {
    for (int round = 0; round < 50; ++round) {
        LoopThread thread("test");
        std::atomic<int> accepted{0}, ran{0};
        std::thread poster([&] {
            while (thread.post([&] { ++ran; })) ++accepted;
        });
        while (accepted < 20) std::this_thread::yield();
        thread.stop();
        poster.join();
        QCOMPARE(ran.load(), accepted.load());
    }
}

void TestThreads::cancelTokenRunsCallbacksOnce() {
    CancelToken token;
    CancelToken copy = token;
    int calls = 0;
    token.onCancel([&] { ++calls; });
    const int removed = token.onCancel([&] { calls += 100; });
    token.removeCallback(removed);
    QVERIFY(!copy.isCancelled());
    copy.cancel();
    copy.cancel();
    QVERIFY(token.isCancelled());
    QCOMPARE(calls, 1);
    QCOMPARE(token.onCancel([&] { ++calls; }), 0);  // too late to wait: it ran at once
    QCOMPARE(calls, 2);
}

QTEST_GUILESS_MAIN(TestThreads)
#include "tst_threads.moc"
