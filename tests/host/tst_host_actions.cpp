// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>

#include "core/api/decode.h"
#include "host_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

class TestHostActions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_f.reset(); }
    void createdStudentsAppearAndAreSynced();
    void dryRunShowsWhatTheServerSays();
    void unreadableYamlNamesTheLine();
    void aStaleEditIsAConflict();
    void anEditIsSyncedAgainAndItsEventCounted();
    void deletedStudentsDisappear();
    void theKubeconfigIsPrivate();
    void listsTheSandboxFirst();

private:
    static StudentEdit edit(const std::string& name, const std::string& school, const std::string& version = {}) {
        std::string yaml = "apiVersion: bolingcavalry.k8s.io/v1\nkind: Student\nmetadata:\n  name: " + name + "\n";
        if (!version.empty()) yaml += "  resourceVersion: \"" + version + "\"\n";
        return {"default", name, yaml + "spec:\n  name: 王五\n  school: " + school + "\n"};
    }
    Result<ObjectPtr> create(const StudentEdit& e, bool dry = false) {
        return m_f->wait([&](ControllerHost::Done done) { m_f->host->createStudent(e, dry, done); });
    }
    Result<ObjectPtr> update(const StudentEdit& e, bool dry = false) {
        return m_f->wait([&](ControllerHost::Done done) { m_f->host->updateStudent(e, dry, done); });
    }
    std::unique_ptr<HostFixture> m_f;
};

void TestHostActions::init() {
    m_f = std::make_unique<HostFixture>();
    QVERIFY(m_f->open().ok());
    m_f->host->start();
    QTRY_VERIFY_WITH_TIMEOUT(m_f->host->synced(), 20'000);
}

void TestHostActions::createdStudentsAppearAndAreSynced() {
    QVERIFY(create(edit("wangwu-2", "红星小学")).ok());
    QTRY_VERIFY(m_f->students.count("default/wangwu-2"));
    const auto key = std::pair(ControllerId::Students, std::string("default/wangwu-2"));
    QTRY_COMPARE(m_f->queue[key].state, KeyState::Synced);
    const auto again = create(edit("wangwu-2", "红星小学"));
    QVERIFY(!again.ok());
    QVERIFY(again.error().isAlreadyExists());
}

void TestHostActions::dryRunShowsWhatTheServerSays() {
    StudentEdit wrong = edit("dry", "x");
    wrong.yaml += "  age: 12\n";
    const auto refused = create(wrong, true);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().httpStatus, 400);
    QVERIFY2(refused.error().message.find("unknown field \"spec.age\"") != std::string::npos, refused.error().message.c_str());
    QVERIFY(create(edit("dry", "x"), true).ok());
    const auto get = m_f->wait([&](ControllerHost::Done done) { m_f->host->getStudent("default", "dry", done); });
    QVERIFY(get.error().isNotFound());
}

void TestHostActions::unreadableYamlNamesTheLine() {
    const auto result = create({"default", "x", "kind: Student\nmetadata: [\n"});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().kind, ErrorKind::Config);
    QVERIFY2(result.error().message.find("line") != std::string::npos, result.error().message.c_str());
}

void TestHostActions::aStaleEditIsAConflict() {
    const auto made = create(edit("stale", "一中"));
    QVERIFY(made.ok());
    const std::string version = (*made)->meta.resourceVersion;
    QVERIFY(update(edit("stale", "二中", version)).ok());
    const auto late = update(edit("stale", "三中", version));
    QVERIFY(!late.ok());
    QVERIFY(late.error().isConflict());
}

void TestHostActions::anEditIsSyncedAgainAndItsEventCounted() {
    const auto made = create(edit("counted", "一中"));
    const auto count = [&] {
        std::int64_t most = 0;
        for (const auto& [id, row] : m_f->events) {
            if (row.objectKey == "default/counted" && (row.post == PostState::Posted || row.post == PostState::Merged)) most = std::max(most, row.count);
        }
        return most;
    };
    QTRY_COMPARE_WITH_TIMEOUT(count(), 1, 20'000);
    QVERIFY(update(edit("counted", "二中", (*made)->meta.resourceVersion)).ok());
    QTRY_COMPARE_WITH_TIMEOUT(count(), 2, 20'000);
}

void TestHostActions::deletedStudentsDisappear() {
    QVERIFY(create(edit("gone", "一中")).ok());
    QTRY_VERIFY(m_f->students.count("default/gone"));
    const auto deleted = m_f->wait([&](ControllerHost::Done done) { m_f->host->deleteStudent("default", "gone", done); });
    QVERIFY(deleted.ok());
    QVERIFY(!*deleted);
    QTRY_VERIFY(!m_f->students.count("default/gone"));
    QTRY_VERIFY(!m_f->queue.count({ControllerId::Students, "default/gone"}));
}

void TestHostActions::theKubeconfigIsPrivate() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("kubeconfig"));
    const auto written = m_f->host->writeSandboxKubeconfig(path.toStdString());
    QVERIFY(written.ok());
    QVERIFY(!(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther)));
    QVERIFY(!m_f->host->writeSandboxKubeconfig("/nonexistent/f").ok());
}

void TestHostActions::listsTheSandboxFirst() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("kubeconfig"));
    QVERIFY(m_f->host->writeSandboxKubeconfig(path.toStdString()).ok());
    std::optional<TargetChoices> found;
    m_f->host->listTargets({path.toStdString()}, [&](TargetChoices choices) { found = std::move(choices); });
    QTRY_VERIFY(found.has_value());
    QVERIFY(found->choices.size() >= 2);
    QCOMPARE(found->choices[0].target.kind, Target::Kind::Sandbox);
    QCOMPARE(found->choices[1].name, std::string("rollcall-sandbox"));
    QCOMPARE(found->choices[1].userKind, std::string("token"));
    QVERIFY(found->problems.empty());
}

QTEST_GUILESS_MAIN(TestHostActions)
#include "tst_host_actions.moc"
