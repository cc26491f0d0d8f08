// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>

#include "core/api/lease.h"
#include "tests/unit/api/api_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

namespace {

// As kube-apiserver writes it.
constexpr const char* kLease =
    R"({"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"rollcall","namespace":"kube-system",)"
    R"("uid":"u-1","resourceVersion":"4711","labels":{"a":"b"},"managedFields":[{"manager":"x"}]},"spec":{)"
    R"("holderIdentity":"baz","leaseDurationSeconds":15,"acquireTime":"2026-01-01T00:00:00.123456Z",)"
    R"("renewTime":"2026-01-01T00:00:10.000001Z","leaseTransitions":3,"strategy":"OldestEmulationVersion",)"
    R"("preferredHolder":"qux"},"extra":[1,{"spec":2}]})";

LeasePtr read(const std::string& json) {
    const auto object = leaseResource().decode(json, leaseResource());
    if (!object) qFatal("%s", object.error().message.c_str());
    return std::dynamic_pointer_cast<const LeaseObject>(*object);
}

QJsonObject parsed(const std::string& json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

}  // namespace

class LeaseTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFieldIsRead();
    void missingAndNullFieldsAreEmpty();
    void aNewLeaseIsWhatClientGoWrites();
    void timesThatNeverWereAreNull();
    void anUpdateKeepsTheRestOfTheObject();
    void whatIsWrittenReadsBack();
    void thePathIsCoordination();
};

void LeaseTest::everyFieldIsRead() {
    const LeasePtr lease = read(kLease);
    QCOMPARE(lease->meta.resourceVersion, "4711");
    QCOMPARE(lease->spec.holder, "baz");
    QCOMPARE(lease->spec.durationSeconds, 15);
    QCOMPARE(lease->spec.transitions, 3);
    const WallTime newYear(std::chrono::seconds(1767225600));
    QVERIFY(lease->spec.acquireTime == newYear + std::chrono::microseconds(123456));
    QVERIFY(lease->spec.renewTime == newYear + std::chrono::seconds(10) + std::chrono::microseconds(1));
    QCOMPARE(lease->spec.strategy, "OldestEmulationVersion");
    QCOMPARE(lease->spec.preferredHolder, "qux");
}

void LeaseTest::missingAndNullFieldsAreEmpty() {
    const LeasePtr lease =
        read(R"({"metadata":{"name":"x"},"spec":{"holderIdentity":null,"renewTime":null,"acquireTime":7}})");
    QCOMPARE(lease->spec.holder, "");
    QCOMPARE(lease->spec.durationSeconds, 0);
    QVERIFY(!lease->spec.renewTime && !lease->spec.acquireTime);
    QCOMPARE(read(R"({"metadata":{"name":"x"}})")->spec.transitions, 0);
}

void LeaseTest::aNewLeaseIsWhatClientGoWrites() {
    LeaseSpec spec;
    spec.holder = "baz";
    spec.durationSeconds = 15;
    spec.acquireTime = spec.renewTime = WallTime(std::chrono::seconds(1767225600) + std::chrono::nanoseconds(1500));
    QCOMPARE(
        leaseJson("kube-system", "rollcall", spec),
        R"({"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"rollcall","namespace":"kube-system"},)"
        R"("spec":{"holderIdentity":"baz","leaseDurationSeconds":15,"acquireTime":"2026-01-01T00:00:00.000001Z",)"
        R"("renewTime":"2026-01-01T00:00:00.000001Z","leaseTransitions":0}})");
}

void LeaseTest::timesThatNeverWereAreNull() {
    const QJsonObject spec = parsed(leaseJson("a", "b", LeaseSpec{}))[QStringLiteral("spec")].toObject();
    QVERIFY(spec[QStringLiteral("acquireTime")].isNull());
    QCOMPARE(spec[QStringLiteral("holderIdentity")].toString(), QString());  // written, as a release needs it
    QVERIFY(spec.contains(QStringLiteral("holderIdentity")));
}

void LeaseTest::anUpdateKeepsTheRestOfTheObject() {
    LeaseSpec spec;
    spec.holder = "qux";
    spec.durationSeconds = 1;
    const QJsonObject json = parsed(leaseJson(*read(kLease), spec));
    const QJsonObject meta = json[QStringLiteral("metadata")].toObject();
    QCOMPARE(meta[QStringLiteral("resourceVersion")].toString(), QStringLiteral("4711"));
    QCOMPARE(meta[QStringLiteral("labels")].toObject()[QStringLiteral("a")].toString(), QStringLiteral("b"));
    QVERIFY(!meta.contains(QStringLiteral("managedFields")));
    QCOMPARE(json[QStringLiteral("extra")], parsed(kLease)[QStringLiteral("extra")]);
    QCOMPARE(json[QStringLiteral("spec")].toObject()[QStringLiteral("holderIdentity")].toString(),
             QStringLiteral("qux"));
    QVERIFY(!json[QStringLiteral("spec")].toObject().contains(QStringLiteral("strategy")));
    QCOMPARE(json.size(), 5);
}

void LeaseTest::whatIsWrittenReadsBack() {
    const LeasePtr first = read(kLease);
    const LeasePtr second = read(leaseJson(*first, first->spec));
    QCOMPARE(second->spec.holder, first->spec.holder);
    QVERIFY(second->spec.acquireTime == first->spec.acquireTime);
    QVERIFY(second->spec.renewTime == first->spec.renewTime);
    QCOMPARE(second->spec.transitions, first->spec.transitions);
    QCOMPARE(second->spec.strategy, first->spec.strategy);
    QCOMPARE(second->spec.preferredHolder, first->spec.preferredHolder);
}

void LeaseTest::thePathIsCoordination() {
    QCOMPARE(leaseResource().path("kube-system", "rollcall"),
             "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/rollcall");
}

QTEST_GUILESS_MAIN(LeaseTest)
#include "tst_lease.moc"
