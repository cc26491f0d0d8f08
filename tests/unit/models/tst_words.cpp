// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model_rows.h"
#include "ui/models/error_words.h"
#include "ui/models/life_log.h"
#include "ui/models/panel_state.h"
#include "ui/models/time_words.h"
#include "ui/models/why.h"

using namespace rollcall;
using namespace std::chrono_literals;

class TstWords final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void spansHaveUnits_data() {
        QTest::addColumn<qlonglong>("ns");
        QTest::addColumn<QString>("age");
        QTest::addColumn<QString>("span");
        const auto row = [](const char* name, Duration d, const char* age, const char* span) {
            QTest::newRow(name) << qlonglong(d.count()) << QString::fromUtf8(age) << QString::fromUtf8(span);
        };
        row("negative", -5s, "0.0 s", "0 ms");
        row("a quarter", 250us, "0.0 s", "250 µs");
        row("40 ms", 40ms, "0.0 s", "40 ms");
        row("below a second", 999'999us, "0.9 s", "999 ms");
        row("1.2 s", 1299ms, "1 s", "1.2 s");
        row("just below ten", 9'999ms, "9 s", "9.9 s");
        row("12 s", 12s, "12 s", "12 s");
        row("a minute", 60s, "1 m", "1 m");
        row("59 m", 59min + 59s, "59 m", "59 m");
        row("47 h", 47h + 59min, "47 h", "47 h");
        row("3 d", 80h, "3 d", "3 d");
    }
    void spansHaveUnits() {
        QFETCH(qlonglong, ns);
        QTEST(ageText(Duration(ns)), "age");
        QTEST(spanText(Duration(ns)), "span");
    }

    void clocksRunInMinutesAndHours() {
        QCOMPARE(clockText(192s), QStringLiteral("3:12"));
        QCOMPARE(clockText(0s), QStringLiteral("0:00"));
        QCOMPARE(clockText(4060s), QStringLiteral("1:07:40"));
    }

    void whyNamesTheItemLimiterWhenItDecides() {
        QueueRow row = queueRow("a/b", KeyState::Waiting);
        row.retries = 3;
        row.delay = 20ms;  // client-go: 5 ms · 2^2 for the third failure
        row.readyAt = MonoTime(1s + 15ms);
        row.lastError = "409 Conflict";
        const WhyText why = whyText(row, {}, MonoTime(1s));
        QCOMPARE(why.question, QStringLiteral("Why is it waiting?"));
        QCOMPARE(why.answer,
                 QStringLiteral("Retry 2 failed (409 Conflict). The item limiter delays it by 5 ms × 2² = 20 ms; "
                                "15 ms are left."));
    }

    void whyNamesTheBucketWhenItIsEmpty() {
        QueueRow row = queueRow("a/b", KeyState::Waiting);
        row.retries = 1;
        row.delay = 1200ms;
        row.readyAt = MonoTime(2s);
        row.lastError = "boom";
        const QString answer = whyText(row, {}, MonoTime(1s)).answer;
        QVERIFY2(answer.contains(QStringLiteral("5 ms × 2⁰ = 5 ms")), qPrintable(answer));
        // golang.org/x/time/rate: a reservation waits as long as the debt that it leaves takes to be paid: 12 tokens at 10/s.
        QVERIFY(answer.contains(QStringLiteral("number 12 in the shared bucket's debt: it waits 1.2 s, 1.0 s more")));
        QVERIFY(!answer.contains(QStringLiteral("burst")));  // where the bucket stands is said only when it is known
    }

    void whySaysWhereTheBucketStands() {
        QueueRow row = queueRow("a/b", KeyState::Waiting);
        row.retries = 1;
        row.delay = 1200ms;
        row.readyAt = MonoTime(2s);
        const auto answer = [&](LimiterKind kind, std::optional<double> tokens) {
            return whyText(row, {}, MonoTime(1s), {kind, tokens}).answer;
        };
        QVERIFY(answer(LimiterKind::ControllerDefault, -12.0)
                    .endsWith(QStringLiteral("The shared bucket (10/s, burst 100) is 12 tokens in debt now.")));
        QVERIFY(answer(LimiterKind::SampleController, 3.5)
                    .endsWith(QStringLiteral("The shared bucket (50/s, burst 300) holds 3.5 tokens now.")));
        QVERIFY(answer(LimiterKind::SampleController, 3.5).contains(QStringLiteral("number 60 in")));
        row.delay = 1ms;  // client-go's DefaultTypedItemBasedRateLimiter begins with 1 ms and has no bucket
        QVERIFY(answer(LimiterKind::ItemBased, {}).contains(QStringLiteral("1 ms × 2⁰ = 1 ms")));
    }

    void whyKnowsTheLimitersCap() {
        QueueRow row = queueRow("a/b", KeyState::Waiting);
        row.retries = 25;
        row.delay = 1000s;
        row.lastError = "boom";
        QVERIFY(whyText(row, {}, {}).answer.contains(QStringLiteral("cap of 1000 s")));
    }

    void whyTellsADelayedAddFromAFailure() {
        QueueRow row = queueRow("a/b", KeyState::Waiting);
        row.retries = 2;
        row.delay = 10ms;
        QVERIFY(whyText(row, studentsAsPrinted(), {})
                    .answer.startsWith(QStringLiteral("It was added with AddRateLimited (number 2).")));
    }

    void everyStateHasAnAnswer() {
        for (const KeyState state :
             {KeyState::Ready, KeyState::Processing, KeyState::Waiting, KeyState::Parked, KeyState::Synced,
              KeyState::Failed, KeyState::GivenUp, KeyState::Lost, KeyState::Discarded}) {
            const WhyText why = whyText(queueRow("a/b", state), {}, {});
            QVERIFY2(!why.question.isEmpty() && why.answer.size() > 20, std::to_string(int(state)).c_str());
            QVERIFY2(!why.answer.contains(QLatin1Char('%')), qPrintable(why.answer));
        }
    }

    void givenUpCountsTheProfilesRetries() {
        Profile profile;
        profile.retryLimit = 5;
        QueueRow row = queueRow("a/b", KeyState::GivenUp);
        row.lastError = "boom";
        QVERIFY(whyText(row, profile, {})
                    .answer.startsWith(QStringLiteral("All 5 retries that the profile allows failed")));
    }

    void lifeIsTheKeysOwn() {
        LifeLog log;
        std::vector<Transition> all;
        const auto add = [&](Step step, const char* key, ControllerId controller = ControllerId::Students) {
            Transition t;
            t.step = step;
            t.key = key;
            t.controller = controller;
            all.push_back(t);
        };
        add(Step::Added, "a/b");
        add(Step::Added, "a/c");
        add(Step::Updated, "a/b");
        add(Step::Got, "a/b");
        add(Step::SyncFailed, "a/b");
        add(Step::Requeued, "a/b");
        add(Step::Added, "a/b", ControllerId::Pods);
        log.add(all);
        const auto life = log.of(ControllerId::Students, "a/b");
        QCOMPARE(life.size(), std::size_t(5));
        QCOMPARE(life.front().step, Step::Added);
        QCOMPARE(life.back().step, Step::Requeued);
        QCOMPARE(log.of(ControllerId::Students, "a/b", 2).front().step, Step::SyncFailed);
        QVERIFY(lifeSummary(life).contains(QStringLiteral("1 retry")));
    }

    void lifeForgetsTheOldestOnly() {
        LifeLog log;
        std::vector<Transition> many(LifeLog::kCapacity + 10);
        for (std::size_t i = 0; i < many.size(); ++i) many[i].key = i < 10 ? "old" : "new";
        log.add(many);
        QCOMPARE(log.size(), LifeLog::kCapacity);
        QVERIFY(log.of(ControllerId::Students, "old").empty());
    }

    void panelOffersStartOnceAndOnlyWhenStopped() {
        PanelInput in;
        in.kind = PanelKind::Students;
        QCOMPARE(panelState(in, {}).action, PanelAction::Start);
        in.kind = PanelKind::Events;
        QCOMPARE(panelState(in, {}).action, PanelAction::None);
        QVERIFY(!panelState(in, {}).sentence.isEmpty());
        in.kind = PanelKind::Students;
        in.host = HostState::Running;
        PipelineStats synced;
        synced.synced = true;
        synced.reflector = ReflectorState::Streaming;
        QCOMPARE(panelState(in, synced).action, PanelAction::CreateStudent);
    }

    void panelSaysWhatKeepsRowsAway_data() {
        QTest::addColumn<ReflectorState>("reflector");
        QTest::addColumn<PanelMode>("mode");
        QTest::newRow("listing") << ReflectorState::Listing << PanelMode::Loading;
        QTest::newRow("forbidden") << ReflectorState::Forbidden << PanelMode::Forbidden;
        QTest::newRow("signed out") << ReflectorState::SignedOut << PanelMode::SignedOut;
        QTest::newRow("no CRD") << ReflectorState::WaitingForResource << PanelMode::MissingResource;
        QTest::newRow("offline") << ReflectorState::BackingOff << PanelMode::Offline;
    }
    void panelSaysWhatKeepsRowsAway() {
        QFETCH(ReflectorState, reflector);
        PanelInput in;
        in.host = HostState::Running;
        PipelineStats stats;
        stats.reflector = reflector;
        stats.problem = "students.bolingcavalry.k8s.io is forbidden";
        stats.backoffUntil = MonoTime(3s);
        const PanelState state = panelState(in, stats);
        QTEST(state.mode, "mode");
        QVERIFY(!state.title.isEmpty());
        if (state.mode != PanelMode::Loading) QVERIFY(state.sentence.contains(QStringLiteral("forbidden")));
    }

    void oldRowsStayAndAreCalledStale() {
        PanelInput in;
        in.host = HostState::Running;
        in.rows = in.visible = 3;
        in.now = MonoTime(20s);
        PipelineStats stats;
        stats.reflector = ReflectorState::BackingOff;
        stats.lastEvent = MonoTime(8s);
        const PanelState state = panelState(in, stats);
        QCOMPARE(state.mode, PanelMode::Rows);
        QVERIFY(state.stale.contains(QStringLiteral("12 s")));
        stats.reflector = ReflectorState::Streaming;
        QVERIFY(panelState(in, stats).stale.isEmpty());
    }

    void filteredToNothingIsNotEmpty() {
        PanelInput in;
        in.rows = 3;
        in.filtered = true;
        QCOMPARE(panelState(in, {}).mode, PanelMode::FilteredOut);
        QCOMPARE(panelState(in, {}).action, PanelAction::ClearFilter);
    }

    void errorsSayWhatToDo() {
        for (const ErrorKind kind : {ErrorKind::Timeout, ErrorKind::Network, ErrorKind::Tls, ErrorKind::Protocol,
                                     ErrorKind::Config, ErrorKind::Io, ErrorKind::Internal}) {
            const ErrorWords words = errorWords(makeError(kind, "at 127.0.0.1"));
            QVERIFY(!words.title.isEmpty() && !words.advice.isEmpty());
            QCOMPARE(words.detail, QStringLiteral("at 127.0.0.1"));
        }
        Error conflict = makeError(ErrorKind::Api, "the object has been modified");
        conflict.httpStatus = 409;
        conflict.reason = "Conflict";
        QVERIFY(errorWords(conflict).title.contains(QStringLiteral("changed")));
        conflict.reason = "AlreadyExists";
        QVERIFY(errorWords(conflict).title.contains(QStringLiteral("exists")));
    }
};

QTEST_GUILESS_MAIN(TstWords)
#include "tst_words.moc"
