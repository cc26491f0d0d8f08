// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/fake_clock.h"
#include "core/session/feed_builder.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

ObjectPtr student(const std::string& name, const std::string& version = "1") {
    auto s = std::make_shared<Student>();
    s->meta.ns = "default";
    s->meta.name = name;
    s->meta.resourceVersion = version;
    return s;
}

ObjectPtr pod(const std::string& name) {
    auto p = std::make_shared<Pod>();
    p->meta.ns = "default";
    p->meta.name = name;
    p->phase = "Running";
    return p;
}

}  // namespace

class TestFeedBuilder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void onlyTheNewestStateOfAStudentIsShown();
    void removedStudentsAreNamed();
    void aResyncIsNoChange();
    void podsThatLeftAreShownAsLeftForAWhile();
    void aPodThatComesBackIsNotForgotten();
    void eventRowsCarryTheOutcome();
    void syncedVersionFollowsTheRuns();
    void wakesOnce();

private:
    ResourceEventHandler& students() { return *m_builder->handler(ControllerId::Students); }
    ResourceEventHandler& pods() { return *m_builder->handler(ControllerId::Pods); }
    Feed build() { return m_builder->build({}); }

    std::shared_ptr<FakeClock> m_clock;
    std::unique_ptr<TransitionLog> m_log;
    std::unique_ptr<FeedBuilder> m_builder;
    int m_wakes = 0;
};

void TestFeedBuilder::init() {
    m_wakes = 0;
    m_clock = std::make_shared<FakeClock>();
    m_log = std::make_unique<TransitionLog>(m_clock);
    m_builder = std::make_unique<FeedBuilder>(*m_log, m_clock, [this] { ++m_wakes; });
}

void TestFeedBuilder::onlyTheNewestStateOfAStudentIsShown() {
    students().onAdd({nullptr, student("a", "1"), true, false, 0});
    students().onUpdate({student("a", "1"), student("a", "2"), false, false, 0});
    const Feed feed = build();
    QCOMPARE(feed.students.size(), 1u);
    QCOMPARE(feed.students[0].object->meta.resourceVersion, std::string("2"));
    QVERIFY(build().students.empty());
}

void TestFeedBuilder::removedStudentsAreNamed() {
    students().onAdd({nullptr, student("a"), true, false, 0});
    students().onDelete({student("a"), nullptr, false, false, 0});
    const Feed feed = build();
    QVERIFY(feed.students.empty());
    QCOMPARE(feed.studentsRemoved, std::vector<std::string>{"default/a"});
}

void TestFeedBuilder::aResyncIsNoChange() {
    const ObjectPtr a = student("a");
    students().onUpdate({a, a, false, false, 0});
    QVERIFY(build().students.empty());
}

void TestFeedBuilder::podsThatLeftAreShownAsLeftForAWhile() {
    pods().onAdd({nullptr, pod("p"), true, false, 0});
    build();
    pods().onDelete({pod("p"), nullptr, false, false, 0});
    const Feed feed = build();
    QCOMPARE(feed.pods.size(), 1u);
    QVERIFY(feed.pods[0].left);
    QVERIFY(feed.pods[0].leftAt == m_clock->wallNow());
    m_clock->advance(FeedBuilder::kKeepLeft);
    QVERIFY(build().podsRemoved.empty());
    m_clock->advance(1s);
    QCOMPARE(build().podsRemoved, std::vector<std::string>{"default/p"});
}

void TestFeedBuilder::aPodThatComesBackIsNotForgotten() {
    pods().onDelete({pod("p"), nullptr, false, false, 0});
    build();
    pods().onAdd({nullptr, pod("p"), false, false, 0});
    QVERIFY(!build().pods[0].left);
    m_clock->advance(FeedBuilder::kKeepLeft + 1s);
    QVERIFY(build().podsRemoved.empty());
}

void TestFeedBuilder::eventRowsCarryTheOutcome() {
    RecordedEvent event;
    event.body.ns = "default";
    event.body.name = "object-student.17979cfe362a0000";
    event.body.involvedNamespace = "default";
    event.body.involvedName = "object-student";
    event.body.reason = "Synced";
    m_builder->onEvent(event);
    event.state = PostState::Refused;
    event.error = makeError(ErrorKind::Api, "forbidden");
    event.error->httpStatus = 403;
    m_builder->onEvent(event);
    const Feed feed = build();
    QCOMPARE(feed.events.size(), 1u);
    QCOMPARE(feed.events[0].id, std::string("default/object-student.17979cfe362a0000"));
    QCOMPARE(feed.events[0].objectKey, std::string("default/object-student"));
    QCOMPARE(feed.events[0].post, PostState::Refused);
    QCOMPARE(feed.events[0].httpStatus, 403);
}

void TestFeedBuilder::syncedVersionFollowsTheRuns() {
    const auto note = [this](Step step, const char* version) {
        Transition t;
        t.step = step;
        t.key = "default/a";
        t.resourceVersion = version;
        m_log->append(t);
    };
    note(Step::Enqueued, "");
    note(Step::Updated, "99");
    note(Step::SyncSucceeded, "");
    QCOMPARE((*build().pipeline)[0].syncedVersion, std::string("99"));
    note(Step::Updated, "100");  // longer is newer
    QCOMPARE((*build().pipeline)[0].syncedVersion, std::string("99"));
    note(Step::SyncSucceeded, "");
    QCOMPARE((*build().pipeline)[0].syncedVersion, std::string("100"));
}

void TestFeedBuilder::wakesOnce() {
    students().onAdd({nullptr, student("a"), true, false, 0});
    students().onAdd({nullptr, student("b"), true, false, 0});
    QCOMPARE(m_wakes, 1);
}

QTEST_GUILESS_MAIN(TestFeedBuilder)
#include "tst_feed_builder.moc"
