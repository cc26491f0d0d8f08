// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLabel>
#include <QMenu>

#include "ui/models/life_log.h"
#include "ui/pipeline/pipeline_strip.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/table_panel.h"
#include "window_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

/// What lies under the profiles, chosen and shown in the window.
class TstMachinery final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theMenuShowsAndChangesTheMachinery() {
        WindowFixture f;
        QVERIFY(f.show());
        auto* menu = f.window->actions().menu();
        const auto action = [&](const char* name) { return menu->findChild<QAction*>(QLatin1String(name)); };
        QVERIFY(action("delivery.inOrder")->isChecked());
        QVERIFY(action("watchList")->isChecked());
        QVERIFY(!action("leaderElection")->isChecked());
        action("delivery.coalescing")->trigger();
        QVERIFY(f.host.machinery().delivery == Delivery::Coalescing);
        QVERIFY(action("delivery.coalescing")->isChecked());
        QVERIFY(!action("delivery.inOrder")->isChecked());
        action("limiter.sample")->trigger();
        action("events.events")->trigger();
        action("watchList")->trigger();
        action("leaderElection")->trigger();
        const Machinery m = f.host.machinery();
        QVERIFY(m.delivery == Delivery::Coalescing);  // each change keeps the others
        QVERIFY(m.limiter == LimiterKind::SampleController);
        QVERIFY(m.events == EventApi::EventsV1);
        QVERIFY(!m.watchList);
        QVERIFY(m.leader.enabled);
    }

    void changesWhileRunningAreSaidToWaitForTheNextStart() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        QTRY_VERIFY(f.window->findChild<StatusLine*>());
        f.window->actions().menu()->findChild<QAction*>(QStringLiteral("delivery.coalescing"))->trigger();
        QTRY_VERIFY(statusSays(f, QStringLiteral("next Start")));
    }

    void aRowsMenuInjectsFaultsForItsKey() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        auto* table = f.find<TablePanel>("students")->table();
        QTRY_VERIFY(table->model()->rowCount() > 0);
        const QModelIndex first = table->model()->index(0, 0);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(first).center());
        const std::string key = first.data(KeyRole).toString().toStdString();
        trigger(f, table, "faultThrice");
        auto faults = f.host.syncFaults(ControllerId::Students);
        QCOMPARE(faults.size(), 1u);
        QCOMPARE(faults[0].key, key);
        QCOMPARE(faults[0].times, 3);
        QVERIFY(faults[0].kind == SyncFault::Kind::Fail);
        trigger(f, table, "faultPanic");
        faults = f.host.syncFaults(ControllerId::Students);
        QVERIFY(faults.back().kind == SyncFault::Kind::Panic);
        trigger(f, table, "faultClear");
        QVERIFY(f.host.syncFaults(ControllerId::Students).empty());
    }

    void aCrashIsToldAsTheEndOfAGoProgram() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        f.host.feed().crash = "Observed a panic: \"index out of range\" while syncing 'default/a'";
        f.host.changed();
        QTRY_VERIFY(statusSays(f, QStringLiteral("A Go program would have ended here")));
        QVERIFY(statusSays(f, QStringLiteral("index out of range")));
    }

    void changesOfTheLeaderAreTold() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        LeaderStatus leader;
        leader.state = LeaderState::Standby;
        leader.identity = "me";
        leader.holder = "another";
        f.host.feed().leader = leader;
        f.host.changed();
        QTRY_VERIFY(statusSays(f, QStringLiteral("another is the leader")));
        leader.state = LeaderState::Leading;
        leader.holder = "me";
        f.host.feed().leader = leader;
        f.host.changed();
        QTRY_VERIFY(statusSays(f, QStringLiteral("is the leader now")));
    }

    void aCrashedLaneLooksUnlikeAnIdleOne() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        auto& lanes = f.host.stats(ControllerId::Students).lanes;
        QVERIFY(!lanes.empty());
        for (WorkerLane& lane : lanes) lane.key.clear();
        f.host.publishStats();
        f.host.changed();
        auto* strip = f.window->findChild<PipelineStrip*>();
        QTRY_VERIFY(!strip->grab().isNull());
        QCoreApplication::processEvents();
        const QImage idle = strip->grab().toImage();
        lanes[0].panic = "index out of range";
        lanes[0].restartsAt = f.host.now() + 800ms;
        f.host.publishStats();
        f.host.changed();
        QTRY_VERIFY(strip->grab().toImage() != idle);
    }

    void panicsHaveTheirSentence() {
        Transition t;
        t.step = Step::SyncPanicked;
        t.key = "default/a";
        t.delay = 2ms;
        t.detail = "index out of range";
        QVERIFY2(stepSentence(t).contains(QStringLiteral("index out of range")), qPrintable(stepSentence(t)));
        QVERIFY(visualOf(t.step) == VisualState::Failed);
        QCOMPARE(stepMark(t), QStringLiteral("✕"));
    }

private:
    static bool statusSays(const WindowFixture& f, const QString& words) {
        for (const QLabel* label : f.window->findChild<StatusLine*>()->findChildren<QLabel*>()) {
            if (label->text().contains(words) || label->toolTip().contains(words)) return true;
        }
        return false;
    }
    static void trigger(const WindowFixture& f, DataTable* table, const char* name) {
        Q_EMIT table->menuRequested(table->mapToGlobal(QPoint(5, 5)), table);
        QAction* found = nullptr;
        for (QMenu* menu : f.window->findChildren<QMenu*>(QStringLiteral("faultMenu"))) {
            if (auto* a = menu->findChild<QAction*>(QLatin1String(name))) found = a;
        }
        QVERIFY(found);
        found->trigger();
        for (QWidget* popup : QApplication::topLevelWidgets()) {
            if (qobject_cast<QMenu*>(popup) && popup->isVisible()) popup->close();
        }
    }
};

QTEST_MAIN(TstMachinery)
#include "tst_machinery.moc"
