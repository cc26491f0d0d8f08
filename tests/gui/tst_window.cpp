// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

#include "ui/pipeline/pipeline_strip.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/profile_menu.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/table_panel.h"
#include "ui/widgets/target_picker.h"
#include "ui/window/board.h"
#include "window_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

QString cell(DataTable* table, int row, int column) {
    return table->model()->index(row, column).data().toString();
}

void clickRow(DataTable* table, int row) {
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(row, 0)).center());
}

QString currentKey(DataTable* table) {
    const QModelIndexList rows = table->selectionModel()->selectedRows();
    return rows.isEmpty() ? QString() : rows.first().data(KeyRole).toString();
}

std::string shownChip(PipelineStrip& strip) {
    for (const Chip& chip : strip.chips()) {
        if (chip.selected) return chip.key;
    }
    return {};
}

}  // namespace

class TstWindow final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startAndStopByClicks() {
        WindowFixture f;
        QVERIFY(f.show());
        auto* start = f.find<QPushButton>("start");
        auto* stop = f.find<QPushButton>("stop");
        auto* state = f.find<StateLabel>("state");
        QCOMPARE(state->word(), QStringLiteral("Stopped"));
        QVERIFY(start->isEnabled() && !stop->isEnabled());
        QTest::mouseClick(start, Qt::LeftButton);
        QCOMPARE(f.host.starts, 1);
        QTRY_COMPARE(state->word(), QStringLiteral("Starting"));
        playBusyClass(f.host);
        QTRY_COMPARE(state->word(), QStringLiteral("Running"));
        QVERIFY(!start->isEnabled());
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_COMPARE(state->word(), QStringLiteral("Stopping"));
        QVERIFY2(stop->text().contains(QStringLiteral("bandon")), qPrintable(stop->text()));
        QTest::mouseClick(stop, Qt::LeftButton);
        QCOMPARE(f.host.stops, 2);
        QTRY_COMPARE(state->word(), QStringLiteral("Stopped"));
        QTRY_VERIFY(start->isEnabled());
    }

    void keyboardAloneStarts() {
        WindowFixture f;
        QVERIFY(f.show());
        QVERIFY(f.find<QPushButton>("start")->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(f.host.starts, 1);
        QTRY_VERIFY(!f.find<QPushButton>("start")->isEnabled());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);  // a second press must not stop what just started
        QCOMPARE(f.host.stops, 0);
        QTest::keySequence(f.window.get(), QKeySequence(QStringLiteral("Ctrl+.")));
        QCOMPARE(f.host.stops, 1);
    }

    void everyControlIsReachedByTabAndHasAName() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        QTRY_VERIFY(f.window->panel(PanelKind::Students).table()->model()->rowCount() > 0);
        QSet<QWidget*> seen;
        for (int i = 0; i < 80; ++i) {
            QWidget* focus = QApplication::focusWidget();
            if (focus) seen << focus;
            QTest::keyClick(f.window.get(), Qt::Key_Tab);
        }
        for (const char* name : {"where", "stop", "workers", "profile", "pause", "speed", "report", "menu", "pipeline",
                                 "studentsTable", "workqueueTable", "eventsTable", "podsTable"}) {
            QVERIFY2(seen.contains(f.find<QWidget>(name)), name);
        }
        for (QWidget* w : seen) {
            const auto* button = qobject_cast<QAbstractButton*>(w);
            QVERIFY2(!w->accessibleName().isEmpty() || (button && !button->text().isEmpty()) || w->inherits("QTabBar"),
                     qPrintable(w->objectName() + QLatin1Char(' ') + QLatin1String(w->metaObject()->className())));
        }
    }

    void theStoryFillsTheTables() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        DataTable* queue = f.window->panel(PanelKind::Workqueue).table();
        QTRY_COMPARE(queue->model()->rowCount(), 12);
        QCOMPARE(cell(queue, 0, WorkqueueModel::Key), QStringLiteral("class-1/zhao"));
        QCOMPARE(cell(queue, 0, WorkqueueModel::State), QStringLiteral("Waiting"));
        QCOMPARE(cell(queue, 2, WorkqueueModel::State), QStringLiteral("Parked"));
        QCOMPARE(cell(f.window->panel(PanelKind::Students).table(), 0, StudentsModel::StudentName),
                 QStringLiteral("张三"));
        QCOMPARE(cell(f.window->panel(PanelKind::Events).table(), 3, EventsModel::Post), QStringLiteral("429"));
        QCOMPARE(f.window->panel(PanelKind::Pods).table()->model()->rowCount(), 5);
        QCOMPARE(f.window->panel(PanelKind::Students).findChild<QLabel*>(QStringLiteral("count"))->text(),
                 QStringLiteral("12"));
    }

    void aRowSelectsItsKeyEverywhere() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        DataTable* students = f.window->panel(PanelKind::Students).table();
        QTRY_COMPARE(students->model()->rowCount(), 12);
        clickRow(students, 0);
        QCOMPARE(f.window->selection().key(), std::string("default/object-student"));
        QCOMPARE(shownChip(f.window->pipeline()), std::string("default/object-student"));
        QCOMPARE(currentKey(f.window->panel(PanelKind::Workqueue).table()), QStringLiteral("default/object-student"));
        QCOMPARE(currentKey(f.window->panel(PanelKind::Events).table()), QStringLiteral("default/object-student"));
        QVERIFY(currentKey(f.window->panel(PanelKind::Pods).table()).isEmpty());
        QVERIFY2(f.window->inspector().yaml().contains(QStringLiteral("school: 深圳中学")),
                 qPrintable(f.window->inspector().yaml()));
        QVERIFY(f.window->inspector().why().contains(QStringLiteral("in the shared bucket's debt")));
        QCOMPARE(f.find<StateLabel>("inspectedState")->word(), QStringLiteral("Waiting"));
    }

    void aPodOpensItsController() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        DataTable* pods = f.window->panel(PanelKind::Pods).table();
        QTRY_COMPARE(pods->model()->rowCount(), 5);
        clickRow(pods, 1);
        QCOMPARE(f.window->pipeline().open(), ControllerId::Pods);
        QVERIFY(f.window->inspector().yaml().contains(QStringLiteral("kind: Pod")));
        QTest::keySequence(f.window.get(), QKeySequence(QStringLiteral("Ctrl+T")));
        QCOMPARE(f.window->pipeline().open(), ControllerId::Students);
    }

    void theChoiceComesBackWithItsRow() {
        WindowFixture f;
        QVERIFY(f.show());
        f.window->selection().choose(ControllerId::Students, "default/object-student");
        playBusyClass(f.host);
        QTRY_COMPARE(currentKey(f.window->panel(PanelKind::Students).table()),
                     QStringLiteral("default/object-student"));
    }

    void selectionAndScrollSurviveAThousandUpdates() {
        WindowFixture f;
        QVERIFY(f.show());
        for (int i = 0; i < 300; ++i)
            f.host.putStudent("ns", "s" + std::to_string(1000 + i), "x", "y", std::to_string(5000 - i));
        f.host.become(HostState::Running);
        DataTable* table = f.window->panel(PanelKind::Students).table();
        QTRY_COMPARE(table->model()->rowCount(), 300);
        table->sortByColumn(StudentsModel::Name, Qt::AscendingOrder);
        f.window->selection().choose(ControllerId::Students, "ns/s1150");
        QCOMPARE(currentKey(table), QStringLiteral("ns/s1150"));
        const int top = table->rowAt(1);
        QVERIFY(top > 0);
        for (int i = 0; i < 1000; ++i) {
            f.host.putStudent("ns", "s" + std::to_string(1000 + (i * 7) % 300), "x", "z", std::to_string(6000 + i));
            f.host.changed();
            if (i % 50 == 0) QCoreApplication::processEvents();
        }
        QTRY_COMPARE(cell(table, 0, StudentsModel::School), QStringLiteral("z"));
        QCOMPARE(currentKey(table), QStringLiteral("ns/s1150"));
        QCOMPARE(table->rowAt(1), top);
    }

    void filterHidesRowsAndOffersToClear() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        TablePanel& panel = f.window->panel(PanelKind::Students);
        QTRY_COMPARE(panel.table()->model()->rowCount(), 12);
        panel.table()->setFocus();
        QTest::keySequence(f.window.get(), QKeySequence(QStringLiteral("Ctrl+F")));
        QVERIFY(panel.filterField()->hasFocus());
        QTest::keyClicks(panel.filterField(), QStringLiteral("class-1"));
        QTRY_COMPARE(panel.table()->model()->rowCount(), 3);
        QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("count"))->text(), QStringLiteral("3 of 12"));
        QTest::keyClicks(panel.filterField(), QStringLiteral(" nobody"));
        QTRY_COMPARE(panel.state().mode, PanelMode::FilteredOut);
        auto* clear = panel.findChild<QPushButton*>(QStringLiteral("panelAction"));
        QVERIFY(clear->isVisible());
        QTest::mouseClick(clear, Qt::LeftButton);
        QTRY_COMPARE(panel.table()->model()->rowCount(), 12);
        QVERIFY(panel.filterField()->text().isEmpty());
    }

    void emptyPanelStartsAndCreates() {
        WindowFixture f;
        QVERIFY(f.show());
        auto* action = f.window->panel(PanelKind::Students).findChild<QPushButton*>(QStringLiteral("panelAction"));
        QVERIFY(action->isVisible());
        QTest::mouseClick(action, Qt::LeftButton);
        QCOMPARE(f.host.starts, 1);
        for (const ControllerId id : {ControllerId::Students, ControllerId::Pods}) f.host.stats(id).synced = true;
        f.host.become(HostState::Running);
        QTRY_COMPARE(f.window->panel(PanelKind::Students).state().action, PanelAction::CreateStudent);
        QTest::mouseClick(action, Qt::LeftButton);
        QTRY_VERIFY(f.dialog("studentEditor"));
    }

    void forbiddenAndOfflineAreShown() {
        WindowFixture f;
        QVERIFY(f.show());
        f.host.stats(ControllerId::Students).reflector = ReflectorState::Forbidden;
        f.host.stats(ControllerId::Students).problem = "cannot list resource \"students\"";
        f.host.become(HostState::Running);
        QTRY_COMPARE(f.window->panel(PanelKind::Students).state().mode, PanelMode::Forbidden);
        QVERIFY(f.window->panel(PanelKind::Students).state().sentence.contains(QStringLiteral("cannot list")));
    }

    void failureIsABannerThatTriesAgain() {
        WindowFixture f;
        QVERIFY(f.show());
        auto* banner = f.find<ErrorBanner>("errorBanner");
        QVERIFY(!banner->isVisible());
        Error error =
            makeError(ErrorKind::Tls, "https://127.0.0.1:6443: certificate signed by unknown authority <b>x</b>");
        f.host.fail(error);
        QTRY_VERIFY(banner->isVisible());
        QVERIFY(banner->text().contains(QStringLiteral("unknown authority <b>x</b>")));
        QTest::mouseClick(banner->findChild<QPushButton*>(QStringLiteral("copyError")), Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("unknown authority")));
        QTest::mouseClick(banner->findChild<QPushButton*>(QStringLiteral("retry")), Qt::LeftButton);
        QCOMPARE(f.host.starts, 1);
        QTRY_VERIFY(!banner->isVisible());
    }

    void profileSwitchesReachTheHost() {
        WindowFixture f;
        auto* menu = f.window->findChild<ProfileMenu*>();
        QCOMPARE(menu->summary(), QStringLiteral("Corrected"));
        menu->menu()->findChild<QAction*>(QStringLiteral("asPrinted"))->trigger();
        QVERIFY(f.host.profile(ControllerId::Students) == studentsAsPrinted());
        QVERIFY(f.host.profile(ControllerId::Pods) == podsAsPrinted());
        QCOMPARE(menu->summary(), QStringLiteral("As printed"));
        menu->menu()->findChild<QAction*>(QStringLiteral("students.requeueOnError"))->trigger();
        QVERIFY(f.host.profile(ControllerId::Students).requeueOnError);
        QCOMPARE(menu->summary(), QStringLiteral("Custom"));
    }

    void workersAndSpeedReachTheHost() {
        WindowFixture f;
        QVERIFY(f.show());
        auto* workers = f.find<QSpinBox>("workers");
        workers->setFocus();
        QTest::keyClick(workers, Qt::Key_Up);
        QCOMPARE(f.host.workers(), 3);
        QTest::keySequence(f.window.get(), QKeySequence(QStringLiteral("Ctrl+Space")));
        QCOMPARE(f.host.speed(), 0.0);
        QVERIFY(f.find<QToolButton>("step")->isEnabled());
        QTest::mouseClick(f.find<QToolButton>("step"), Qt::LeftButton);
        QCOMPARE(f.host.steps, 1);
        QTest::mouseClick(f.find<QToolButton>("pause"), Qt::LeftButton);
        QCOMPARE(f.host.speed(), 1.0);
    }

    void boardFollowsTheRoom() {
        QCOMPARE(Board::modeFor(1440), Board::Mode::Wide);
        QCOMPARE(Board::modeFor(1280), Board::Mode::Medium);
        QCOMPARE(Board::modeFor(1024), Board::Mode::Narrow);
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        auto* board = f.find<Board>("board");
        QVERIFY(f.window->inspector().isVisible());
        for (const auto& [width, mode] : {std::pair(1280, Board::Mode::Medium), std::pair(1024, Board::Mode::Narrow),
                                          std::pair(1440, Board::Mode::Wide)}) {
            f.window->resize(width, 700);
            QTRY_COMPARE(board->mode(), mode);
            QVERIFY(f.window->panel(PanelKind::Students).isVisible());
            QCOMPARE(f.window->panel(PanelKind::Pods).isVisible(), mode != Board::Mode::Narrow);
            f.action(Command::GoPods)->trigger();
            QTRY_VERIFY(f.window->panel(PanelKind::Pods).isVisible());
            f.action(Command::GoInspector)->trigger();
            QTRY_VERIFY(f.window->inspector().isVisible());
            f.action(Command::GoStudents)->trigger();
            QTRY_VERIFY(f.window->panel(PanelKind::Students).isVisible());
        }
    }

    void rowsAreCopiedWithTheirOriginalText() {
        WindowFixture f;
        QVERIFY(f.show());
        f.host.putStudent("default", "x", "a\tb", "深圳中学", "7");
        f.host.become(HostState::Running);
        DataTable* students = f.window->panel(PanelKind::Students).table();
        QTRY_COMPARE(students->model()->rowCount(), 1);
        clickRow(students, 0);
        QTest::keyClick(students, Qt::Key_C, Qt::ControlModifier);
        QVERIFY2(QApplication::clipboard()->text().startsWith(QStringLiteral("default\tx\ta\tb\t深圳中学\t")),
                 qPrintable(QApplication::clipboard()->text()));
    }

    void theRowMenuEditsStudentsOnly() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        DataTable* students = f.window->panel(PanelKind::Students).table();
        QTRY_COMPARE(students->model()->rowCount(), 12);
        for (const auto& [kind, actions] : {std::pair(PanelKind::Students, 6), std::pair(PanelKind::Pods, 4)}) {
            DataTable* table = f.window->panel(kind).table();
            clickRow(table, 0);
            const QPoint center = table->visualRect(table->model()->index(0, 0)).center();
            QContextMenuEvent event(QContextMenuEvent::Mouse, center, table->viewport()->mapToGlobal(center));
            QApplication::sendEvent(table->viewport(), &event);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu);
            int shown = 0;
            for (QAction* action : menu->actions()) shown += action->isSeparator() ? 0 : 1;
            QCOMPARE(shown, actions);
            menu->close();
        }
    }

    void aBurstOfNewsIsDrainedOnceAFrame() {
        WindowFixture f;
        QVERIFY(f.show());
        QCoreApplication::processEvents();
        const int before = f.host.drains;
        QElapsedTimer time;
        time.start();
        for (int i = 0; i < 500; ++i) {
            f.host.putStudent("ns", "s" + std::to_string(i), "x", "y", std::to_string(i + 1));
            f.host.changed();
            QCoreApplication::processEvents();
        }
        QTRY_COMPARE(f.window->panel(PanelKind::Students).table()->model()->rowCount(), 500);
        const qint64 frames = time.elapsed() / 33 + 2;
        QVERIFY2(f.host.drains - before <= frames, qPrintable(QStringLiteral("%1 drains").arg(f.host.drains - before)));
    }

    void nothingTicksFastWhenNothingCountsDown() {
        WindowFixture f;
        QVERIFY(f.show());
        playQuietClass(f.host);
        QTRY_COMPARE(f.window->panel(PanelKind::Students).table()->model()->rowCount(), 12);
        QVERIFY(!f.window->pipeline().hasCountdown());
        f.host.putQueue("a/b", KeyState::Waiting).readyAt = f.host.now() + 5s;
        f.host.changed();
        QTRY_VERIFY(f.window->pipeline().hasCountdown());
    }
};

QTEST_MAIN(TstWindow)
#include "tst_window.moc"
