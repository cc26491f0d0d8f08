// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/fake_clock.h"
#include "core/record/event_correlator.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {
EventBody synced(const std::string& message = "Student synced successfully",
                 const std::string& object = "object-student") {
    EventBody e;
    e.ns = "default";
    e.involvedKind = "Student";
    e.involvedNamespace = "default";
    e.involvedName = object;
    e.involvedUid = "uid-" + object;
    e.reason = "Synced";
    e.message = message;
    e.component = "student-controller";
    e.name = object + ".first";
    return e;
}
}  // namespace

/// The rules of client-go tools/record/events_cache.go and its tests.
class TestEventCorrelator : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void firstIsCreatedTheSecondRaisesItsCount();
    void anotherMessageIsAnotherEvent();
    void theTenthSimilarMessageIsCombined();
    void combinedEventsCountOnOneAnother();
    void similarityIsForgottenAfterTenMinutes();
    void theWindowRollsWithEachEvent();
    void thirtyQuickSyncsShowTwentyFive();
    void suppressedEventsStillCount();
    void theFilterIsPerObjectAndType();
    void theServersAnswerSetsTheCount();
    void oldObservationsAreForgotten();
    void theSameEventCountsBeyondTheLimitOfSimilarOnes();
    void manyUniqueEventsAreAllCreated();
    void partsOfOneObjectDoNotCount();
    void otherReasonsAreNotSimilar();
    void aCombinedEventHasANameAndTimesOfItsOwn();
    void aBurstOfOneHoldsBackAnotherReasonToo();
    void tokensComeBackBitByBit();
    void namesCarryTheTimeInHex();
    void namesThatAreNoSubdomainBecomeUuids();
};

void TestEventCorrelator::firstIsCreatedTheSecondRaisesItsCount() {
    EventCorrelator correlator(std::make_shared<FakeClock>());
    const auto first = correlator.correlate(synced());
    QVERIFY(!first.patch);
    QCOMPARE(first.event.count, 1);
    auto again = synced();
    again.name = "object-student.second";
    again.first = WallTime(99s);
    const auto second = correlator.correlate(again);
    QVERIFY(second.patch);
    QCOMPARE(second.event.count, 2);
    QCOMPARE(second.event.name, std::string("object-student.first"));
    QVERIFY(second.event.first == first.event.first);
}

void TestEventCorrelator::anotherMessageIsAnotherEvent() {
    EventCorrelator correlator(std::make_shared<FakeClock>());
    correlator.correlate(synced("a"));
    const auto other = correlator.correlate(synced("b"));
    QVERIFY(!other.patch);
    QVERIFY(!other.aggregated);
}

void TestEventCorrelator::theTenthSimilarMessageIsCombined() {
    EventCorrelator correlator(std::make_shared<FakeClock>());
    for (int i = 1; i <= 9; ++i) QVERIFY(!correlator.correlate(synced("message " + std::to_string(i))).aggregated);
    const auto tenth = correlator.correlate(synced("message 10"));
    QVERIFY(tenth.aggregated);
    QVERIFY(!tenth.patch);
    QCOMPARE(tenth.event.message, std::string("(combined from similar events): message 10"));
    QCOMPARE(tenth.event.count, 1);
}

void TestEventCorrelator::combinedEventsCountOnOneAnother() {
    EventCorrelator correlator(std::make_shared<FakeClock>());
    for (int i = 1; i <= 10; ++i) correlator.correlate(synced("message " + std::to_string(i)));
    const auto eleventh = correlator.correlate(synced("message 11"));
    QVERIFY(eleventh.aggregated);
    QVERIFY(eleventh.patch);
    QCOMPARE(eleventh.event.count, 2);
    QCOMPARE(eleventh.event.message, std::string("(combined from similar events): message 11"));
}

void TestEventCorrelator::similarityIsForgottenAfterTenMinutes() {
    auto clock = std::make_shared<FakeClock>();
    EventCorrelator correlator(clock);
    for (int i = 1; i <= 10; ++i) correlator.correlate(synced("message " + std::to_string(i)));
    clock->advance(601s);
    QVERIFY(!correlator.correlate(synced("message 11")).aggregated);
}

void TestEventCorrelator::theWindowRollsWithEachEvent() {
    auto clock = std::make_shared<FakeClock>();
    EventCorrelator correlator(clock);
    for (int i = 1; i <= 9; ++i) {
        correlator.correlate(synced("message " + std::to_string(i)));
        clock->advance(500s);
    }
    QVERIFY(correlator.correlate(synced("message 10")).aggregated);
}

void TestEventCorrelator::thirtyQuickSyncsShowTwentyFive() {
    EventCorrelator correlator(std::make_shared<FakeClock>());
    std::int64_t shown = 0;
    int skipped = 0;
    for (int i = 0; i < 30; ++i) {
        const auto outcome = correlator.correlate(synced());
        if (outcome.skip) {
            ++skipped;
        } else {
            shown = outcome.event.count;
        }
    }
    QCOMPARE(shown, 25);
    QCOMPARE(skipped, 5);
}

void TestEventCorrelator::suppressedEventsStillCount() {
    auto clock = std::make_shared<FakeClock>();
    EventCorrelator correlator(clock);
    for (int i = 0; i < 30; ++i) correlator.correlate(synced());
    clock->advance(300s);  // one token
    const auto next = correlator.correlate(synced());
    QVERIFY(!next.skip);
    QCOMPARE(next.event.count, 31);  // the count jumps over what was held back
    QVERIFY(correlator.correlate(synced()).skip);
}

void TestEventCorrelator::theFilterIsPerObjectAndType() {
    EventCorrelator correlator(std::make_shared<FakeClock>());
    for (int i = 0; i < 25; ++i) QVERIFY(!correlator.correlate(synced()).skip);
    QVERIFY(correlator.correlate(synced()).skip);
    QVERIFY(!correlator.correlate(synced("x", "other-student")).skip);
    auto warning = synced();
    warning.type = "Warning";
    QVERIFY(!correlator.correlate(warning).skip);
    auto otherReason = synced();
    otherReason.reason = "Deleted";
    QVERIFY(correlator.correlate(otherReason).skip);
}

void TestEventCorrelator::theServersAnswerSetsTheCount() {
    EventCorrelator correlator(std::make_shared<FakeClock>());
    auto answered = correlator.correlate(synced()).event;
    answered.count = 7;
    answered.name = "object-student.server";
    correlator.updateState(answered);
    const auto next = correlator.correlate(synced());
    QCOMPARE(next.event.count, 8);
    QCOMPARE(next.event.name, std::string("object-student.server"));
}

void TestEventCorrelator::oldObservationsAreForgotten() {
    EventCorrelator::Options options;
    options.cacheSize = 2;
    EventCorrelator correlator(std::make_shared<FakeClock>(), options);
    correlator.correlate(synced("m", "a"));
    correlator.correlate(synced("m", "b"));
    correlator.correlate(synced("m", "a"));  // used again: b is the oldest now
    correlator.correlate(synced("m", "c"));
    QVERIFY(correlator.correlate(synced("m", "a")).patch);
    QVERIFY(!correlator.correlate(synced("m", "b")).patch);
}

void TestEventCorrelator::theSameEventCountsBeyondTheLimitOfSimilarOnes() {
    auto clock = std::make_shared<FakeClock>();
    EventCorrelator correlator(clock);
    for (int i = 0; i < 10; ++i) {
        correlator.updateState(correlator.correlate(synced()).event);
        clock->advance(30s);
    }
    const auto eleventh = correlator.correlate(synced());
    QVERIFY(!eleventh.aggregated);
    QCOMPARE(eleventh.event.count, 11);
}

void TestEventCorrelator::manyUniqueEventsAreAllCreated() {
    EventCorrelator correlator(std::make_shared<FakeClock>());
    for (int i = 0; i < 30; ++i) {
        const auto n = std::to_string(i);
        auto event = synced("message-" + n, "student-" + n);
        event.reason = "reason-" + n;
        const auto outcome = correlator.correlate(event);
        QVERIFY(!outcome.patch && !outcome.skip && !outcome.aggregated);
    }
}

void TestEventCorrelator::partsOfOneObjectDoNotCount() {
    EventCorrelator correlator(std::make_shared<FakeClock>());
    auto one = synced(), two = synced();
    one.involvedFieldPath = "spec.containers{container1}";
    two.involvedFieldPath = "spec.containers{container2}";
    correlator.correlate(two);
    const auto outcome = correlator.correlate(one);
    QVERIFY(!outcome.patch);
    QCOMPARE(outcome.event.count, 1);
}

void TestEventCorrelator::otherReasonsAreNotSimilar() {
    EventCorrelator correlator(std::make_shared<FakeClock>());
    for (int i = 1; i <= 9; ++i) correlator.correlate(synced("message " + std::to_string(i)));
    auto other = synced("message 10");
    other.reason = "Failed";
    QVERIFY(!correlator.correlate(other).aggregated);
}

void TestEventCorrelator::aCombinedEventHasANameAndTimesOfItsOwn() {
    auto clock = std::make_shared<FakeClock>();
    EventCorrelator correlator(clock);
    for (int i = 1; i <= 9; ++i) correlator.correlate(synced("message " + std::to_string(i)));
    clock->advance(7s);
    auto tenth = synced("message 10");
    tenth.annotations["a"] = "b";
    tenth.first = tenth.last = WallTime(1s);
    const auto combined = correlator.correlate(tenth).event;
    QVERIFY(combined.first == clock->wallNow());
    QVERIFY(combined.last == clock->wallNow());
    QCOMPARE(combined.name, eventName("object-student", clock->wallNow()));
    QVERIFY(combined.annotations.empty());
    QVERIFY(combined.combined);
    clock->advance(7s);
    const auto next = correlator.correlate(synced("message 11")).event;
    QCOMPARE(next.name, combined.name);
    QVERIFY(next.first == combined.first);
    QVERIFY(next.last == clock->wallNow());
}

void TestEventCorrelator::aBurstOfOneHoldsBackAnotherReasonToo() {
    EventCorrelator::Options options;
    options.spamBurst = 1;
    EventCorrelator correlator(std::make_shared<FakeClock>(), options);
    QVERIFY(!correlator.correlate(synced()).skip);
    auto other = synced("me again");
    other.reason = "Duplicate";
    QVERIFY(correlator.correlate(other).skip);
}

void TestEventCorrelator::tokensComeBackBitByBit() {
    auto clock = std::make_shared<FakeClock>();
    EventCorrelator correlator(clock);
    for (int i = 0; i < 25; ++i) correlator.correlate(synced());
    for (int i = 0; i < 2; ++i) {
        clock->advance(100s);
        QVERIFY(correlator.correlate(synced()).skip);
    }
    clock->advance(100s);
    QVERIFY(!correlator.correlate(synced()).skip);
}

void TestEventCorrelator::namesCarryTheTimeInHex() {
    QCOMPARE(eventName("object-student", WallTime(1700000000s)), std::string("object-student.17979cfe362a0000"));
    QCOMPARE(eventName("test-pod", WallTime(105999103295324396ns)), std::string("test-pod.178959f726d80ec"));
}

void TestEventCorrelator::namesThatAreNoSubdomainBecomeUuids() {
    const std::string name = eventName("Not_A_Name", WallTime(1s));
    QCOMPARE(name.size(), 36u);
    QVERIFY(name.find("Not_A_Name") == std::string::npos);
    for (const std::string& odd : {std::string("a..b"), std::string(300, 'x'), std::string("test.POD"),
                                   std::string("test.pod/invalid!chars?"), std::string("--test.pod")}) {
        QCOMPARE(eventName(odd, WallTime(1s)).size(), 36u);
    }
}

QTEST_GUILESS_MAIN(TestEventCorrelator)
#include "tst_event_correlator.moc"
