// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "ui/widgets/status_line.h"
#include "ui/widgets/student_editor.h"
#include "ui/widgets/table_panel.h"
#include "window_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

void press(QWidget* dialog, const char* name) {
    auto* button = dialog->findChild<QPushButton*>(QLatin1String(name));
    QVERIFY(button && button->isVisible());
    QTRY_VERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
}

/// A window with the busy class, its first Student chosen, and the editor opened on it by the shortcut.
struct Editing : WindowFixture {
    StudentEditor* open(Command command = Command::EditStudent) {
        playBusyClass(host);
        if (!show()) return nullptr;
        if (!QTest::qWaitFor([this] { return window->panel(PanelKind::Students).table()->model()->rowCount() == 12; }))
            return nullptr;
        window->selection().choose(ControllerId::Students, "default/object-student");
        action(command)->trigger();
        if (!QTest::qWaitFor([this] { return dialog("studentEditor") != nullptr; })) return nullptr;
        return qobject_cast<StudentEditor*>(dialog("studentEditor"));
    }
};

}  // namespace

class TstStudentEditor final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void createIsCheckedByADryRunFirst() {
        Editing f;
        StudentEditor* editor = f.open(Command::NewStudent);
        QVERIFY(editor);
        QVERIFY(editor->kubectlLine().startsWith(QStringLiteral("kubectl create")));
        QSignalSpy saved(editor, &StudentEditor::saved);
        press(editor, "save");
        QTRY_COMPARE(saved.size(), 1);
        QCOMPARE(f.host.dryRuns, 1);
        QCOMPARE(f.host.writes.size(), std::size_t(1));
        QCOMPARE(f.host.writes[0].name, std::string("student-1"));
        QTRY_VERIFY(!f.dialog("studentEditor"));
        QCOMPARE(f.window->selection().key(), std::string("default/student-1"));
        QVERIFY(f.find<StatusLine>("statusLine")->currentNotice().contains(QStringLiteral("default/student-1")));
    }

    void checkOnlySavesNothing() {
        Editing f;
        StudentEditor* editor = f.open();
        QVERIFY(editor);
        QTRY_VERIFY(editor->text().contains(QStringLiteral("深圳中学")));
        press(editor, "check");
        QTRY_VERIFY(editor->message().contains(QStringLiteral("would accept")));
        QCOMPARE(f.host.dryRuns, 1);
        QVERIFY(f.host.writes.empty());
        QVERIFY(editor->isVisible());
    }

    void whatTheServerFindsInvalidIsShownAndTheTextStays() {
        Editing f;
        StudentEditor* editor = f.open();
        QVERIFY(editor);
        QTRY_VERIFY(editor->text().contains(QStringLiteral("深圳中学")));
        f.host.nextWriteError =
            apiError(422, "Invalid", "spec.school: Invalid value: \"integer\": must be of type string");
        const QString text = editor->text();
        press(editor, "save");
        QTRY_VERIFY2(editor->message().contains(QStringLiteral("spec.school")), qPrintable(editor->message()));
        QVERIFY(f.host.writes.empty());
        QCOMPARE(editor->text(), text);
        QVERIFY(editor->isVisible());
    }

    void brokenYamlIsFoundBeforeTheServerIsAsked() {
        Editing f;
        StudentEditor* editor = f.open();
        QVERIFY(editor);
        QTRY_VERIFY(!editor->text().isEmpty());
        editor->setText(QStringLiteral("kind: Student\nmetadata: [\n"));
        press(editor, "save");
        QTRY_VERIFY2(editor->message().contains(QStringLiteral("line")), qPrintable(editor->message()));
        QCOMPARE(f.host.dryRuns, 0);
    }

    void theNameOfAnExistingObjectStays() {
        Editing f;
        StudentEditor* editor = f.open();
        QVERIFY(editor);
        QTRY_VERIFY(editor->text().contains(QStringLiteral("object-student")));
        QString text = editor->text();
        editor->setText(text.replace(QStringLiteral("name: object-student"), QStringLiteral("name: another")));
        press(editor, "save");
        QTRY_VERIFY(editor->message().contains(QStringLiteral("cannot be changed")));
        QCOMPARE(f.host.dryRuns, 0);
    }

    void aConflictShowsBothVersionsAndMineCanWin() {
        Editing f;
        StudentEditor* editor = f.open();
        QVERIFY(editor);
        QTRY_VERIFY(editor->text().contains(QStringLiteral("深圳中学")));
        QString text = editor->text();
        editor->setText(text.replace(QStringLiteral("深圳中学"), QStringLiteral("红星小学")));
        f.host.nextWriteError = apiError(409, "Conflict", "the object has been modified");
        f.host.server["default/object-student"] =
            makeStudent("default", "object-student", "张三", "实验中学", "10500", "2026-01-01T00:00:00Z");
        press(editor, "save");
        QTRY_VERIFY(editor->showsConflict());
        QVERIFY(editor->findChild<QPlainTextEdit*>(QStringLiteral("conflictMine"))
                    ->toPlainText()
                    .contains(QStringLiteral("红星小学")));
        QVERIFY(editor->findChild<QPlainTextEdit*>(QStringLiteral("conflictServer"))
                    ->toPlainText()
                    .contains(QStringLiteral("实验中学")));
        press(editor, "keepMine");
        QVERIFY(!editor->showsConflict());
        QVERIFY(editor->text().contains(QStringLiteral("resourceVersion: \"10500\"")));
        QVERIFY(editor->text().contains(QStringLiteral("红星小学")));
        press(editor, "save");
        QTRY_COMPARE(f.host.writes.size(), std::size_t(1));
        QVERIFY(f.host.writes[0].yaml.find("10500") != std::string::npos);
    }

    void aConflictCanTakeTheServersVersion() {
        Editing f;
        StudentEditor* editor = f.open();
        QVERIFY(editor);
        QTRY_VERIFY(editor->text().contains(QStringLiteral("深圳中学")));
        f.host.nextWriteError = apiError(409, "Conflict", "the object has been modified");
        f.host.server["default/object-student"] =
            makeStudent("default", "object-student", "张三", "实验中学", "10500", "2026-01-01T00:00:00Z");
        press(editor, "save");
        QTRY_VERIFY(editor->showsConflict());
        press(editor, "takeTheirs");
        QVERIFY(editor->text().contains(QStringLiteral("实验中学")));
        QVERIFY(f.host.writes.empty());
    }

    void alreadyExistsIsNoConflict() {
        Editing f;
        StudentEditor* editor = f.open(Command::NewStudent);
        QVERIFY(editor);
        f.host.nextWriteError =
            apiError(409, "AlreadyExists", "students.bolingcavalry.k8s.io \"student-1\" already exists");
        press(editor, "save");
        QTRY_VERIFY(editor->message().contains(QStringLiteral("already exists")));
        QVERIFY(!editor->showsConflict());
    }

    void anObjectThatIsGoneIsSaid() {
        Editing f;
        f.host.server.clear();
        StudentEditor* editor = f.open();
        QVERIFY(editor);
        f.host.server.clear();
        f.window->selection().choose(ControllerId::Students, "default/object-student");
        auto* second = new StudentEditor(f.host, f.theme, NamespacedName{"default", "gone"}, f.window.get());
        QTRY_VERIFY2(second->message().contains(QStringLiteral("not found")), qPrintable(second->message()));
    }

    void anAnswerAfterTheDialogIsClosedIsHarmless() {
        Editing f;
        StudentEditor* editor = f.open();
        QVERIFY(editor);
        QTRY_VERIFY(!editor->text().isEmpty());
        press(editor, "save");
        delete editor;
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
    }

    void cancelAsksOnceWhenThereAreChanges() {
        Editing f;
        StudentEditor* editor = f.open();
        QVERIFY(editor);
        QTRY_VERIFY(editor->text().contains(QStringLiteral("深圳中学")));
        editor->setText(editor->text() + QStringLiteral("# more\n"));
        QTest::keyClick(editor, Qt::Key_Escape);
        QVERIFY(editor->isVisible());
        QVERIFY(editor->message().contains(QStringLiteral("not saved")));
        QTest::keyClick(editor, Qt::Key_Escape);
        QTRY_VERIFY(!f.dialog("studentEditor"));
    }

    void deleteNamesTheClusterAndAsks() {
        Editing f;
        playBusyClass(f.host);
        QVERIFY(f.show());
        QVERIFY(!f.action(Command::DeleteStudent)->isEnabled());
        f.window->selection().choose(ControllerId::Students, "default/object-student");
        f.action(Command::DeleteStudent)->trigger();
        QTRY_VERIFY(f.dialog("confirm"));
        const QString sentence = f.dialog("confirm")->findChild<QLabel*>(QStringLiteral("confirmSentence"))->text();
        QVERIFY2(
            sentence.contains(QStringLiteral("Sandbox")) && sentence.contains(QStringLiteral("http://127.0.0.1:41837")),
            qPrintable(sentence));
        QTRY_VERIFY(f.dialog("confirm")->findChild<QPushButton*>(QStringLiteral("cancel"))->hasFocus());
        QTest::keyClick(f.dialog("confirm"), Qt::Key_Escape);
        QTRY_VERIFY(!f.dialog("confirm"));
        QVERIFY(f.host.deleted.empty());
        f.action(Command::DeleteStudent)->trigger();
        QTRY_VERIFY(f.dialog("confirm"));
        press(f.dialog("confirm"), "confirmed");
        QTRY_COMPARE(f.host.deleted, std::vector<std::string>{"default/object-student"});
    }
};

QTEST_MAIN(TstStudentEditor)
#include "tst_student_editor.moc"
