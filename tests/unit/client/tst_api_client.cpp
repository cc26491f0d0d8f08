// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

#include "core/api/write.h"
#include "core/base/fake_clock.h"
#include "core/client/api_client.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

/// Answers from a list; what has none stays open. Lives on the API thread; the script is shared with the test.
class ScriptedTransport final : public Transport {
public:
    struct Script {
        std::mutex mutex;
        std::vector<HttpRequest> requests;
        std::deque<Result<HttpAnswer>> answers;
        int aborted = 0;
        bool destroyed = false;

        void add(int status, std::string body, std::string retryAfter = {}) {
            HttpAnswer answer;
            answer.status = status;
            answer.contentType = "application/json";
            answer.body = std::move(body);
            answer.retryAfter = std::move(retryAfter);
            std::lock_guard lock(mutex);
            answers.emplace_back(std::move(answer));
        }
        std::size_t sent() {
            std::lock_guard lock(mutex);
            return requests.size();
        }
        HttpRequest request(std::size_t at) {
            std::lock_guard lock(mutex);
            return requests.at(at);
        }
    };

    explicit ScriptedTransport(std::shared_ptr<Script> script) : m_script(std::move(script)) {}
    ~ScriptedTransport() override {
        std::lock_guard lock(m_script->mutex);
        m_script->destroyed = true;
    }

    std::unique_ptr<RequestHandle> send(HttpRequest request, std::function<void(Result<HttpAnswer>)> done) override {
        auto handle = std::make_unique<Handle>(m_script);
        std::lock_guard lock(m_script->mutex);
        m_script->requests.push_back(std::move(request));
        if (m_script->answers.empty()) return handle;
        QTimer::singleShot(0, &handle->context,
                           [flag = handle.get(), done = std::move(done), answer = m_script->answers.front()] {
                               flag->ended = true;
                               done(answer);
                           });
        m_script->answers.pop_front();
        return handle;
    }
    std::unique_ptr<RequestHandle> openStream(HttpRequest, StreamCallbacks) override { return nullptr; }

private:
    struct Handle final : RequestHandle {
        explicit Handle(std::shared_ptr<Script> s) : script(std::move(s)) {}
        ~Handle() override {
            std::lock_guard lock(script->mutex);
            if (!ended) ++script->aborted;
        }
        std::shared_ptr<Script> script;
        QObject context;
        bool ended = false;
    };
    std::shared_ptr<Script> m_script;
};

/// A client with everything that it needs.
struct Rig {
    explicit Rig(ApiClient::Options options = {}) {
        client = std::make_unique<ApiClient>(
            thread, clock, [s = script] { return std::make_unique<ScriptedTransport>(s); }, std::move(options));
    }
    std::future<Result<HttpAnswer>> raw(HttpRequest request = {}, CancelToken cancel = {}) {
        auto promise = std::make_shared<std::promise<Result<HttpAnswer>>>();
        client->raw(std::move(request), std::move(cancel),
                    [promise](Result<HttpAnswer> answer) { promise->set_value(std::move(answer)); });
        return promise->get_future();
    }
    void settle() {
        thread.runAndWait([] {});
    }

    std::shared_ptr<FakeClock> clock = std::make_shared<FakeClock>();
    std::shared_ptr<ScriptedTransport::Script> script = std::make_shared<ScriptedTransport::Script>();
    LoopThread thread{"api-test"};
    std::unique_ptr<ApiClient> client;
};

template <class T>
bool isReady(std::future<T>& future) {
    return future.wait_for(0s) == std::future_status::ready;
}

const char* const kStudent =
    R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"li-si","namespace":"default",)"
    R"("resourceVersion":"217"},"spec":{"name":"李四","school":"广州中学"}})";

}  // namespace

class ApiClientTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void otherStatusIsAnError();
    void verbsBuildTheirRequests();
    void listDecodesItems();
    void eleventhCallWaitsForAToken();
    void rateLimitCanBeSwitchedOff();
    void retriesAsToldByRetryAfter_data();
    void retriesAsToldByRetryAfter();
    void doesNotRetryWithoutRetryAfter();
    void givesUpAfterTenRetries();
    void capsRetryAfter();
    void cancelAbortsARunningCall();
    void cancelAbortsAThrottledCallAndReturnsItsToken();
    void destructionEndsEveryCall();
    void blockingCallReturnsTheAnswer();
    void blockingCallTimesOut();
    void blockingCallEndsOnCancel();
    void loginIsNotTimeOfTheBlockingCall();
    void blockingCallWithCancelledTokenEndsAtOnce();
    void manyThreadsMayCall();
    void warningsAreReported();
};

void ApiClientTest::otherStatusIsAnError() {
    Rig rig;
    rig.script->add(
        409,
        R"({"kind":"Status","status":"Failure","message":"students \"a\" already exists","reason":"AlreadyExists","code":409})");
    const auto answer = rig.raw().get();
    QVERIFY(!answer.ok());
    QVERIFY(answer.error().isAlreadyExists());
}

void ApiClientTest::verbsBuildTheirRequests() {
    Rig rig;
    std::vector<std::future<bool>> results;
    const auto expect = [&] {
        auto promise = std::make_shared<std::promise<bool>>();
        results.push_back(promise->get_future());
        return [promise](const Result<ObjectPtr>& object) { promise->set_value(object.ok()); };
    };
    for (int i = 0; i < 4; ++i) rig.script->add(200, kStudent);
    rig.script->add(200, "{}");
    const ResourceType& students = studentResource();
    WriteOptions dry;
    dry.dryRun = true;
    rig.client->get(students, "default", "li-si", expect());
    rig.client->create(students, "default", kStudent, dry, expect());
    rig.client->update(students, "default", "li-si", kStudent, {}, expect());
    rig.client->patch(students, "default", "li-si", kMergePatch, "{}", {}, expect());
    auto removed = std::make_shared<std::promise<bool>>();
    rig.client->remove(students, "default", "li-si", "uid-1",
                       [removed](const Result<HttpAnswer>& answer) { removed->set_value(answer.ok()); });
    for (auto& result : results) QVERIFY(result.get());
    QVERIFY(removed->get_future().get());

    const auto& sent = rig.script->requests;
    const std::string collection = "/apis/bolingcavalry.k8s.io/v1/namespaces/default/students";
    QCOMPARE(sent[0].method, "GET");
    QCOMPARE(sent[0].path, collection + "/li-si");
    QCOMPARE(sent[1].method, "POST");
    QCOMPARE(sent[1].path, collection);
    QCOMPARE(sent[1].query, (Query{{"dryRun", "All"}, {"fieldManager", "rollcall"}}));
    QCOMPARE(sent[1].contentType, "application/json");
    QCOMPARE(sent[2].method, "PUT");
    QCOMPARE(sent[3].method, "PATCH");
    QCOMPARE(sent[3].contentType, "application/merge-patch+json");
    QCOMPARE(sent[4].method, "DELETE");
    QCOMPARE(sent[4].body, R"({"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"uid-1"}})");
}

void ApiClientTest::listDecodesItems() {
    Rig rig;
    rig.script->add(
        200,
        std::string(
            R"({"kind":"StudentList","apiVersion":"bolingcavalry.k8s.io/v1","metadata":{"resourceVersion":"9"},"items":[)") +
            kStudent + "]}");
    std::promise<Result<ListPage>> promise;
    ListOptions options;
    options.limit = 500;
    rig.client->list(studentResource(), "", options,
                     [&](Result<ListPage> page) { promise.set_value(std::move(page)); });
    const auto page = promise.get_future().get();
    QVERIFY(page.ok());
    QCOMPARE(page->items.size(), 1U);
    QCOMPARE(page->resourceVersion, "9");
    QCOMPARE(rig.script->requests[0].path, "/apis/bolingcavalry.k8s.io/v1/students");
}

void ApiClientTest::eleventhCallWaitsForAToken() {
    Rig rig;  // 5 a second, 10 at once
    for (int i = 0; i < 12; ++i) rig.script->add(200, "{}");
    std::vector<std::future<Result<HttpAnswer>>> calls;
    for (int i = 0; i < 12; ++i) calls.push_back(rig.raw());
    for (int i = 0; i < 10; ++i) QVERIFY(calls[static_cast<std::size_t>(i)].get().ok());
    rig.settle();
    QCOMPARE(rig.script->sent(), 10U);
    rig.clock->advance(199ms);
    rig.settle();
    QCOMPARE(rig.script->sent(), 10U);
    rig.clock->advance(1ms);
    QVERIFY(calls[10].get().ok());
    QCOMPARE(rig.script->sent(), 11U);
    rig.clock->advance(200ms);
    QVERIFY(calls[11].get().ok());
    QCOMPARE(rig.client->stats().throttled, 2);
    QCOMPARE(rig.client->stats().throttledTime.count(), Duration(600ms).count());
    QCOMPARE(rig.client->stats().requests, 12);
}

void ApiClientTest::rateLimitCanBeSwitchedOff() {
    ApiClient::Options options;
    options.qps = -1;
    Rig rig(options);
    for (int i = 0; i < 100; ++i) rig.script->add(200, "{}");
    std::vector<std::future<Result<HttpAnswer>>> calls;
    for (int i = 0; i < 100; ++i) calls.push_back(rig.raw());
    for (auto& call : calls) QVERIFY(call.get().ok());
    QCOMPARE(rig.client->stats().throttled, 0);
}

void ApiClientTest::retriesAsToldByRetryAfter_data() {
    QTest::addColumn<int>("status");
    for (const int status : {429, 500, 503, 504}) QTest::addRow("%d", status) << status;
}

void ApiClientTest::retriesAsToldByRetryAfter() {
    QFETCH(int, status);
    Rig rig;
    rig.script->add(status, "", "3");
    rig.script->add(200, "{}");
    auto call = rig.raw();
    QTRY_COMPARE(rig.clock->pendingTimers(), 1U);
    rig.clock->advance(2999ms);
    rig.settle();
    QCOMPARE(rig.script->sent(), 1U);
    rig.clock->advance(1ms);
    QVERIFY(call.get().ok());
    QCOMPARE(rig.client->stats().retries, 1);
}

void ApiClientTest::doesNotRetryWithoutRetryAfter() {
    Rig rig;
    rig.script->add(503, "");
    rig.script->add(404, "", "1");  // 4xx other than 429: never
    QCOMPARE(rig.raw().get().error().httpStatus, 503);
    QCOMPARE(rig.raw().get().error().httpStatus, 404);
    QCOMPARE(rig.client->stats().retries, 0);
}

void ApiClientTest::givesUpAfterTenRetries() {
    ApiClient::Options options;
    options.qps = -1;
    Rig rig(options);
    for (int i = 0; i < 20; ++i) rig.script->add(429, "", "1");
    auto call = rig.raw();
    for (int i = 0; i < 10; ++i) {
        QTRY_COMPARE(rig.clock->pendingTimers(), 1U);
        rig.clock->advance(1s);
    }
    QVERIFY(call.get().error().isTooManyRequests());
    QCOMPARE(rig.script->sent(), 11U);
}

void ApiClientTest::capsRetryAfter() {
    Rig rig;
    rig.script->add(429, "", "3600");
    rig.script->add(200, "{}");
    auto call = rig.raw();
    QTRY_COMPARE(rig.clock->pendingTimers(), 1U);
    rig.clock->advance(60s);
    QVERIFY(call.get().ok());
}

void ApiClientTest::cancelAbortsARunningCall() {
    Rig rig;
    CancelToken cancel;
    auto call = rig.raw({}, cancel);
    QTRY_COMPARE(rig.script->sent(), 1U);
    cancel.cancel();
    QCOMPARE(call.get().error().kind, ErrorKind::Cancelled);
    rig.settle();
    QCOMPARE(rig.script->aborted, 1);
}

void ApiClientTest::cancelAbortsAThrottledCallAndReturnsItsToken() {
    ApiClient::Options options;
    options.qps = 1;
    options.burst = 1;
    Rig rig(options);
    rig.script->add(200, "{}");
    QVERIFY(rig.raw().get().ok());
    CancelToken cancel;
    auto waiting = rig.raw({}, cancel);
    QTRY_COMPARE(rig.clock->pendingTimers(), 1U);
    cancel.cancel();
    QCOMPARE(waiting.get().error().kind, ErrorKind::Cancelled);
    QCOMPARE(rig.clock->pendingTimers(), 0U);
    rig.script->add(200, "{}");
    auto next = rig.raw();
    QTRY_COMPARE(rig.clock->pendingTimers(), 1U);
    rig.clock->advance(1s);  // not two
    QVERIFY(next.get().ok());
}

void ApiClientTest::destructionEndsEveryCall() {
    Rig rig;
    auto running = rig.raw();
    QTRY_COMPARE(rig.script->sent(), 1U);
    rig.client.reset();
    QVERIFY(isReady(running));
    QCOMPARE(running.get().error().kind, ErrorKind::Cancelled);
    QVERIFY(rig.script->destroyed);
    QCOMPARE(rig.script->aborted, 1);
}

void ApiClientTest::blockingCallReturnsTheAnswer() {
    Rig rig;
    rig.script->add(200, kStudent);
    rig.script->add(404, R"({"kind":"Status","reason":"NotFound","code":404})");
    const auto object = rig.client->getBlocking(studentResource(), "default", "li-si", {}, 10s);
    QVERIFY(object.ok());
    QCOMPARE((*object)->meta.key(), "default/li-si");
    QVERIFY(rig.client->callBlocking({}, {}, 10s).error().isNotFound());
}

void ApiClientTest::blockingCallTimesOut() {
    Rig rig;
    const auto answer = rig.client->callBlocking({}, {}, 50ms);
    QCOMPARE(answer.error().kind, ErrorKind::Timeout);
    rig.settle();
    rig.settle();
    QCOMPARE(rig.script->aborted, 1);
}

void ApiClientTest::blockingCallEndsOnCancel() {
    Rig rig;
    CancelToken cancel;
    std::thread other([&] {
        while (rig.script->sent() == 0) std::this_thread::yield();
        cancel.cancel();
    });
    const auto answer = rig.client->callBlocking({}, cancel, 60s);
    other.join();
    QCOMPARE(answer.error().kind, ErrorKind::Cancelled);
    rig.settle();
    rig.settle();
    QCOMPARE(rig.script->aborted, 1);
}

void ApiClientTest::loginIsNotTimeOfTheBlockingCall() {
    Rig rig;
    CancelToken cancel;
    ErrorKind later = ErrorKind::Internal;
    std::thread other([&] {
        while (rig.script->sent() == 0) std::this_thread::yield();
        rig.script->request(0).onLogin(true);
        // Begun after it, with the same limit, but without a login.
        later = rig.client->callBlocking({}, {}, 1s).error().kind;
        cancel.cancel();
    });
    const auto answer = rig.client->callBlocking({}, cancel, 1s);
    other.join();
    QCOMPARE(later, ErrorKind::Timeout);
    QCOMPARE(answer.error().kind, ErrorKind::Cancelled);
}

void ApiClientTest::blockingCallWithCancelledTokenEndsAtOnce() {
    Rig rig;
    CancelToken cancel;
    cancel.cancel();
    QCOMPARE(rig.client->callBlocking({}, cancel, 60s).error().kind, ErrorKind::Cancelled);
}

void ApiClientTest::manyThreadsMayCall() {
    ApiClient::Options options;
    options.qps = -1;
    Rig rig(options);
    constexpr int kThreads = 8, kCalls = 50;
    for (int i = 0; i < kThreads * kCalls; ++i) rig.script->add(200, "{}");
    std::atomic<int> good{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < kCalls; ++i) good += rig.client->callBlocking({}, {}, 60s).ok() ? 1 : 0;
        });
    }
    for (auto& thread : threads) thread.join();
    QCOMPARE(good.load(), kThreads * kCalls);
}

void ApiClientTest::warningsAreReported() {
    std::vector<std::string> warnings;
    ApiClient::Options options;
    options.onWarning = [&](const std::string& text) { warnings.push_back(text); };
    Rig rig(options);
    rig.script->add(200, "{}");
    rig.script->answers.front().value().warnings = {"unknown field \"spec.nickname\""};
    QVERIFY(rig.raw().get().ok());
    rig.settle();
    QCOMPARE(warnings, std::vector<std::string>{"unknown field \"spec.nickname\""});
}

QTEST_GUILESS_MAIN(ApiClientTest)
#include "tst_api_client.moc"
