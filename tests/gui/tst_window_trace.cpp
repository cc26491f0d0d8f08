// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QTreeWidget>

#include "ui/pipeline/pipeline_strip.h"
#include "ui/widgets/changes_view.h"
#include "ui/widgets/command_palette.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/line_chart.h"
#include "ui/widgets/metrics_panel.h"
#include "ui/widgets/table_panel.h"
#include "ui/widgets/trace_table.h"
#include "ui/window/board.h"
#include "ui/window/student_jobs.h"
#include "window_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

TraceTable* traceOf(WindowFixture& f) {
    return qobject_cast<TraceTable*>(f.window->panel(PanelKind::Trace).table());
}

void manySteps(FakeHost& host, int count) {
    for (int i = 0; i < count; ++i) host.step(Step::Enqueued, "default/" + std::to_string(i % 5), {});
    host.changed();
}

QMenu* openMenu() {
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

}  // namespace

class TstWindowTrace final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTraceFollowsItsEndUnlessScrolledUp() {
        WindowFixture f;
        QVERIFY(f.show());
        f.action(Command::GoTrace)->trigger();
        TraceTable* table = traceOf(f);
        QVERIFY(table);
        manySteps(f.host, 200);
        QTRY_COMPARE(table->model()->rowCount(), 200);
        QTRY_VERIFY(table->verticalScrollBar()->maximum() > 0 && table->isFollowing());
        table->verticalScrollBar()->setValue(40);
        manySteps(f.host, 50);
        QTRY_COMPARE(table->model()->rowCount(), 250);
        QCOMPARE(table->verticalScrollBar()->value(), 40);
        table->scrollToBottom();
        manySteps(f.host, 50);
        QTRY_COMPARE(table->model()->rowCount(), 300);
        QVERIFY(table->isFollowing());
    }

    void aDoubleClickGoesToTheCause() {
        WindowFixture f;
        QVERIFY(f.show());
        f.action(Command::GoTrace)->trigger();
        const std::uint64_t cause = f.host.step(Step::Added, "default/a", {});
        for (int i = 0; i < 100; ++i) f.host.step(Step::Enqueued, "default/b", {});
        f.host.step(Step::Got, "default/a", {}, {}, 0, 1, {}, cause);
        f.host.changed();
        TraceTable* table = traceOf(f);
        QTRY_COMPARE(table->model()->rowCount(), 102);
        const QModelIndex last = table->model()->index(101, TraceModel::Cause);
        table->scrollTo(last);
        const QPoint spot = table->visualRect(last).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, spot);
        QCOMPARE(f.window->selection().key(), std::string("default/a"));  // a click chooses the key everywhere
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, spot);
        QTRY_COMPARE(table->currentIndex().row(), 0);
    }

    void theFilterNarrowsTheTraceAndSaysWhatIsWrong() {
        WindowFixture f;
        QVERIFY(f.show());
        f.action(Command::GoTrace)->trigger();
        manySteps(f.host, 20);
        TablePanel& panel = f.window->panel(PanelKind::Trace);
        QTRY_COMPARE(panel.table()->model()->rowCount(), 20);
        QTest::keyClicks(panel.filterField(), QStringLiteral("step:Enqueued key:default/3"));
        QTRY_COMPARE(panel.table()->model()->rowCount(), 4);
        panel.filterField()->setText(QStringLiteral("colour:red"));
        QTRY_VERIFY(panel.filterField()->property("wrong").toBool());
        QVERIFY(panel.filterField()->accessibleDescription().contains(QStringLiteral("colour")));
        QCOMPARE(panel.table()->model()->rowCount(), 20);
        panel.filterField()->clear();
        QTRY_VERIFY(!panel.filterField()->property("wrong").toBool());
    }

    void theFilterOffersNames() {
        WindowFixture f;
        QVERIFY(f.show());
        FilterEdit* field = f.window->panel(PanelKind::Workqueue).filterField();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("a ret"));
        QCOMPARE(field->completions(), QStringList{QStringLiteral("retries:")});
    }

    void traceAndMetricsHaveTabsAndTheFourTablesStayTogether() {
        WindowFixture f;
        f.window->resize(1440, 900);
        QVERIFY(f.show());
        auto* tabs = f.find<QTabBar>("boardTabs");
        QCOMPARE(tabs->count(), 3);
        for (const PanelKind kind : {PanelKind::Students, PanelKind::Workqueue, PanelKind::Events, PanelKind::Pods})
            QVERIFY(f.window->panel(kind).isVisible());
        QVERIFY(f.window->inspector().isVisible());
        QTest::keySequence(f.window.get(), QKeySequence(QStringLiteral("Ctrl+8")));
        QTRY_VERIFY(f.window->metrics().isVisible());
        QVERIFY(f.window->inspector().isVisible());
        QTest::keySequence(f.window.get(), QKeySequence(QStringLiteral("Ctrl+7")));
        QTRY_VERIFY(f.window->panel(PanelKind::Trace).isVisible());
        QTest::keySequence(f.window.get(), QKeySequence(QStringLiteral("Ctrl+1")));
        QTRY_VERIFY(f.window->panel(PanelKind::Students).isVisible());
    }

    void chartsTellTheirValues() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        f.action(Command::GoMetrics)->trigger();
        for (int i = 0; i < 5; ++i) {
            f.host.clock().advance(1s);
            f.host.stats(ControllerId::Students).metrics.adds += 4;
            f.host.publishStats();
            f.host.changed();
            QTRY_VERIFY(f.window->data().stats(ControllerId::Students).metrics.adds == f.host.stats(ControllerId::Students).metrics.adds);
            f.window->data().setNow(f.host.now(), f.host.wallNow());
            f.window->data().sampleMetrics();
        }
        f.window->metrics().tickSecond();
        LineChart* adds = f.find<LineChart>("chartAdds");
        QVERIFY2(adds->valuesAt(adds->width() - 9).contains(QStringLiteral("4/s")), qPrintable(adds->valuesAt(adds->width() - 9)));
        QVERIFY(adds->valuesAt(2).isEmpty());
        QCOMPARE(LineChart::niceCeiling(3.2), 5.0);
        QCOMPARE(LineChart::niceCeiling(0.011), 0.02);
        QCOMPARE(LineChart::valueText(0.0125, LineChart::Unit::Seconds), QStringLiteral("12 ms"));
    }

    void thePaletteDoesCommandsAndGoesToKeysByKeyboardAlone() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        QTRY_VERIFY(f.window->panel(PanelKind::Students).table()->model()->rowCount() > 0);
        QTest::keySequence(f.window.get(), QKeySequence(QStringLiteral("Ctrl+K")));
        auto* palette = f.find<CommandPalette>("palette");
        QTRY_VERIFY(palette->isVisible());
        QTest::keyClicks(palette->field(), QStringLiteral("object-stu"));
        QCOMPARE(palette->shownTitles().value(0), QStringLiteral("Go to default/object-student"));
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QCOMPARE(f.window->selection().key(), std::string("default/object-student"));
        f.action(Command::Palette)->trigger();
        QTRY_VERIFY(palette->isVisible());
        QTest::keyClicks(palette->field(), QStringLiteral("goto the metr"));
        QCOMPARE(palette->shownTitles().value(0), QStringLiteral("Go to the metrics"));
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QTRY_VERIFY(f.window->metrics().isVisible());
        f.action(Command::Palette)->trigger();
        QTRY_VERIFY(palette->isVisible());
        QTest::keyClick(palette->field(), Qt::Key_Escape);
        QVERIFY(!palette->isVisible());
    }

    void presentingShowsPipelineAndOneTableLarger() {
        WindowFixture f;
        f.window->resize(1440, 900);
        QVERIFY(f.show());
        playBusyClass(f.host);
        DataTable* queue = f.window->panel(PanelKind::Workqueue).table();
        QTRY_VERIFY(queue->model()->rowCount() > 0);
        const int strip = f.window->pipeline().sizeHint().height(), row = queue->rowHeight(0);
        QTest::keySequence(f.window.get(), QKeySequence(QStringLiteral("F5")));
        QTRY_COMPARE(f.window->pipeline().sizeHint().height(), int(strip * 1.6));
        QCOMPARE(queue->rowHeight(0), int(row * 1.6));
        QVERIFY(queue->isVisible());
        QVERIFY(!f.window->panel(PanelKind::Students).isVisible());
        QVERIFY(!f.window->inspector().isVisible());
        const std::vector<Chip> chips = f.window->pipeline().chips();
        QVERIFY(!chips.empty());
        QTest::mouseClick(&f.window->pipeline(), Qt::LeftButton, {}, (chips.front().rect.center() * 1.6).toPoint());
        QCOMPARE(f.window->selection().key(), chips.front().key);
        QTest::keySequence(f.window.get(), QKeySequence(QStringLiteral("F5")));
        QTRY_COMPARE(queue->rowHeight(0), row);
        QVERIFY(f.window->inspector().isVisible());
    }

    void readOnlyBlocksEveryWriteAndIsRemembered() {
        QTemporaryDir folder;
        const QString settings = folder.filePath(QStringLiteral("s.conf"));
        {
            WindowFixture f(settings);
            QVERIFY(f.show());
            playBusyClass(f.host);
            QTRY_VERIFY(f.window->panel(PanelKind::Students).table()->model()->rowCount() > 0);
            f.window->selection().choose(ControllerId::Students, "default/object-student");
            QVERIFY(f.action(Command::EditStudent)->isEnabled());
            f.action(Command::ReadOnly)->trigger();
            for (const Command c : {Command::NewStudent, Command::EditStudent, Command::DeleteStudent, Command::CreateMany, Command::Storm})
                QVERIFY(!f.action(c)->isEnabled());
            QVERIFY(f.find<QLabel>("readOnly")->isVisible());
            QVERIFY(!f.find<QToolButton>("editStudent")->isVisible());
            f.window->close();
        }
        WindowFixture again(settings);
        QVERIFY(again.show());
        QVERIFY(again.action(Command::ReadOnly)->isChecked());
        QVERIFY(!again.action(Command::NewStudent)->isEnabled());
        again.action(Command::ReadOnly)->trigger();
        QVERIFY(again.action(Command::NewStudent)->isEnabled());
    }

    void manyStudentsAreCreatedOneAfterTheOther() {
        WindowFixture f;
        QVERIFY(f.show());
        f.action(Command::CreateMany)->trigger();
        QDialog* dialog = f.dialog("createMany");
        QVERIFY(dialog);
        dialog->findChild<QSpinBox*>(QStringLiteral("count"))->setValue(3);
        dialog->findChild<QLineEdit*>(QStringLiteral("school"))->setText(QStringLiteral("it's \"new\" $HOME"));
        const QString line = dialog->findChild<QLabel*>(QStringLiteral("kubectlLine"))->text();
        QVERIFY2(line.startsWith(QStringLiteral("for i in $(seq 1 3); do")) && line.contains(QStringLiteral("\\$HOME")), qPrintable(line));
        QTest::mouseClick(dialog->findChild<QToolButton*>(QStringLiteral("copyKubectl")), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), line);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("go")), Qt::LeftButton);
        QTRY_COMPARE(f.host.writes.size(), std::size_t(3));
        QCOMPARE(f.host.writes[2].name, std::string("student-3"));
        QTRY_VERIFY(f.action(Command::CreateMany)->isEnabled());
    }

    void aStormIsStoppedByItsCommand() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        QTRY_VERIFY(f.window->panel(PanelKind::Students).table()->model()->rowCount() > 0);
        f.window->selection().choose(ControllerId::Students, "default/object-student");
        f.action(Command::Storm)->trigger();
        QDialog* dialog = f.dialog("storm");
        QVERIFY(dialog);
        dialog->findChild<QSpinBox*>(QStringLiteral("rate"))->setValue(200);
        dialog->findChild<QSpinBox*>(QStringLiteral("edits"))->setValue(100'000);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("go")), Qt::LeftButton);
        QTRY_VERIFY(f.host.writes.size() >= 3);
        for (const StudentEdit& edit : f.host.writes) QCOMPARE(edit.name, std::string("object-student"));
        QVERIFY(f.host.writes[1].yaml.find("rollcall/storm: \"2\"") != std::string::npos);
        QVERIFY(f.host.writes[1].yaml.find("resourceVersion") == std::string::npos);
        f.action(Command::Storm)->trigger();
        QVERIFY(!f.window->findChild<StudentJobs*>()->isRunning());
        QTRY_VERIFY(f.action(Command::Storm)->text().contains(QStringLiteral("…")));
    }

    void failuresInARowEndAJob() {
        FakeHost host;
        StudentJobs jobs(host, nullptr);
        int failed = -1;
        bool stopped = false;
        connect(&jobs, &StudentJobs::ended, this, [&](int, int count, bool s, const Error&) {
            failed = count;
            stopped = s;
        });
        Object broken;
        broken.json = "[]";
        jobs.storm({{std::make_shared<Object>(broken)}, 200, 100});
        QTRY_VERIFY(stopped);
        QCOMPARE(failed, StudentJobs::kMostFailures);
        QVERIFY(!jobs.isRunning());
    }

    void rowsAreCopiedAsCsvAndAsKubectl() {
        WindowFixture f;
        QVERIFY(f.show());
        f.host.putStudent("default", "x", "=cmd", "b,c", "7");
        f.host.putStudent("class-1", "y", "a", "b", "8");
        f.host.become(HostState::Running);
        DataTable* table = f.window->panel(PanelKind::Students).table();
        QTRY_COMPARE(table->model()->rowCount(), 2);
        table->selectAll();
        const QPoint spot = table->visualRect(table->model()->index(0, 0)).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, spot, table->viewport()->mapToGlobal(spot));
        QApplication::sendEvent(table->viewport(), &event);
        QTRY_VERIFY(openMenu());
        QMenu* menu = openMenu();
        menu->findChild<QAction*>(QStringLiteral("copyCsv"))->trigger();
        const QString csv = QApplication::clipboard()->text();
        QVERIFY2(csv.startsWith(QStringLiteral("Namespace,Name,")), qPrintable(csv));
        QVERIFY2(csv.contains(QStringLiteral("default,x,'=cmd,\"b,c\"")), qPrintable(csv));
        menu->findChild<QAction*>(QStringLiteral("copyKubectlGet"))->trigger();
        QCOMPARE(QApplication::clipboard()->text(),
                 QStringLiteral("kubectl get students y -n class-1 -o yaml\nkubectl get students x -n default -o yaml"));
        menu->close();
    }

    void theInspectorShowsWhatARevisionChanged() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        QTRY_VERIFY(f.window->panel(PanelKind::Students).table()->model()->rowCount() > 0);
        f.host.putStudent("default", "object-student", "张三", "红星小学", "10490");
        f.host.changed();
        f.window->selection().choose(ControllerId::Students, "default/object-student");
        f.window->inspector().showTab(Inspector::Changes);
        auto* view = f.window->findChild<ChangesView*>();
        QTRY_VERIFY2(view->text().contains(QStringLiteral("+   school: 红星小学")), qPrintable(view->text()));
        QVERIFY(view->text().contains(QStringLiteral("-   school: 深圳中学")));
        QCOMPARE(view->chooser()->count(), 1);
    }

    void theInspectorNamesTheEventsOfTheLastRun() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        f.window->selection().choose(ControllerId::Students, "class-1/qian");
        QTRY_VERIFY2(f.window->inspector().why().contains(QStringLiteral("stands for 1 watch event: RV 10482")),
                     qPrintable(f.window->inspector().why()));
        QVERIFY(f.find<QLabel>("lineage")->text().contains(QStringLiteral("RV 10482")));
    }

    void deletingExplainsFinalizers() {
        WindowFixture f;
        QVERIFY(f.show());
        auto student = std::make_shared<Student>(*makeStudent("default", "x", "a", "b", "7", "2026-01-01T00:00:00Z"));
        student->json = R"({"apiVersion":"v1","kind":"Student","metadata":{"name":"x","namespace":"default","finalizers":["example.com/clean"]}})";
        f.host.feed().students.push_back({student});
        f.host.become(HostState::Running);
        QTRY_COMPARE(f.window->panel(PanelKind::Students).table()->model()->rowCount(), 1);
        f.window->selection().choose(ControllerId::Students, "default/x");
        f.action(Command::DeleteStudent)->trigger();
        QDialog* dialog = f.dialog("confirm");
        QVERIFY(dialog);
        const QString sentence = dialog->findChild<QLabel*>(QStringLiteral("confirmSentence"))->text();
        QVERIFY2(sentence.contains(QStringLiteral("example.com/clean")) && sentence.contains(QStringLiteral("Terminating")), qPrintable(sentence));
    }
};

QTEST_MAIN(TstWindowTrace)
#include "tst_window_trace.moc"
