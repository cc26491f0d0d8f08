// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/fake_clock.h"
#include "core/cache/request_retry.h"
#include "core/cache/retry_window.h"
#include "core/cache/ring_buffer.h"
#include "core/client/transport.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

Error answer(int status, std::optional<std::chrono::milliseconds> retryAfter = {}) {
    Error e = makeError(ErrorKind::Api, "no");
    e.httpStatus = status;
    e.retryAfter = retryAfter;
    return e;
}

Error lost(const char* how) {
    Error e = makeError(ErrorKind::Network, "lost");
    e.cause = how;
    return e;
}

}  // namespace

/// client-go rest/with_retry_test.go, tools/cache/retry_with_deadline_test.go, k8s.io/utils
/// buffer/ring_growing_test.go.
class TestCacheParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlyAnswersWithRetryAfterAreTriedAgain();
    void tenTriesAtMost();
    void noServerIsWaitedForLongerThanAllowed();
    void lostConnectionsAreTriedAgainAfterASecond();
    void onlyAWatchTriesAgainAfterATimeout();
    void retryWindowIsOffByDefault();
    void retryWindowCountsFromTheFirstError();
    void retryWindowStartsAnewAfterAQuietMinute();
    void ringBufferKeepsItsOrderWhileItGrows();
};

void TestCacheParts::onlyAnswersWithRetryAfterAreTriedAgain() {
    const auto next = [](const Error& error) { return RequestRetry(RequestRetry::Verb::List, 60s).next(error); };
    QCOMPARE(next(answer(429, 3s)).value_or(Duration()), Duration(3s));
    QCOMPARE(next(answer(503, 1s)).value_or(Duration()), Duration(1s));
    QCOMPARE(next(answer(504, 0s)).value_or(Duration(1)), Duration(0));
    QVERIFY(!next(answer(429)));
    QVERIFY(!next(answer(500)));
    QVERIFY(!next(answer(404, 1s)));
    QVERIFY(!next(answer(403, 1s)));
    QVERIFY(!next(makeError(ErrorKind::Network, "there is no host of that name")));
}

void TestCacheParts::tenTriesAtMost() {
    RequestRetry retry(RequestRetry::Verb::List, 60s);
    for (int i = 1; i <= 10; ++i) {
        QVERIFY(retry.next(answer(429, 1s)));
        QCOMPARE(retry.attempts(), i);
    }
    QVERIFY(!retry.next(answer(429, 1s)));
}

void TestCacheParts::noServerIsWaitedForLongerThanAllowed() {
    QCOMPARE(*RequestRetry(RequestRetry::Verb::Watch, 60s).next(answer(503, 1h)), Duration(60s));
}

void TestCacheParts::lostConnectionsAreTriedAgainAfterASecond() {
    for (const auto verb : {RequestRetry::Verb::List, RequestRetry::Verb::Watch}) {
        QCOMPARE(RequestRetry(verb, 60s).next(lost(kConnectionLost)).value_or(Duration()), Duration(1s));
    }
    Error refused = makeError(ErrorKind::Network, "refused");
    refused.connectionRefused = true;
    QVERIFY(!RequestRetry(RequestRetry::Verb::Watch, 60s).next(refused));
    QVERIFY(!RequestRetry::looksLikeTheEnd(refused));
    QVERIFY(RequestRetry::looksLikeTheEnd(lost(kConnectionLost)));
}

void TestCacheParts::onlyAWatchTriesAgainAfterATimeout() {
    for (const Error& error : {lost(kConnectionTimedOut), makeError(ErrorKind::Timeout, "deadline")}) {
        QVERIFY(!RequestRetry(RequestRetry::Verb::List, 60s).next(error));
        QCOMPARE(RequestRetry(RequestRetry::Verb::Watch, 60s).next(error).value_or(Duration()), Duration(1s));
    }
}

void TestCacheParts::retryWindowIsOffByDefault() {
    RetryWindow window{Duration::zero()};
    window.failed(MonoTime(1s));
    QVERIFY(!window.shouldRetry(MonoTime(1s)));
}

void TestCacheParts::retryWindowCountsFromTheFirstError() {
    RetryWindow window{10s};
    window.failed(MonoTime(100s));
    QVERIFY(window.shouldRetry(MonoTime(100s)));
    window.failed(MonoTime(110s));
    QVERIFY(window.shouldRetry(MonoTime(110s)));
    window.failed(MonoTime(111s));
    QVERIFY(!window.shouldRetry(MonoTime(111s)));
    window.failed(MonoTime(112s));  // given up once, it begins again
    QVERIFY(window.shouldRetry(MonoTime(112s)));
}

void TestCacheParts::retryWindowStartsAnewAfterAQuietMinute() {
    RetryWindow window{10s};
    window.failed(MonoTime(100s));
    window.failed(MonoTime(160s));
    QVERIFY(window.shouldRetry(MonoTime(160s)));
}

void TestCacheParts::ringBufferKeepsItsOrderWhileItGrows() {
    RingBuffer<int> ring(2);
    int next = 0, expected = 0, got = 0;
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < 3; ++i) ring.push(next++);
        QVERIFY(ring.pop(got));
        QCOMPARE(got, expected++);
    }
    QCOMPARE(ring.size(), 40u);
    QCOMPARE(ring.capacity(), 64u);
    while (ring.pop(got)) QCOMPARE(got, expected++);
    QCOMPARE(expected, next);
    QVERIFY(!ring.pop(got));
}

QTEST_GUILESS_MAIN(TestCacheParts)
#include "tst_cache_parts.moc"
