// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>

#include "ui/widgets/login_bar.h"
#include "window_fixture.h"

using namespace rollcall;

/// A kubeconfig's exec plugin runs only when a person said so (S3).
class TstLoginDialog final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusingIsTheDefaultAndIsNotRemembered() {
        WindowFixture f;
        QVERIFY(f.show());
        for (int i = 0; i < 2; ++i) {
            std::optional<bool> answer;
            f.host.askLogin(question(), [&](bool allow) { answer = allow; });
            QTRY_VERIFY(f.dialog("loginQuestion"));
            auto* box = qobject_cast<QMessageBox*>(f.dialog("loginQuestion"));
            QVERIFY(!answer);  // nothing waits for it
            QCOMPARE(box->defaultButton()->objectName(), QStringLiteral("refuseLogin"));
            QTest::keyClick(box, Qt::Key_Escape);
            QTRY_VERIFY(answer);
            QVERIFY(!*answer);
        }
    }

    void aYesIsRememberedUntilSomethingChanges() {
        WindowFixture f;
        QVERIFY(f.show());
        std::optional<bool> answer;
        f.host.askLogin(question(), [&](bool allow) { answer = allow; });
        QTRY_VERIFY(f.dialog("loginQuestion"));
        QTest::mouseClick(f.dialog("loginQuestion")->findChild<QPushButton*>(QStringLiteral("runLogin")), Qt::LeftButton);
        QTRY_VERIFY(answer);
        QVERIFY(*answer);
        answer.reset();
        f.host.askLogin(question(), [&](bool allow) { answer = allow; });
        QVERIFY(answer && *answer);
        LoginQuestion changed = question();
        changed.key = "another";
        answer.reset();
        f.host.askLogin(changed, [&](bool allow) { answer = allow; });
        QTRY_VERIFY(f.dialog("loginQuestion"));
        QVERIFY(!answer);
        QTest::keyClick(f.dialog("loginQuestion"), Qt::Key_Escape);
        QTRY_VERIFY(answer);
    }

    void whatAFileSaysIsShownAsPlainText() {
        WindowFixture f;
        QVERIFY(f.show());
        LoginQuestion q = question();
        q.args = {"<b>bold</b>", "line\nbreak"};
        bool answered = false;
        f.host.askLogin(q, [&](bool) { answered = true; });
        QTRY_VERIFY(f.dialog("loginQuestion"));
        auto* box = qobject_cast<QMessageBox*>(f.dialog("loginQuestion"));
        QCOMPARE(box->textFormat(), Qt::PlainText);
        QVERIFY(box->text().contains(QStringLiteral("/usr/bin/login-tool <b>bold</b>")));
        QTest::keyClick(box, Qt::Key_Escape);
        QTRY_VERIFY(answered);
    }

    void whatThePluginSaysIsShownWhileItRuns() {
        WindowFixture f;
        QVERIFY(f.show());
        auto* bar = f.find<LoginBar>("loginBar");
        QVERIFY(!bar->isVisible());
        LoginProgress progress;
        progress.running = true;
        progress.program = "kubelogin";
        f.host.loginProgress(progress);
        QVERIFY(bar->isVisible());
        QVERIFY(f.find<QLabel>("loginTitle")->text().contains(QStringLiteral("kubelogin")));
        QVERIFY(!f.find<QPlainTextEdit>("loginSaid")->isVisible());
        progress.said = "Open https://login.example/device\nand enter <b>ABCD</b>\n";
        f.host.loginProgress(progress);
        QVERIFY(f.find<QPlainTextEdit>("loginSaid")->isVisible());
        QCOMPARE(f.find<QPlainTextEdit>("loginSaid")->toPlainText(),
                 QStringLiteral("Open https://login.example/device\nand enter <b>ABCD</b>"));
        QVERIFY(!QApplication::activeModalWidget());
        QTest::mouseClick(f.find<QPushButton>("cancelLogin"), Qt::LeftButton);
        QCOMPARE(f.host.loginsCancelled, 1);
        QVERIFY(!f.find<QPushButton>("cancelLogin")->isEnabled());
        progress.running = false;
        f.host.loginProgress(progress);
        QVERIFY(!bar->isVisible());
    }

    void aQuestionIsNamedAsWhatIsWaitedFor() {
        WindowFixture f;
        QVERIFY(f.show());
        LoginProgress progress;
        progress.running = progress.asking = true;
        progress.program = "kubelogin";
        f.host.loginProgress(progress);
        QCOMPARE(f.find<QLabel>("loginTitle")->text(), QStringLiteral("Signing in: kubelogin runs when you allow it"));
        f.window->actions().menu()->findChild<QAction*>(QStringLiteral("language_zh_CN"))->trigger();
        QTRY_VERIFY(!f.find<QLabel>("loginTitle")->text().contains(QStringLiteral("Signing")));
        f.window->actions().menu()->findChild<QAction*>(QStringLiteral("language_en"))->trigger();
    }

private:
    static LoginQuestion question() {
        return {"/usr/bin/login-tool", "teacher", "/home/t/.kube/config", {"get-token"}, {"REGION"}, "0123abcd"};
    }
};

QTEST_MAIN(TstLoginDialog)
#include "tst_login_dialog.moc"
