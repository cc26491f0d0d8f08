// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "ui/models/live_data.h"
#include "ui/pipeline/pipeline_geometry.h"
#include "ui/pipeline/pipeline_strip.h"
#include "ui/pipeline/rate_meter.h"
#include "ui/theme/theme.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

constexpr StationWidths kWanted{122, 142, 104, 112, 330, 212, 116};
constexpr StationWidths kLeast{90, 100, 80, 84, 190, 130, 84};

QueueRow row(const char* key, KeyState state) {
    QueueRow r;
    r.key = key;
    r.state = state;
    return r;
}

PipelineStats running(int workers) {
    PipelineStats p;
    p.reflector = ReflectorState::Streaming;
    for (int i = 1; i <= workers; ++i) p.lanes.push_back({i, {}, {}, {}, {}});
    return p;
}

Feed feedOf(std::vector<QueueRow> rows, int workers = 2) {
    Feed feed;
    feed.state = HostState::Running;
    feed.queue = std::move(rows);
    feed.pipeline = {running(workers), running(workers)};
    return feed;
}

QStringList keys(const std::vector<Chip>& chips) {
    QStringList list;
    for (const Chip& chip : chips) list << QString::fromStdString(chip.key);
    return list;
}

}  // namespace

class TstPipeline final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stationsNeitherOverlapNorLeaveTheStrip_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("workers");
        for (const int width : {960, 1024, 1280, 1440, 1920, 3840}) {
            for (const int workers : {1, 2, 3, 4, 5, 16})
                QTest::addRow("%d px, %d workers", width, workers) << width << workers;
        }
    }
    void stationsNeitherOverlapNorLeaveTheStrip() {
        QFETCH(int, width);
        QFETCH(int, workers);
        const PipelineGeometry g = layoutPipeline(width, kWanted, kLeast, workers);
        double x = 0;
        for (int i = 0; i < kStationCount; ++i) {
            const QRectF& station = g.stations[std::size_t(i)];
            QVERIFY(station.left() >= x);
            QVERIFY2(station.width() >= kLeast[std::size_t(i)] - 0.01, qPrintable(QString::number(i)));
            x = station.right();
        }
        QVERIFY(x <= width - 12 + 0.01);
        QCOMPARE(int(g.workers.size()), workers);
        for (std::size_t i = 0; i < g.workers.size(); ++i) {
            QVERIFY(g.station(Station::Workers).contains(g.workers[i]));
            for (std::size_t j = i + 1; j < g.workers.size(); ++j) QVERIFY(!g.workers[i].intersects(g.workers[j]));
            if (!g.workerNumbers.isNull()) QVERIFY(!g.workers[i].intersects(g.workerNumbers));
        }
        for (const QRectF& lane : g.lanes) QVERIFY(g.station(Station::Queue).contains(lane));
        QVERIFY(g.otherController.bottom() <= pipelineHeight());
    }

    void theQueueTakesWhatIsLeft() {
        const PipelineGeometry narrow = layoutPipeline(1440, kWanted, kLeast, 2),
                               wide = layoutPipeline(1640, kWanted, kLeast, 2);
        QCOMPARE(qRound(wide.station(Station::Queue).width() - narrow.station(Station::Queue).width()), 200);
        QCOMPARE(wide.station(Station::Store).width(), narrow.station(Station::Store).width());
    }

    void chipsStandInTheirLanesInOrder() {
        LiveData data;
        Theme theme;
        PipelineStrip strip(data, theme);
        strip.resize(2400, pipelineHeight());
        QueueRow second = row("a/second", KeyState::Ready), first = row("a/first", KeyState::Ready);
        first.position = 1;
        second.position = 2;
        QueueRow late = row("a/late", KeyState::Waiting), soon = row("a/soon", KeyState::Waiting);
        late.readyAt = MonoTime(9s);
        soon.readyAt = MonoTime(3s);
        QueueRow parked = row("a/parked", KeyState::Parked);
        parked.worker = 2;
        data.apply(feedOf({second, late, first, soon, parked, row("a/done", KeyState::Synced)}));
        strip.refresh();
        QCOMPARE(keys(strip.chips()),
                 QStringList({QStringLiteral("a/first"), QStringLiteral("a/second"), QStringLiteral("a/soon"),
                              QStringLiteral("a/late"), QStringLiteral("a/parked"), QStringLiteral("a/parked")}));
        const std::vector<Chip> chips = strip.chips();
        QCOMPARE(chips.back().state, VisualState::Processing);  // parked: still with its worker
        QVERIFY(chips[0].rect.right() < chips[1].rect.left());
        QVERIFY(strip.hasCountdown());
    }

    void theRingFollowsTheClock() {
        Chip chip;
        QueueRow waiting = row("a/b", KeyState::Waiting);
        waiting.delay = 4s;
        waiting.readyAt = MonoTime(10s);
        setChipTime(chip, waiting, MonoTime(7s));
        QCOMPARE(chip.ring, 0.75);
        QCOMPARE(chip.right, QStringLiteral("3.0 s"));
        setChipTime(chip, waiting, MonoTime(11s));
        QCOMPARE(chip.ring, 0.0);
        QCOMPARE(chip.right, QStringLiteral("0 ms"));
    }

    void aClickChoosesTheKeyAndTheLineSwapsControllers() {
        LiveData data;
        Theme theme;
        PipelineStrip strip(data, theme);
        strip.resize(1440, pipelineHeight());
        QueueRow pod = row("p/pod", KeyState::Ready);
        pod.controller = ControllerId::Pods;
        data.apply(feedOf({row("a/b", KeyState::Ready), pod}));
        strip.refresh();
        QSignalSpy chosen(&strip, &PipelineStrip::keyChosen);
        QCOMPARE(strip.chips().size(), std::size_t(1));
        QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.chips()[0].rect.center().toPoint());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][1].toString(), QStringLiteral("a/b"));
        QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.otherControllerRect().center().toPoint());
        QCOMPARE(strip.open(), ControllerId::Pods);
        QCOMPARE(keys(strip.chips()), QStringList{QStringLiteral("p/pod")});
    }

    void arrowKeysWalkThroughTheChips() {
        LiveData data;
        Theme theme;
        PipelineStrip strip(data, theme);
        strip.resize(1440, pipelineHeight());
        data.apply(feedOf({row("a/1", KeyState::Ready), row("a/2", KeyState::Waiting)}));
        strip.refresh();
        connect(&strip, &PipelineStrip::keyChosen, &strip,
                [&](ControllerId id, const QString& key) { strip.setSelection(id, key.toStdString()); });
        const auto selected = [&] {
            for (const Chip& chip : strip.chips()) {
                if (chip.selected) return QString::fromStdString(chip.key);
            }
            return QString();
        };
        QTest::keyClick(&strip, Qt::Key_Right);
        QCOMPARE(selected(), QStringLiteral("a/1"));
        QTest::keyClick(&strip, Qt::Key_Right);
        QCOMPARE(selected(), QStringLiteral("a/2"));
        QTest::keyClick(&strip, Qt::Key_Right);
        QCOMPARE(selected(), QStringLiteral("a/1"));
        QTest::keyClick(&strip, Qt::Key_Left);
        QCOMPARE(selected(), QStringLiteral("a/2"));
        QTest::keyClick(&strip, Qt::Key_Down);
        QCOMPARE(strip.open(), ControllerId::Pods);
    }

    void aCrowdedLaneSaysHowManyMore() {
        LiveData data;
        Theme theme;
        PipelineStrip strip(data, theme);
        strip.resize(1280, pipelineHeight());
        std::vector<QueueRow> rows;
        for (int i = 0; i < 5000; ++i) {
            rows.push_back(row(("class-1/student-" + std::to_string(i)).c_str(), KeyState::Ready));
            rows.back().position = i + 1;
        }
        data.apply(feedOf(rows));
        strip.refresh();
        QVERIFY(!strip.chips().empty());
        QVERIFY(strip.chips().size() < 10);
        for (const Chip& chip : strip.chips()) QVERIFY(chip.rect.right() < strip.width());
        QCOMPARE(keys(strip.chips()).first(), QStringLiteral("class-1/student-0"));
    }

    void motionEndsByItself() {
        ChipMotion motion;
        motion.place("queue a", QRectF(0, 0, 50, 22), {}, true);
        QVERIFY(!motion.isMoving());
        motion.place("queue a", QRectF(100, 0, 50, 22), {}, true);
        QVERIFY(motion.isMoving());
        QVERIFY(motion.current("queue a").left() < 100);
        QTRY_VERIFY(!motion.isMoving());
        QCOMPARE(motion.current("queue a"), QRectF(100, 0, 50, 22));
    }

    void motionStopsAboveFortyMovesASecond() {
        ChipMotion motion;
        int moving = 0;
        for (int i = 0; i < 200; ++i) {
            const std::string id = std::to_string(i);
            motion.place(id, QRectF(0, 0, 1, 1), {}, true);
            motion.place(id, QRectF(100, 0, 1, 1), {}, true);
            moving += motion.current(id).left() < 100 ? 1 : 0;
        }
        QVERIFY2(moving <= 80, qPrintable(QString::number(moving)));  // a second may begin in between
        motion.place("still", QRectF(5, 5, 1, 1), {}, false);
        motion.place("still", QRectF(9, 9, 1, 1), {}, false);
        QCOMPARE(motion.current("still"), QRectF(9, 9, 1, 1));
    }

    void rateIsOverTheLastSeconds() {
        RateMeter meter;
        for (int s = 1; s <= 10; ++s) meter.sample(MonoTime(std::chrono::seconds(s)), s * 5);
        QCOMPARE(qRound(meter.perSecond(MonoTime(10s)) * 10), 50);
        meter.sample(MonoTime(11s), 3);  // a new engine counts from zero
        QCOMPARE(meter.perSecond(MonoTime(11s)), 0.0);
    }

    void theReflectorSpeaksInWords() {
        StationInput in;
        in.now = MonoTime(100s);
        in.stats.reflector = ReflectorState::Listing;
        in.stats.listPage = 3;
        StationText text = stationText(Station::Reflector, in);
        QCOMPARE(text.stateText, QStringLiteral("Listing"));
        QCOMPARE(text.lines[0].value, QStringLiteral("3"));
        in.stats.reflector = ReflectorState::BackingOff;
        in.stats.backoffUntil = MonoTime(101900ms);
        text = stationText(Station::Reflector, in);
        QCOMPARE(text.state, VisualState::BackingOff);
        QCOMPARE(text.lines.back().value, QStringLiteral("1.9 s"));
    }

    void serverVersionsAreShortened() {
        QCOMPARE(shortVersion(QStringLiteral("v1.36.0+rollcall-sandbox")), QStringLiteral("v1.36.0"));
        QCOMPARE(shortVersion(QStringLiteral("v1.30.4-eks-a737599")), QStringLiteral("v1.30.4"));
        QCOMPARE(shortVersion(QStringLiteral("v1.36.3")), QStringLiteral("v1.36.3"));
    }

    void arrowCountsStayShort() {
        QCOMPARE(shortCount(9999), QStringLiteral("9999"));
        QCOMPARE(shortCount(12'345), QStringLiteral("12k"));
        QCOMPARE(shortCount(3'400'000), QStringLiteral("3.4M"));
    }
};

QTEST_MAIN(TstPipeline)
#include "tst_pipeline.moc"
