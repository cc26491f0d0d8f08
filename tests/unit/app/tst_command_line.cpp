// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "app/command_line.h"
#include "app/go_duration.h"
#include "app/headless.h"
#include "app/launch.h"

using namespace rollcall;
using namespace std::chrono_literals;

class TestCommandLine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutArgumentsItIsTheWindow();
    void understandsGoStyleSingleDashes();
    void headlessTakesItsOptions();
    void entriesAreNamedAsForKubectl();
    void sandboxOnlyTakesPortAndKubeconfig();
    void wrongUsageIsSaidInOneSentence_data();
    void wrongUsageIsSaidInOneSentence();
    void durationsAreGos_data();
    void durationsAreGos();
    void helpListsEveryOption();
    void errorsHaveTheirExitCodes();

private:
    CommandLine parse(const QString& text) {
        return parseCommandLine(QString(QStringLiteral("rollcall ") + text).split(QLatin1Char(' '), Qt::SkipEmptyParts));
    }
};

void TestCommandLine::withoutArgumentsItIsTheWindow() {
    const CommandLine line = parse({});
    QVERIFY(line.error.isEmpty());
    QCOMPARE(line.mode, CommandLine::Mode::Window);
    QCOMPARE(line.workers, 2);
    QVERIFY(line.students && line.pods);
}

void TestCommandLine::understandsGoStyleSingleDashes() {
    const CommandLine line = parse(QStringLiteral("-kubeconfig /tmp/c -master https://127.0.0.1:6443 -headless"));
    QVERIFY2(line.error.isEmpty(), qPrintable(line.error));
    QCOMPARE(line.kubeconfig, std::string("/tmp/c"));
    QCOMPARE(line.master, std::string("https://127.0.0.1:6443"));
    QCOMPARE(line.mode, CommandLine::Mode::Headless);
    QCOMPARE(parse(QStringLiteral("--kubeconfig=/tmp/c")).kubeconfig, std::string("/tmp/c"));
}

void TestCommandLine::headlessTakesItsOptions() {
    const CommandLine line = parse(QStringLiteral("--headless --controllers pods --workers 16 --for 1m30s --namespace class-1"));
    QVERIFY2(line.error.isEmpty(), qPrintable(line.error));
    QVERIFY(!line.students);
    QVERIFY(line.pods);
    QCOMPARE(line.workers, 16);
    QVERIFY(line.runFor == std::chrono::milliseconds(90s));
    QCOMPARE(line.ns, std::string("class-1"));
}

void TestCommandLine::entriesAreNamedAsForKubectl() {
    const CommandLine line = parse(QStringLiteral("--user u --cluster=c -context x"));
    QVERIFY2(line.error.isEmpty(), qPrintable(line.error));
    const Target target = targetOf(line, Target::Kind::Sandbox);
    QCOMPARE(target.kind, Target::Kind::Context);
    QCOMPARE(target.user, std::string("u"));
    QCOMPARE(target.cluster, std::string("c"));
    QCOMPARE(target.context, std::string("x"));
    QCOMPARE(targetOf(parse(QStringLiteral("--user u")), Target::Kind::InCluster).kind, Target::Kind::Context);
    QCOMPARE(targetOf(parse({}), Target::Kind::InCluster).kind, Target::Kind::InCluster);
}

void TestCommandLine::sandboxOnlyTakesPortAndKubeconfig() {
    const CommandLine line = parse(QStringLiteral("--sandbox-only --port 6001 --write-kubeconfig F"));
    QVERIFY2(line.error.isEmpty(), qPrintable(line.error));
    QCOMPARE(line.mode, CommandLine::Mode::SandboxOnly);
    QCOMPARE(line.port, 6001);
    QCOMPARE(line.writeKubeconfig, QStringLiteral("F"));
}

void TestCommandLine::wrongUsageIsSaidInOneSentence_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"--nonsense", "extra", "--workers 0", "--workers 17", "--workers x", "--port 0", "--port 70000 --sandbox", "--port 6001",
          "--controllers nodes", "--controllers students,", "--for soon", "--for -1s", "--headless --sandbox-only",
          "--screenshot a.png --headless", "--sandbox --kubeconfig f", "--sandbox --user u",
          "--sandbox-only --cluster c", "--theme pink", "--language fr", "--size big", "--kubeconfig"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
}

void TestCommandLine::wrongUsageIsSaidInOneSentence() {
    QFETCH(QString, text);
    const CommandLine line = parse(text);
    QVERIFY(!line.error.isEmpty());
    QVERIFY(!line.error.contains(QLatin1Char('\n')));
}

void TestCommandLine::durationsAreGos_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("milliseconds");
    QTest::newRow("ms") << QStringLiteral("300ms") << qint64(300);
    QTest::newRow("s") << QStringLiteral("30s") << qint64(30'000);
    QTest::newRow("m s") << QStringLiteral("1m30s") << qint64(90'000);
    QTest::newRow("h m") << QStringLiteral("2h5m") << qint64(7'500'000);
    QTest::newRow("empty") << QString() << qint64(-1);
    QTest::newRow("no unit") << QStringLiteral("30") << qint64(-1);
    QTest::newRow("unit only") << QStringLiteral("s") << qint64(-1);
    QTest::newRow("huge") << QStringLiteral("99999999999999999999h") << qint64(-1);
    QTest::newRow("trailing") << QStringLiteral("30s ") << qint64(-1);
}

void TestCommandLine::durationsAreGos() {
    QFETCH(QString, text);
    QFETCH(qint64, milliseconds);
    const auto parsed = parseGoDuration(text);
    QCOMPARE(parsed ? qint64(parsed->count()) : qint64(-1), milliseconds);
}

void TestCommandLine::helpListsEveryOption() {
    const CommandLine line = parse(QStringLiteral("--help"));
    QCOMPARE(line.mode, CommandLine::Mode::Help);
    for (const char* option : {"--kubeconfig", "--context", "--namespace", "--master", "--headless", "--controllers", "--workers",
                               "--for", "--sandbox-only", "--port", "--write-kubeconfig", "--screenshot", "--version"}) {
        QVERIFY2(line.helpText.contains(QString::fromLatin1(option)), option);
    }
}

void TestCommandLine::errorsHaveTheirExitCodes() {
    const auto status = [](int code, const char* reason) {
        Error e = makeError(ErrorKind::Api, reason);
        e.httpStatus = code;
        return e;
    };
    QCOMPARE(exitCodeFor(makeError(ErrorKind::Config, "")), kExitConfiguration);
    QCOMPARE(exitCodeFor(makeError(ErrorKind::Network, "")), kExitCannotConnect);
    QCOMPARE(exitCodeFor(makeError(ErrorKind::Tls, "")), kExitCannotConnect);
    QCOMPARE(exitCodeFor(status(401, "Unauthorized")), kExitCannotConnect);
    QCOMPARE(exitCodeFor(status(403, "Forbidden")), kExitNotAllowed);
    QCOMPARE(exitCodeFor(makeError(ErrorKind::Internal, "")), kExitFailed);
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
