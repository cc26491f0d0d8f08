// SPDX-License-Identifier: GPL-3.0-or-later
// A login that hangs, in the whole program: the window goes on, and Cancel ends the plugin.
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <cerrno>
#include <csignal>

#include "real_window.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/login_bar.h"

using namespace rollcall;

namespace {

constexpr int kPatienceMs = RealWindow::kPatienceMs;

/// A window on a real host, and a kubeconfig whose plugin says two lines, writes its process id, and never ends.
struct HangingLogin : RealWindow {
    HangingLogin() {
        write("plugin", QStringLiteral("#!/bin/sh\necho 'Open https://login.example/device' >&2\necho 'and wait' >&2\n"
                                       "echo $$ > '%1'\nexec tail -f /dev/null\n")
                            .arg(folder.filePath(QStringLiteral("pid"))));
        QFile::setPermissions(path("plugin"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        // Port 1 on loopback: nothing listens there, and nothing is sent before the login.
        write("config", QStringLiteral("apiVersion: v1\nkind: Config\ncurrent-context: school\n"
                                       "clusters:\n- name: c\n  cluster: {server: 'http://127.0.0.1:1'}\n"
                                       "contexts:\n- name: school\n  context: {cluster: c, user: u}\n"
                                       "users:\n- name: u\n  user:\n    exec: {apiVersion: client.authentication.k8s.io/v1, "
                                       "command: '%1', interactiveMode: Never}\n")
                            .arg(path("plugin")));
    }
    QString path(const char* name) const { return folder.filePath(QLatin1String(name)); }
    void write(const char* name, const QString& text) const {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly)) file.write(text.toUtf8());
    }
    template <class W>
    W* find(const char* name) const {
        return window->findChild<W*>(QLatin1String(name));
    }
    /// Chosen, trusted, and hanging.
    bool begin() {
        window->show();
        if (!QTest::qWaitForWindowExposed(window.get())) return false;
        Target target;
        target.kind = Target::Kind::Context;
        target.kubeconfig = path("config").toStdString();
        window->useTarget(target);
        if (!QTest::qWaitFor([&] { return find<QPushButton>("runLogin") != nullptr; }, kPatienceMs)) return false;
        find<QPushButton>("runLogin")->click();
        return QTest::qWaitFor([&] { return pid() > 0 && said().contains(QStringLiteral("and wait")); }, kPatienceMs);
    }
    QString said() const { return find<QPlainTextEdit>("loginSaid")->toPlainText(); }
    pid_t pid() const {
        QFile file(path("pid"));
        return file.open(QIODevice::ReadOnly) ? pid_t(file.readAll().trimmed().toInt()) : 0;
    }
    bool runs() const { return ::kill(pid(), 0) == 0 || errno != ESRCH; }
};

}  // namespace

class TstWindowLogin final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWindowGoesOnWhileALoginHangs() {
        HangingLogin h;
        QVERIFY(h.begin());
        QVERIFY(h.find<LoginBar>("loginBar")->isVisible());
        QVERIFY(h.said().startsWith(QStringLiteral("Open https://login.example/device")));
        QVERIFY(!QApplication::activeModalWidget());
        // Whatever the window does now is done by an event loop that turns: had anything waited for the plugin, which never
        // ends, not one of these would come.
        int turns = 0;
        QTimer heart;
        QObject::connect(&heart, &QTimer::timeout, [&] { ++turns; });
        heart.start(0);
        QTRY_VERIFY_WITH_TIMEOUT(turns > 500, kPatienceMs);
        h.window->actions().action(Command::ShowMenu)->trigger();
        QTRY_VERIFY(h.window->actions().menu()->isVisible());
        h.window->actions().menu()->hide();
        h.window->actions().action(Command::Choose)->trigger();
        QTRY_VERIFY(h.find<QWidget>("targetPicker")->isVisible());
        h.find<QWidget>("targetPicker")->hide();
        const int before = turns;
        QTRY_VERIFY_WITH_TIMEOUT(turns > before + 500, kPatienceMs);
        QVERIFY(h.runs());
        QVERIFY(h.find<LoginBar>("loginBar")->isVisible());
    }

    void cancelEndsThePluginAndLeavesAClearState() {
        HangingLogin h;
        QVERIFY(h.begin());
        const pid_t plugin = h.pid();
        QTest::mouseClick(h.find<QPushButton>("cancelLogin"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!h.find<LoginBar>("loginBar")->isVisible(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(::kill(plugin, 0) != 0 && errno == ESRCH, kPatienceMs);
        auto* banner = h.find<ErrorBanner>("errorBanner");
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), kPatienceMs);
        QVERIFY2(banner->text().contains(QStringLiteral("Cancelled")), qPrintable(banner->text()));
        QVERIFY(h.window->actions().action(Command::Start)->isEnabled());
    }

    void cancelWhileStartingStopsTheControllers() {
        HangingLogin h;
        QVERIFY(h.begin());
        h.window->start();
        QTRY_COMPARE_WITH_TIMEOUT(int(h.host->state()), int(HostState::Starting), kPatienceMs);
        QTest::mouseClick(h.find<QPushButton>("cancelLogin"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(int(h.host->state()), int(HostState::Failed), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!h.find<LoginBar>("loginBar")->isVisible(), kPatienceMs);
        QVERIFY(h.host->failure());
        QCOMPARE(int(h.host->failure()->kind), int(ErrorKind::Cancelled));
    }
};

QTEST_MAIN(TstWindowLogin)
#include "tst_window_login.moc"
