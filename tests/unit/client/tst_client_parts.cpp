// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <ctime>

#include "core/client/call_counter.h"
#include "core/client/endpoint.h"
#include "core/client/line_splitter.h"
#include "core/client/rest_options.h"
#include "core/client/token_bucket.h"
#include "core/client/warning_header.h"

using namespace rollcall;
using namespace std::chrono_literals;

class ClientPartsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void splitsLines();
    void longLineIsLinear();
    void endlessLineIsRefused();
    void loopback_data();
    void loopback();
    void ownOrigin();
    void bucketGivesBurstThenRate();
    void bucketRefillsToBurst();
    void bucketCanBeSwitchedOff();
    void bucketTakesBack();
    void warnings_data();
    void warnings();
    void listQuery();
    void writeQuery();
    void callsAreNamedAsTheApiServerNamesThem_data();
    void callsAreNamedAsTheApiServerNamesThem();
    void callsAreCountedWithTheirCode();
};

// The expected answers: apiserver pkg/endpoints/request/requestinfo_test.go.
void ClientPartsTest::callsAreNamedAsTheApiServerNamesThem_data() {
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("watch");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* method, const char* path, const char* expected, bool watch = false) {
        QTest::newRow(name) << QByteArray(method) << QByteArray(path) << watch << QByteArray(expected);
    };
    row("namespaces", "GET", "/api/v1/namespaces", "list namespaces");
    row("namespace", "GET", "/api/v1/namespaces/other", "get namespaces");
    row("list", "GET", "/api/v1/namespaces/other/pods", "list pods");
    row("get", "GET", "/api/v1/namespaces/other/pods/foo", "get pods");
    row("all", "GET", "/api/v1/pods", "list pods");
    row("watch", "GET", "/api/v1/pods", "watch pods", true);
    row("delete", "DELETE", "/api/v1/namespaces/other/pods/foo", "delete pods");
    row("delete all", "DELETE", "/api/v1/namespaces/other/pods", "deletecollection pods");
    row("create", "POST", "/api/v1/namespaces/other/pods", "create pods");
    row("status", "PATCH", "/api/v1/namespaces/other/pods/foo/status", "patch pods/status");
    row("group", "PUT", "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/x", "update leases");
    row("no resource", "GET", "/version", "get /version");
}

void ClientPartsTest::callsAreNamedAsTheApiServerNamesThem() {
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(bool, watch);
    QFETCH(QByteArray, expected);
    HttpRequest request;
    request.method = method.toStdString();
    request.path = path.toStdString();
    if (watch) request.query = {{"allowWatchBookmarks", "true"}, {"watch", "true"}};
    const ApiCall call = apiCallOf(request);
    QCOMPARE(QByteArray::fromStdString(call.verb + ' ' + call.resource), expected);
}

void ClientPartsTest::callsAreCountedWithTheirCode() {
    struct Scripted final : Transport {
        std::unique_ptr<RequestHandle> send(HttpRequest, std::function<void(Result<HttpAnswer>)> done) override {
            HttpAnswer answer;
            answer.status = 409;
            done(answer);
            return std::make_unique<RequestHandle>();
        }
        std::unique_ptr<RequestHandle> openStream(HttpRequest request, StreamCallbacks callbacks) override {
            if (request.path != "/api/v1/nodes") callbacks.onOpen(200);
            if (request.path == "/api/v1/nodes") callbacks.onClosed(makeError(ErrorKind::Network, "refused"));
            return std::make_unique<RequestHandle>();
        }
    };
    const auto counter = std::make_shared<CallCounter>();
    const auto transport = countedTransport(std::make_unique<Scripted>(), counter);
    HttpRequest request;
    request.method = "POST";
    request.path = "/api/v1/namespaces/a/events";
    int answers = 0;
    const auto count = [&](const Result<HttpAnswer>& answer) { answers += answer->status; };
    for (int i = 0; i < 3; ++i) (void)transport->send(request, count);
    QCOMPARE(answers, 3 * 409);
    request = {};
    request.query = {{"watch", "true"}};
    for (const char* path : {"/api/v1/pods", "/api/v1/nodes"}) {
        request.path = path;
        (void)transport->openStream(request, {});
    }
    const std::vector<ApiCallCount> expected{
        {{"create", "events", 409}, 3}, {{"watch", "nodes", 0}, 1}, {{"watch", "pods", 200}, 1}};
    QVERIFY(counter->counts() == expected);
    counter->clear();
    QVERIFY(counter->counts().empty());
}

void ClientPartsTest::splitsLines() {
    LineSplitter splitter;
    LineSplitter::Batch batch;
    QVERIFY(splitter.add("a\nb", batch));
    QCOMPARE(batch.lines, std::vector<std::string_view>{"a"});
    QVERIFY(splitter.add("c", batch));
    QVERIFY(batch.lines.empty());
    QVERIFY(splitter.add("d\r\n\n\ne\nf", batch));
    QCOMPARE(batch.lines, (std::vector<std::string_view>{"bcd", "e"}));
    QCOMPARE(splitter.pending(), 1U);
    QVERIFY(splitter.add("\n", batch));
    QCOMPARE(batch.lines, std::vector<std::string_view>{"f"});
    QCOMPARE(splitter.pending(), 0U);
}

void ClientPartsTest::longLineIsLinear() {
    // 30 MB in reads of 16 kB: seconds if every read looked at the whole line again.
    LineSplitter splitter;
    LineSplitter::Batch batch;
    const std::string part(16 * 1024, 'x');
    const std::clock_t before = std::clock();  // this process's own work, whatever else the machine does
    for (int i = 0; i < 1900; ++i) QVERIFY(splitter.add(part, batch));
    QVERIFY(splitter.add("\n", batch));
    QCOMPARE(batch.lines.size(), 1U);
    QCOMPARE(batch.lines[0].size(), part.size() * 1900);
    QVERIFY(double(std::clock() - before) / CLOCKS_PER_SEC < 2);
}

void ClientPartsTest::endlessLineIsRefused() {
    LineSplitter splitter;
    LineSplitter::Batch batch;
    const std::string part(1024 * 1024, 'x');
    for (std::size_t i = 0; i < LineSplitter::kLongestLine / part.size(); ++i) QVERIFY(splitter.add(part, batch));
    QVERIFY(!splitter.add("x", batch));
}

void ClientPartsTest::loopback_data() {
    QTest::addColumn<QByteArray>("server");
    QTest::addColumn<bool>("expected");
    QTest::newRow("v4") << QByteArray("http://127.0.0.1:8001") << true;
    QTest::newRow("v4 other") << QByteArray("http://127.8.9.1") << true;
    QTest::newRow("v6") << QByteArray("http://[::1]:8001") << true;
    QTest::newRow("name") << QByteArray("http://localhost:8001") << true;
    QTest::newRow("name in capitals") << QByteArray("http://LOCALHOST") << true;
    QTest::newRow("private") << QByteArray("http://10.0.0.1") << false;
    QTest::newRow("looks like it") << QByteArray("http://127.0.0.1.example.com") << false;
    QTest::newRow("subdomain") << QByteArray("http://localhost.example.com") << false;
}

void ClientPartsTest::loopback() {
    QFETCH(QByteArray, server);
    QFETCH(bool, expected);
    const auto endpoint = Endpoint::parse(server.toStdString());
    QVERIFY(endpoint.ok());
    QCOMPARE(endpoint->isLoopback(), expected);
}

void ClientPartsTest::ownOrigin() {
    const auto endpoint = Endpoint::parse("https://kube.example/prefix");
    QVERIFY(endpoint.ok());
    QVERIFY(endpoint->hasOriginOf(QUrl(QStringLiteral("https://kube.example:443/other"))));
    QVERIFY(!endpoint->hasOriginOf(QUrl(QStringLiteral("http://kube.example/prefix"))));
    QVERIFY(!endpoint->hasOriginOf(QUrl(QStringLiteral("https://kube.example:6443/prefix"))));
    QVERIFY(!endpoint->hasOriginOf(QUrl(QStringLiteral("https://evil.example/prefix"))));
}

void ClientPartsTest::bucketGivesBurstThenRate() {
    TokenBucket bucket(5, 10);
    const MonoTime start(1s);
    for (int i = 0; i < 10; ++i) QCOMPARE(bucket.reserve(start).count(), 0);
    QCOMPARE(bucket.reserve(start).count(), Duration(200ms).count());
    QCOMPARE(bucket.reserve(start).count(), Duration(400ms).count());
    QCOMPARE(bucket.reserve(start + 400ms).count(), Duration(200ms).count());
}

void ClientPartsTest::bucketRefillsToBurst() {
    TokenBucket bucket(5, 2);
    const MonoTime start(1s);
    QCOMPARE(bucket.reserve(start).count(), 0);
    QCOMPARE(bucket.reserve(start + 1h).count(), 0);
    QCOMPARE(bucket.reserve(start + 1h).count(), 0);
    QVERIFY(bucket.reserve(start + 1h).count() > 0);
}

void ClientPartsTest::bucketCanBeSwitchedOff() {
    TokenBucket bucket(-1, 10);
    for (int i = 0; i < 1000; ++i) QCOMPARE(bucket.reserve(MonoTime(1s)).count(), 0);
}

void ClientPartsTest::bucketTakesBack() {
    TokenBucket bucket(5, 1);
    QCOMPARE(bucket.reserve(MonoTime(1s)).count(), 0);
    QCOMPARE(bucket.reserve(MonoTime(1s)).count(), Duration(200ms).count());
    bucket.giveBack();
    QCOMPARE(bucket.reserve(MonoTime(1s)).count(), Duration(200ms).count());
}

void ClientPartsTest::warnings_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArrayList>("expected");
    QTest::newRow("none") << QByteArray() << QByteArrayList();
    QTest::newRow("real server") << QByteArray(R"(299 - "unknown field \"spec.nickname\"")")
                                 << QByteArrayList{"unknown field \"spec.nickname\""};
    QTest::newRow("two") << QByteArray(R"(299 - "a, b",299 kube "c")") << QByteArrayList{"a, b", "c"};
    QTest::newRow("with date") << QByteArray(R"(299 - "a" "Sun, 06 Nov 1994 08:49:37 GMT", 299 - "b")")
                               << QByteArrayList{"a", "b"};
    QTest::newRow("other code") << QByteArray(R"(199 - "a", 299 - "b")") << QByteArrayList{"b"};
    QTest::newRow("cut") << QByteArray(R"(299 - "a", 299 - "b)") << QByteArrayList{"a"};
    QTest::newRow("control") << QByteArray("299 - \"a\x1b[2J\"") << QByteArrayList{"a\xE2\x90\x9B[2J"};
}

void ClientPartsTest::warnings() {
    QFETCH(QByteArray, header);
    QFETCH(QByteArrayList, expected);
    QByteArrayList got;
    for (const std::string& text : parseWarnings(header.toStdString())) got << QByteArray::fromStdString(text);
    QCOMPARE(got, expected);
}

void ClientPartsTest::listQuery() {
    QVERIFY(ListOptions().query().empty());
    ListOptions options;
    options.limit = 500;
    options.fieldSelector = "status.phase=Running";
    options.resourceVersion = "0";
    QCOMPARE(options.query(),
             (Query{{"fieldSelector", "status.phase=Running"}, {"limit", "500"}, {"resourceVersion", "0"}}));
}

void ClientPartsTest::writeQuery() {
    WriteOptions options;
    QCOMPARE(options.query(), (Query{{"fieldManager", "rollcall"}}));
    options.dryRun = true;
    options.strict = true;
    QCOMPARE(options.query(), (Query{{"dryRun", "All"}, {"fieldManager", "rollcall"}, {"fieldValidation", "Strict"}}));
}

QTEST_GUILESS_MAIN(ClientPartsTest)
#include "tst_client_parts.moc"
