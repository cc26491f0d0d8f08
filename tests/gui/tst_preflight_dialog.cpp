// SPDX-License-Identifier: GPL-3.0-or-later
// What was looked at before the start, and installing the Student definition from there.
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include "ui/widgets/command_line.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_line.h"
#include "window_fixture.h"

using namespace rollcall;

namespace {

TargetCheck check(const char* name, TargetCheck::State state, const char* found) {
    TargetCheck made;
    made.name = name;
    made.state = state;
    made.ok = state == TargetCheck::State::Ok;
    made.found = found;
    return made;
}

std::vector<TargetCheck> withoutCrd() {
    std::vector<TargetCheck> checks = {check("server reachable", TargetCheck::State::Ok, "v1.36.3"),
                                       check("signed in", TargetCheck::State::Ok, "teacher"),
                                       check("students installed", TargetCheck::State::Failed, "not found")};
    checks.back().missingCrd = true;
    return checks;
}

struct PreflightFixture : WindowFixture {
    bool open() {
        if (!show()) return false;
        window->useTarget({Target::Kind::Context, "kind-classroom", {}, {}, {}, {}, {}, false});
        if (!QTest::qWaitFor([&] { return host.target().context == "kind-classroom"; })) return false;
        if (!QTest::qWaitFor([&] { return action(Command::CheckTarget)->isEnabled(); })) return false;
        action(Command::CheckTarget)->trigger();
        return QTest::qWaitFor([&] { return dialog("preflight") && !words("checkState").isEmpty(); });
    }
    QStringList words(const char* name) const {
        QStringList list;
        for (const StateLabel* label : dialog("preflight")->findChildren<StateLabel*>(QLatin1String(name))) list << label->word();
        return list;
    }
    QString text(const char* name) const {
        QStringList lines;
        for (const QLabel* label : dialog(name)->findChildren<QLabel*>()) lines << label->text();
        return lines.join(u'\n');
    }
    void click(const char* in, const char* name) const {
        QTest::mouseClick(dialog(in)->findChild<QPushButton*>(QLatin1String(name)), Qt::LeftButton);
    }
};

}  // namespace

class TstPreflightDialog final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFailureSaysWhatToDo() {
        PreflightFixture f;
        f.host.checks = withoutCrd();
        TargetCheck denied = check("list students", TargetCheck::State::Failed, "not allowed to list students in all namespaces");
        denied.fatal = true;
        f.host.checks.push_back(denied);
        f.host.checks.push_back(check("create events", TargetCheck::State::Unknown, ""));
        QVERIFY(f.open());
        QTRY_COMPARE(f.words("checkState"), QStringList({QStringLiteral("in the way"), QStringLiteral("missing"),
                                                         QStringLiteral("unknown"), QStringLiteral("in order"),
                                                         QStringLiteral("in order")}));
        const QString text = f.text("preflight");
        for (const char* part : {"2 thing", "Right to list students", "Ask the cluster's administrator for a role",
                                 "Install it here", "teacher", "v1.36.3"})
            QVERIFY2(text.contains(QLatin1String(part)), part);
        QVERIFY(!f.dialog("preflight")->isModal());
    }

    void insecureIsMarkedThere() {
        PreflightFixture f;
        TargetCheck insecure = check("certificate verified", TargetCheck::State::Failed, "insecure-skip-tls-verify");
        insecure.insecure = true;
        f.host.checks = {check("server reachable", TargetCheck::State::Ok, "v1.36.3"), insecure};
        QVERIFY(f.open());
        QTRY_COMPARE(f.words("checkState").value(0), QStringLiteral("TLS not verified"));
        QVERIFY(f.text("preflight").contains(QStringLiteral("certificate-authority")));
    }

    void theManifestIsShownBeforeItIsApplied() {
        PreflightFixture f;
        f.host.checks = withoutCrd();
        QVERIFY(f.open());
        auto* install = f.dialog("preflight")->findChild<QPushButton*>(QStringLiteral("installCrd"));
        QTRY_VERIFY(install->isVisible());
        QTest::mouseClick(install, Qt::LeftButton);
        QTRY_VERIFY(f.dialog("installCrdDialog"));
        QVERIFY(f.host.manifests.empty());
        const QString shown = f.dialog("installCrdDialog")->findChild<QPlainTextEdit*>(QStringLiteral("installManifest"))->toPlainText();
        // Without it an API server refuses the group (KEP 2337).
        QVERIFY(shown.contains(QStringLiteral("api-approved.kubernetes.io: \"unapproved")));
        const QString text = f.text("installCrdDialog");
        QVERIFY2(text.contains(QStringLiteral("\"kind-classroom\"")), qPrintable(text));
        const auto* command = f.dialog("installCrdDialog")->findChild<CommandLine*>();
        QCOMPARE(command->command(), QStringLiteral("kubectl apply --context kind-classroom --server-side "
                                                    "--field-manager=rollcall -f student-crd.yaml"));
        f.host.checks = {check("students installed", TargetCheck::State::Ok, "bolingcavalry.k8s.io/v1")};
        f.click("installCrdDialog", "confirmInstall");
        QTRY_COMPARE(f.host.manifests.size(), 1U);
        QCOMPARE(f.host.manifests[0], utf8(shown));
        QTRY_VERIFY(!f.dialog("installCrdDialog"));
        QVERIFY(f.find<StatusLine>("statusLine")->currentNotice().contains(QStringLiteral("kind-classroom")));
        QTRY_COMPARE(f.words("checkState"), QStringList{QStringLiteral("in order")});  // it looked again
    }

    void errorsOfTheInstallAreExplained_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("advice");
        QTest::newRow("forbidden") << 403 << "Forbidden" << "administrator";
        QTest::newRow("legacy") << 409 << "Conflict" << "is there already";
    }
    void errorsOfTheInstallAreExplained() {
        QFETCH(int, status);
        QFETCH(QString, reason);
        QFETCH(QString, advice);
        PreflightFixture f;
        f.host.checks = withoutCrd();
        QVERIFY(f.open());
        f.action(Command::InstallCrd)->trigger();
        QTRY_VERIFY(f.dialog("installCrdDialog"));
        f.host.nextInstallError = apiError(status, reason.toUtf8().constData(), "the server's own words");
        f.click("installCrdDialog", "confirmInstall");
        auto* state = f.dialog("installCrdDialog")->findChild<QLabel*>(QStringLiteral("installState"));
        QTRY_VERIFY2(state->text().contains(advice), qPrintable(state->text()));
        QVERIFY(state->text().contains(QStringLiteral("the server's own words")));
        f.click("installCrdDialog", "confirmInstall");  // "Try again"
        QTRY_VERIFY(!f.dialog("installCrdDialog"));
    }

    void readOnlyInstallsNothing() {
        PreflightFixture f;
        f.host.checks = withoutCrd();
        QVERIFY(f.open());
        QVERIFY(f.action(Command::InstallCrd)->isEnabled());
        f.action(Command::ReadOnly)->trigger();
        QVERIFY(!f.action(Command::InstallCrd)->isEnabled());
        f.dialog("preflight")->findChild<QPushButton*>(QStringLiteral("installCrd"))->click();
        QVERIFY(!f.dialog("installCrdDialog"));
        f.action(Command::ReadOnly)->trigger();
    }
};

QTEST_MAIN(TstPreflightDialog)
#include "tst_preflight_dialog.moc"
