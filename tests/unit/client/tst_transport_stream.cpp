// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTemporaryFile>

#include "tests/unit/client/transport_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using Request = ScriptedServer::Request;
using Peer = ScriptedServer::Peer;

namespace {

HttpRequest watchRequest() {
    HttpRequest request = getRequest("/apis/bolingcavalry.k8s.io/v1/students");
    request.query = {{"watch", "true"}};
    return request;
}

// As a real API server sends it.
const std::string kEvent =
    R"({"type":"ADDED","object":{"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"object-student",)"
    R"("namespace":"default","resourceVersion":"219"},"spec":{"name":"张三","school":"深圳中学"}}})";

}  // namespace

class TransportStreamTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void deliversLinesWhileTheStreamIsOpen();
    void serverEndClosesWithOk();
    void joinsLinesCutAnywhere();
    void joinsLinesOverManyChunkSizes_data();
    void joinsLinesOverManyChunkSizes();
    void dropsUnfinishedTail_data();
    void dropsUnfinishedTail();
    void silenceHitsIdleLimit();
    void idleLimitRestartsWithData();
    void idleLimitCountsBeforeTheHead();
    void deadlineEndsLivelyStream();
    void refusalBecomesStatusError();
    void foreignAnswerIsNoStream_data();
    void foreignAnswerIsNoStream();
    void redirectIsNotFollowed();
    void threeMegabyteLine();
    void burstArrivesComplete();
    void handleMayBeDroppedInsideOnLines();
    void droppedHandleIsSilent();
    void asksForNoCompression();
    void readsTokenFileAgainAfter401();

private:
    std::unique_ptr<ScriptedServer> m_server;
    std::optional<Peer> m_peer;
};

void TransportStreamTest::init() {
    m_peer.reset();
    m_server = std::make_unique<ScriptedServer>();
    QVERIFY(m_server->listen());
    m_server->setHandler([this](const Request&, Peer peer) {
        peer.startChunked();
        m_peer = peer;
    });
}

void TransportStreamTest::deliversLinesWhileTheStreamIsOpen() {
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QTRY_VERIFY(m_peer);
    m_peer->chunk(QByteArray::fromStdString(kEvent) + "\n");
    QVERIFY(watcher.waitLines(1));
    QCOMPARE(watcher.opened, std::vector<int>{200});
    QCOMPARE(watcher.lines[0], kEvent);
    m_peer->chunk("{\"second\":1}\n");
    QVERIFY(watcher.waitLines(2));
    QVERIFY(!watcher.closed);
    QCOMPARE(m_server->requests().front().target, "/apis/bolingcavalry.k8s.io/v1/students?watch=true");
}

void TransportStreamTest::serverEndClosesWithOk() {
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QTRY_VERIFY(m_peer);
    m_peer->chunk("{}\n");
    m_peer->endChunks();
    QVERIFY(watcher.waitClosed());
    QVERIFY(watcher.closed->ok());
    QCOMPARE(watcher.lines.size(), 1U);
    QCOMPARE(watcher.closings, 1);
}

void TransportStreamTest::joinsLinesCutAnywhere() {
    // One byte a chunk: every cut there is, those inside 张 and 深 included.
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QTRY_VERIFY(m_peer);
    for (const char byte : kEvent + "\n" + kEvent + "\n") {
        m_peer->chunk(QByteArray(1, byte));
        QCoreApplication::processEvents();
    }
    QVERIFY(watcher.waitLines(2));
    QCOMPARE(watcher.lines, (std::vector<std::string>{kEvent, kEvent}));
}

void TransportStreamTest::joinsLinesOverManyChunkSizes_data() {
    QTest::addColumn<int>("size");
    for (const int size : {2, 3, 7, 64, 500, 4096, 16384}) QTest::addRow("%d", size) << size;
}

void TransportStreamTest::joinsLinesOverManyChunkSizes() {
    QFETCH(int, size);
    QByteArray all;
    std::vector<std::string> expected;
    while (all.size() < 40000) {
        expected.push_back(kEvent.substr(0, kEvent.size() - 2) + ",\"n\":\"" + std::to_string(expected.size()) +
                           "\"}}");
        all += QByteArray::fromStdString(expected.back()) + "\n";
    }
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QTRY_VERIFY(m_peer);
    for (qsizetype at = 0; at < all.size(); at += size) m_peer->chunk(all.mid(at, size));
    m_peer->endChunks();
    QVERIFY(watcher.waitClosed());
    QVERIFY(watcher.lines == expected);
}

void TransportStreamTest::dropsUnfinishedTail_data() {
    QTest::addColumn<bool>("cleanEnd");
    QTest::newRow("server ended the chunks") << true;
    QTest::newRow("connection cut") << false;
}

void TransportStreamTest::dropsUnfinishedTail() {
    QFETCH(bool, cleanEnd);
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QTRY_VERIFY(m_peer);
    m_peer->chunk(QByteArray::fromStdString(kEvent) + "\n" + QByteArray::fromStdString(kEvent).left(100));
    QVERIFY(watcher.waitLines(1));
    if (cleanEnd)
        m_peer->endChunks();
    else
        m_peer->close();
    QVERIFY(watcher.waitClosed());
    QCOMPARE(watcher.closed->ok(), cleanEnd);
    if (!cleanEnd) QCOMPARE(watcher.closed->error().kind, ErrorKind::Network);
    QCOMPARE(watcher.lines, std::vector<std::string>{kEvent});
}

void TransportStreamTest::silenceHitsIdleLimit() {
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    HttpRequest request = watchRequest();
    request.idleLimit = std::chrono::milliseconds(150);
    watcher.start(request);
    QTRY_VERIFY(m_peer);
    m_peer->chunk("{}\n");
    QVERIFY(watcher.waitClosed());
    QVERIFY(!watcher.closed->ok());
    QCOMPARE(watcher.closed->error().kind, ErrorKind::Timeout);
    QCOMPARE(watcher.closed->error().message, "nothing came from " + m_server->url() + " for 150 ms");
    QTRY_VERIFY(!m_peer->isOpen());
}

void TransportStreamTest::idleLimitRestartsWithData() {
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    HttpRequest request = watchRequest();
    request.idleLimit = std::chrono::milliseconds(1500);
    watcher.start(request);
    QTRY_VERIFY(m_peer);
    QTimer beat;
    int sent = 0;
    connect(&beat, &QTimer::timeout, this, [&] {
        m_peer->chunk("{}\n");
        ++sent;
    });
    beat.start(50);
    QElapsedTimer alive;
    alive.start();
    QTRY_VERIFY(alive.elapsed() > 2500 || watcher.closed);
    QVERIFY(!watcher.closed);
    QVERIFY(sent > 0);
}

void TransportStreamTest::idleLimitCountsBeforeTheHead() {
    m_server->setHandler([](const Request&, Peer) {});
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    HttpRequest request = watchRequest();
    request.idleLimit = std::chrono::milliseconds(150);
    watcher.start(request);
    QVERIFY(watcher.waitClosed());
    QCOMPARE(watcher.closed->error().kind, ErrorKind::Timeout);
    QVERIFY(watcher.opened.empty());
}

void TransportStreamTest::deadlineEndsLivelyStream() {
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    HttpRequest request = watchRequest();
    request.deadline = std::chrono::milliseconds(1500);
    request.idleLimit = std::chrono::seconds(10);
    watcher.start(request);
    QTRY_VERIFY(m_peer);
    QTimer beat;
    connect(&beat, &QTimer::timeout, this, [&] { m_peer->chunk("{}\n"); });
    beat.start(30);
    QVERIFY(watcher.waitClosed());
    QVERIFY(!watcher.lines.empty());
    QCOMPARE(watcher.closed->error().kind, ErrorKind::Timeout);
}

void TransportStreamTest::refusalBecomesStatusError() {
    // A real server's answer to a user without rights.
    const QByteArray body =
        R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"students.bolingcavalry.k8s.io is )"
        R"(forbidden: User \"nobody\" cannot watch resource \"students\"","reason":"Forbidden","details":{"group":)"
        R"("bolingcavalry.k8s.io","kind":"students"},"code":403})";
    m_server->setHandler([&](const Request&, Peer peer) { peer.answer(403, "application/json", body); });
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QVERIFY(watcher.waitClosed());
    QVERIFY(watcher.closed->error().isForbidden());
    QCOMPARE(watcher.closed->error().reason, "Forbidden");
    VERIFY_CONTAINS(watcher.closed->error().message, "User \"nobody\" cannot watch resource");
    QVERIFY(watcher.opened.empty());
    QVERIFY(watcher.lines.empty());
}

void TransportStreamTest::foreignAnswerIsNoStream_data() {
    QTest::addColumn<int>("status");
    QTest::newRow("login page") << 200;
    QTest::newRow("gateway") << 502;
}

void TransportStreamTest::foreignAnswerIsNoStream() {
    QFETCH(int, status);
    m_server->setHandler([&](const Request&, Peer peer) {
        peer.answer(status, "text/html", "<html>\n<body>please log in</body>\n</html>\n");
    });
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QVERIFY(watcher.waitClosed());
    QCOMPARE(watcher.closed->error().kind, ErrorKind::Protocol);
    QCOMPARE(watcher.closed->error().httpStatus, status);
    VERIFY_CONTAINS(watcher.closed->error().message, "not a Kubernetes answer: <html>");
    QVERIFY(watcher.lines.empty());
    QVERIFY(watcher.opened.empty());
}

void TransportStreamTest::redirectIsNotFollowed() {
    ScriptedServer other;
    QVERIFY(other.listen());
    m_server->setHandler([&](const Request&, Peer peer) {
        peer.answer(307, "text/plain", "", {{"Location", QByteArray::fromStdString(other.url())}});
    });
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QVERIFY(watcher.waitClosed());
    QCOMPARE(watcher.closed->error().kind, ErrorKind::Protocol);
    QCOMPARE(other.connections(), 0);
}

void TransportStreamTest::threeMegabyteLine() {
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QTRY_VERIFY(m_peer);
    const QByteArray line = "{\"a\":\"" + QByteArray(3 * 1024 * 1024, 'y') + "\"}";
    m_peer->chunk(line + "\n{}\n");
    QVERIFY(watcher.waitLines(2));
    QVERIFY(watcher.lines[0] == line.toStdString());
    QCOMPARE(watcher.lines[1], "{}");
}

void TransportStreamTest::burstArrivesComplete() {
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QTRY_VERIFY(m_peer);
    constexpr std::size_t kCount = 5000;
    QByteArray all;
    for (std::size_t i = 0; i < kCount; ++i)
        all +=
            "{\"n\":" + QByteArray::number(static_cast<qulonglong>(i)) + ",\"pad\":\"" + QByteArray(800, 'p') + "\"}\n";
    m_peer->chunk(all);
    QVERIFY(watcher.waitLines(kCount));
    QCOMPARE(watcher.lines.size(), kCount);
    for (std::size_t i = 0; i < kCount; ++i) QVERIFY(contains(watcher.lines[i], "{\"n\":" + std::to_string(i) + ','));
    QVERIFY(watcher.batches < static_cast<int>(kCount) / 10);
}

void TransportStreamTest::handleMayBeDroppedInsideOnLines() {
    QnamTransport transport(connectionTo(m_server->url()));
    std::unique_ptr<RequestHandle> handle;
    std::vector<std::string> seen;
    bool closed = false;
    StreamCallbacks callbacks;
    callbacks.onLines = [&](const std::vector<std::string_view>& lines) {
        handle.reset();
        seen.insert(seen.end(), lines.begin(), lines.end());  // still valid during the call
    };
    callbacks.onClosed = [&](const Result<Unit>&) { closed = true; };
    handle = transport.openStream(watchRequest(), std::move(callbacks));
    QTRY_VERIFY(m_peer);
    m_peer->chunk("{\"a\":1}\n{\"b\":2}\n");
    QTRY_COMPARE(seen, (std::vector<std::string>{"{\"a\":1}", "{\"b\":2}"}));
    QTRY_VERIFY(!m_peer->isOpen());
    QVERIFY(!closed);
}

void TransportStreamTest::droppedHandleIsSilent() {
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QTRY_VERIFY(m_peer);
    m_peer->chunk("{}\n");
    QVERIFY(watcher.waitLines(1));
    watcher.drop();
    m_peer->chunk("{}\n");
    QTRY_VERIFY(!m_peer->isOpen());
    QCOMPARE(watcher.lines.size(), 1U);
    QCOMPARE(watcher.closings, 0);
}

void TransportStreamTest::asksForNoCompression() {
    QnamTransport transport(connectionTo(m_server->url()));
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QTRY_VERIFY(m_peer);
    QCOMPARE(m_server->requests().front().header("Accept-Encoding"), "identity");
}

void TransportStreamTest::readsTokenFileAgainAfter401() {
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write("old-token");
    file.flush();
    m_server->setHandler([&](const Request& request, Peer peer) {
        if (request.header("Authorization") != "Bearer new-token") {
            file.resize(0);
            file.seek(0);
            file.write("new-token");
            file.flush();
            return peer.answer(401, "application/json", R"({"kind":"Status","code":401})");
        }
        peer.startChunked();
        peer.chunk("{}\n");
    });
    Connection connection = connectionTo(m_server->url());
    connection.tokenFile = file.fileName().toStdString();
    QnamTransport transport(connection);
    Watcher watcher(transport);
    watcher.start(watchRequest());
    QVERIFY(watcher.waitLines(1));
    QCOMPARE(watcher.opened, std::vector<int>{200});
}

QTEST_GUILESS_MAIN(TransportStreamTest)
#include "tst_transport_stream.moc"
