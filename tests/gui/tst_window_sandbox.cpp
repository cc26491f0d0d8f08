// SPDX-License-Identifier: GPL-3.0-or-later
// The window on the real machinery and the built-in API server: the whole main job by clicks.
#include <QDialog>
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "real_window.h"
#include "ui/models/visual_state.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/student_editor.h"
#include "ui/widgets/table_panel.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

constexpr int kPatienceMs = RealWindow::kPatienceMs;

struct Sandboxed : RealWindow {
    bool open() {
        QSignalSpy target(window.get(), &MainWindow::targetChanged);
        window->show();
        if (!QTest::qWaitForWindowExposed(window.get())) return false;
        window->activateWindow();
        window->useTarget({});
        return QTest::qWaitFor([&] { return target.size() > 0; }, kPatienceMs) && !host->failure();
    }
    void click(const char* name) {
        QTest::mouseClick(window->findChild<QPushButton*>(QLatin1String(name)), Qt::LeftButton);
    }
    bool waitFor(HostState state) {
        return QTest::qWaitFor([&] { return window->data().hostState() == state; }, kPatienceMs);
    }
    /// The cell of the object's row in the Students table; empty = no such row.
    QString student(const char* key, int column, int role = Qt::DisplayRole) {
        StudentsModel& model = window->data().students();
        const int row = model.rowForKey(ControllerId::Students, key);
        return row < 0 ? QString() : model.index(row, column).data(role).toString();
    }
    bool isSynced(const char* key) {
        return student(key, StudentsModel::Key, StateRole).toInt() == int(VisualState::Synced);
    }
    StudentEditor* editor() {
        StudentEditor* found = nullptr;
        (void)QTest::qWaitFor(
            [&] {
                for (auto* e : window->findChildren<StudentEditor*>()) {
                    if (e->isVisible() && !e->text().isEmpty()) found = e;
                }
                return found != nullptr;
            },
            kPatienceMs);
        return found;
    }
};

void press(QWidget* dialog, const char* name) {
    QTest::mouseClick(dialog->findChild<QPushButton*>(QLatin1String(name)), Qt::LeftButton);
}

}  // namespace

class TstWindowSandbox final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aClassFromStartToStop() {
        Sandboxed s;
        QVERIFY(s.open());
        s.click("start");
        QVERIFY(s.waitFor(HostState::Running));
        QTRY_VERIFY_WITH_TIMEOUT(s.window->isSynced(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(s.isSynced("default/object-student"), kPatienceMs);
        QCOMPARE(s.student("default/object-student", StudentsModel::StudentName), QStringLiteral("张三"));
        QTRY_VERIFY_WITH_TIMEOUT(s.window->data().pods().rowCount() > 0, kPatienceMs);
        EventsModel& events = s.window->data().events();
        const auto event = [&] { return events.rowForKey(ControllerId::Students, "default/object-student"); };
        QTRY_VERIFY_WITH_TIMEOUT(event() >= 0 && events.at(event()).post == PostState::Posted, kPatienceMs);

        s.window->actions().action(Command::NewStudent)->trigger();
        StudentEditor* editor = s.editor();
        QVERIFY(editor);
        press(editor, "save");
        QTRY_VERIFY_WITH_TIMEOUT(s.isSynced("default/student-1"), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!s.window->findChild<StudentEditor*>(), kPatienceMs);
        QCOMPARE(s.window->selection().key(), std::string("default/student-1"));
        QTRY_VERIFY(s.window->inspector().yaml().contains(QStringLiteral("school: 深圳中学")));

        s.window->actions().action(Command::EditStudent)->trigger();
        editor = s.editor();
        QVERIFY(editor);
        QString text = editor->text();
        editor->setText(text.replace(QStringLiteral("深圳中学"), QStringLiteral("红星小学")));
        press(editor, "save");
        QTRY_COMPARE_WITH_TIMEOUT(s.student("default/student-1", StudentsModel::School), QStringLiteral("红星小学"),
                                  kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!s.window->findChild<StudentEditor*>(), kPatienceMs);

        s.window->actions().action(Command::DeleteStudent)->trigger();
        QDialog* confirm = nullptr;
        QTRY_VERIFY((confirm = s.window->findChild<QDialog*>(QStringLiteral("confirm"))));
        press(confirm, "confirmed");
        QTRY_VERIFY_WITH_TIMEOUT(s.student("default/student-1", StudentsModel::Name).isEmpty(), kPatienceMs);

        s.click("stop");
        QVERIFY(s.waitFor(HostState::Stopped));
        s.click("start");
        QVERIFY(s.waitFor(HostState::Running));
        QTRY_VERIFY_WITH_TIMEOUT(s.isSynced("default/object-student"), kPatienceMs);
    }

    void whatTheServerRefusesIsShownInTheEditor() {
        Sandboxed s;
        QVERIFY(s.open());
        s.window->actions().action(Command::NewStudent)->trigger();
        StudentEditor* editor = s.editor();
        QVERIFY(editor);
        QString text = editor->text();
        editor->setText(text.replace(QStringLiteral("school: 深圳中学"), QStringLiteral("school: 7")));
        press(editor, "save");
        // kube-apiserver names the field of a value that has the wrong type in just this way.
        QTRY_VERIFY_WITH_TIMEOUT(editor->message().contains(QStringLiteral("spec.school")), kPatienceMs);
        QVERIFY(editor->isVisible());
    }

    void twoEditorsMeetInAConflict() {
        Sandboxed s;
        QVERIFY(s.open());
        s.click("start");
        QTRY_VERIFY_WITH_TIMEOUT(s.isSynced("default/object-student"), kPatienceMs);
        s.window->selection().choose(ControllerId::Students, "default/object-student");
        s.window->actions().action(Command::EditStudent)->trigger();
        StudentEditor* editor = s.editor();
        QVERIFY(editor);
        QString theirs = editor->text(), mine = editor->text();
        bool written = false;
        theirs.replace(QStringLiteral("深圳中学"), QStringLiteral("实验中学"));
        s.host->updateStudent({"default", "object-student", theirs.toStdString()}, false,
                              [&](Result<ObjectPtr> answer) { written = answer.ok(); });
        QTRY_VERIFY_WITH_TIMEOUT(written, kPatienceMs);
        editor->setText(mine.replace(QStringLiteral("深圳中学"), QStringLiteral("红星小学")));
        press(editor, "save");
        QTRY_VERIFY_WITH_TIMEOUT(editor->showsConflict(), kPatienceMs);
        press(editor, "keepMine");
        press(editor, "save");
        QTRY_COMPARE_WITH_TIMEOUT(s.student("default/object-student", StudentsModel::School),
                                  QStringLiteral("红星小学"), kPatienceMs);
    }

    void anUnreachableServerIsExplained() {
        Sandboxed s;
        s.window->show();
        QFile config(s.folder.filePath(QStringLiteral("config")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        // Port 1 on loopback: nothing listens there.
        config.write(
            "apiVersion: v1\nkind: Config\ncurrent-context: nobody\nclusters:\n"
            "- name: c\n  cluster: {server: 'http://127.0.0.1:1'}\n"
            "contexts:\n- name: nobody\n  context: {cluster: c, user: u}\nusers:\n- name: u\n  user: {}\n");
        config.close();
        Target target;
        target.kind = Target::Kind::Context;
        target.kubeconfig = config.fileName().toStdString();
        s.window->useTarget(target);
        auto* banner = s.window->findChild<ErrorBanner*>();
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), kPatienceMs);
        QVERIFY2(banner->text().contains(QStringLiteral("127.0.0.1:1")), qPrintable(banner->text()));
    }
};

QTEST_MAIN(TstWindowSandbox)
#include "tst_window_sandbox.moc"
