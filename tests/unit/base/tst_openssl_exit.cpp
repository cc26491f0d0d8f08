// SPDX-License-Identifier: GPL-3.0-or-later
#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <QProcess>
#include <QTest>
#include <cstdio>
#include <cstring>

#include "core/base/loop_thread.h"

/// What OpenSSL does when the process exits: nothing, since a thread that is still ending would free the same once more.
/// OPENSSL_atexit() tells when it cleans up after all, in a process of its own.
class TstOpenSslExit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsFreedBehindAThreadThatEnds() {
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--child")});
        QVERIFY(child.waitForFinished());
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(child.readAllStandardOutput(), QByteArray("random\n"));
        QCOMPARE(child.exitCode(), 0);
    }
};

namespace {

int useOpenSslOnAThread() {
    rollcall::LoopThread thread("rc-test");
    unsigned char bytes[16];
    int made = 0;
    thread.runAndWait([&] { made = RAND_bytes(bytes, sizeof bytes); });
    OPENSSL_atexit([] { std::fputs("cleaned up\n", stdout); });
    std::puts(made == 1 ? "random" : "nothing");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    if (argc > 1 && std::strcmp(argv[1], "--child") == 0) return useOpenSslOnAThread();
    TstOpenSslExit test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_openssl_exit.moc"
