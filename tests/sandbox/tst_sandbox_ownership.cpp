// SPDX-License-Identifier: GPL-3.0-or-later
// Who owns which field. The expected sets and texts are those of kube-apiserver 1.36 to the same writes
// (tests/parity/steps.txt has them as kubectl commands).
#include <QtTest>

#include "core/sandbox/managed_fields.h"
#include "core/sandbox/seed_data.h"
#include "core/sandbox/yaml_writer.h"

using namespace rollcall;
using namespace rollcall::sandbox;

class TestSandboxOwnership : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void applyOwnsTheLeavesThatItNames();
    void updateOwnsNewMapsThemselvesToo();
    void somebodyElsesFieldIsAConflict();
    void severalConflictsAreListedByManager();
    void forceTakesTheField();
    void whatIsNoLongerAppliedGoes();
    void whatAnotherManagerAppliesStays();
    void patchTakesTheFieldFromItsApplier();
    void conditionsAreOwnedOneByOne();
    void fieldsOutsideTheSchemaAreRefused();
};

namespace {

ResourceDescriptor students() {
    ResourceDescriptor d;
    d.group = "bolingcavalry.k8s.io";
    d.version = "v1";
    d.plural = "students";
    d.kind = "Student";
    d.custom = true;
    d.subresources.push_back({"status", "", "", "Student", {"get", "patch", "update"}});
    const Outcome<Json> definition = fromYaml(kStudentDefinition);
    d.schema = (*definition)["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    return d;
}

Json student(const char* parts) {
    Json object = Json::parse(parts);
    object["apiVersion"] = "bolingcavalry.k8s.io/v1";
    object["kind"] = "Student";
    object["metadata"]["name"] = "shared";
    return object;
}

Outcome<Json> apply(const char* manager, const Json& live, const char* parts, bool force = false) {
    return applyConfiguration(students(), {manager, "", true, force}, live, student(parts), WallTime());
}

std::string fieldsOf(const Json& object, const std::string& manager, const std::string& operation = "Apply") {
    for (const Json& entry : arrayAt(object, "metadata.managedFields")) {
        if (entry["manager"] == manager && entry["operation"] == operation) return dump(entry["fieldsV1"]);
    }
    return {};
}

}  // namespace

void TestSandboxOwnership::applyOwnsTheLeavesThatItNames() {
    const auto made = apply("one", Json(), R"({"spec":{"name":"one","school":"first"}})");
    QVERIFY(made.ok());
    QCOMPARE(fieldsOf(*made, "one"), std::string(R"({"f:spec":{"f:name":{},"f:school":{}}})"));
}

void TestSandboxOwnership::updateOwnsNewMapsThemselvesToo() {
    Json made = student(R"({"metadata":{"annotations":{"note":"x"}},"spec":{"name":"one"}})");
    recordUpdate(students(), {"kubectl-create", ""}, {{"metadata", Json::object()}}, made, WallTime());
    QCOMPARE(fieldsOf(made, "kubectl-create", "Update"),
             std::string(R"({"f:metadata":{"f:annotations":{".":{},"f:note":{}}},"f:spec":{".":{},"f:name":{}}})"));
}

void TestSandboxOwnership::somebodyElsesFieldIsAConflict() {
    const auto first = apply("one", Json(), R"({"spec":{"name":"one","school":"first"}})");
    const auto second = apply("two", *first, R"({"spec":{"school":"second"}})");
    QVERIFY(!second.ok());
    QCOMPARE(second.failure().code, 409);
    QCOMPARE(second.failure().message,
             std::string(R"(Apply failed with 1 conflict: conflict with "one": .spec.school)"));
    QCOMPARE(second.failure().causes.at(0).reason, std::string("FieldManagerConflict"));
    QCOMPARE(second.failure().causes.at(0).field, std::string(".spec.school"));
}

void TestSandboxOwnership::severalConflictsAreListedByManager() {
    const auto first = apply("one", Json(), R"({"spec":{"name":"one","school":"first"}})");
    const auto second = apply("two", *first, R"({"spec":{"name":"x","school":"y"}})");
    QVERIFY(!second.ok());
    QCOMPARE(second.failure().message,
             std::string("Apply failed with 2 conflicts: conflicts with \"one\":\n- .spec.name\n- .spec.school"));
}

void TestSandboxOwnership::forceTakesTheField() {
    const auto first = apply("one", Json(), R"({"spec":{"name":"one","school":"first"}})");
    const auto second =
        apply("two", *first, R"({"metadata":{"labels":{"team":"red"}},"spec":{"school":"second"}})", true);
    QVERIFY(second.ok());
    QCOMPARE(fieldsOf(*second, "one"), std::string(R"({"f:spec":{"f:name":{}}})"));
    QCOMPARE(fieldsOf(*second, "two"),
             std::string(R"({"f:metadata":{"f:labels":{"f:team":{}}},"f:spec":{"f:school":{}}})"));
}

void TestSandboxOwnership::whatIsNoLongerAppliedGoes() {
    const auto first = apply("one", Json(), R"({"spec":{"name":"one","school":"first"}})");
    const auto second = apply("one", *first, R"({"spec":{"name":"one"}})");
    QVERIFY(second.ok());
    QVERIFY(!(*second)["spec"].contains("school"));
}

void TestSandboxOwnership::whatAnotherManagerAppliesStays() {
    const auto first = apply("one", Json(), R"({"spec":{"name":"one","school":"same"}})");
    const auto second = apply("two", *first, R"({"spec":{"school":"same"}})");
    const auto third = apply("one", *second, R"({"spec":{"name":"one"}})");
    QVERIFY(third.ok());
    QCOMPARE((*third)["spec"]["school"], Json("same"));
    QCOMPARE(fieldsOf(*third, "two"), std::string(R"({"f:spec":{"f:school":{}}})"));
}

void TestSandboxOwnership::patchTakesTheFieldFromItsApplier() {
    const auto first = apply("two", Json(), R"({"spec":{"name":"one","school":"second"}})");
    Json patched = *first;
    patched["spec"]["school"] = "third";
    recordUpdate(students(), {"kubectl-patch", ""}, *first, patched, WallTime());
    QCOMPARE(fieldsOf(patched, "kubectl-patch", "Update"), std::string(R"({"f:spec":{"f:school":{}}})"));
    const auto again = apply("two", patched, R"({"spec":{"name":"one","school":"second"}})");
    QVERIFY(!again.ok());
    QCOMPARE(again.failure().message, std::string("Apply failed with 1 conflict: conflict with \"kubectl-patch\" using "
                                                  "bolingcavalry.k8s.io/v1: .spec.school"));
}

void TestSandboxOwnership::conditionsAreOwnedOneByOne() {
    const char* seated = R"({"status":{"conditions":[{"type":"Seated","status":"True"}]}})";
    Json live = student(R"({"spec":{},"status":{"conditions":[{"type":"Ready","status":"True"}]}})");
    const auto made =
        applyConfiguration(students(), {"three", "status", true, false}, live, student(seated), WallTime());
    QVERIFY(made.ok());
    QCOMPARE((*made)["status"]["conditions"].size(), std::size_t(2));
    const std::string seatedFields =
        R"x({"f:status":{"f:conditions":{"k:{\"type\":\"Seated\"}":{".":{},"f:status":{},"f:type":{}}}}})x";
    QCOMPARE(fieldsOf(*made, "three"), seatedFields);
}

void TestSandboxOwnership::fieldsOutsideTheSchemaAreRefused() {
    const auto unknown = apply("four", Json(), R"({"spec":{"nothing":"n"}})");
    QVERIFY(!unknown.ok());
    QCOMPARE(unknown.failure().code, 500);
    QCOMPARE(unknown.failure().message,
             std::string("failed to create typed patch object (/shared; bolingcavalry.k8s.io/v1, Kind=Student): "
                         ".spec.nothing: field not declared in schema"));
    const auto wrong = apply("four", Json(), R"({"spec":{"name":7}})");
    QVERIFY(!wrong.ok());
    QCOMPARE(wrong.failure().message,
             std::string("failed to create typed patch object (/shared; bolingcavalry.k8s.io/v1, Kind=Student): "
                         ".spec.name: expected string, got &value.valueUnstructured{Value:7}"));
}

QTEST_GUILESS_MAIN(TestSandboxOwnership)
#include "tst_sandbox_ownership.moc"
