// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "contract_server.h"

using namespace rollcall::test;

namespace {
constexpr const char* kMerge = "application/merge-patch+json";
constexpr const char* kJsonPatch = "application/json-patch+json";
constexpr const char* kStrategic = "application/strategic-merge-patch+json";
}  // namespace

#define QCOMPARE_STR(actual, expected) QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected))

/// Creating, changing and deleting objects. Wordings are those of kube-apiserver 1.36.
class TestContractObjects : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void createFillsInTheMetadata();
    void createTwiceIsAlreadyExists();
    void generateNameMakesAName();
    void aWrongNameIsInvalid();
    void aMissingNamespaceIsNotFound();
    void getOfTheUnknownIsNotFound();
    void anUnknownResourceIsNotFound();
    void aWrongTypeIsInvalid();
    void unknownFieldsArePrunedRefusedOrWarnedOf();
    void staleUpdateIsAConflict();
    void updateWithoutChangeMovesNothing();
    void generationFollowsTheSpecOnly();
    void statusHasItsOwnDoor();
    void mergePatchReplacesAndRemoves();
    void jsonPatchTestsAndReplaces();
    void patchTypesThatTheKindCannotTake();
    void aPatchOfTheUnknownIsNotFound();
    void brokenJsonIsBadRequest();
    void dryRunStoresNothing();
    void deleteAnswersWithAStatus();
    void finalizersHoldADeletionBack();
    void preconditionsProtectASuccessor();
    void aWrongTokenIsUnauthorized();

private:
    Reply create(const std::string& name) { return m_server.post(m_server.students(), m_server.student(name)); }
    ContractServer m_server;
};

void TestContractObjects::createFillsInTheMetadata() {
    const Reply made = create("filled-in");
    QCOMPARE(made.status, 201);
    const Json& meta = made.body["metadata"];
    QCOMPARE(meta["generation"].get<int>(), 1);
    QCOMPARE(meta["uid"].get<std::string>().size(), 36u);
    QVERIFY(!meta["resourceVersion"].get<std::string>().empty());
    QVERIFY(meta["creationTimestamp"].get<std::string>().ends_with("Z"));
    QCOMPARE_STR(meta["namespace"].get<std::string>(), m_server.ns());
    QCOMPARE_STR(made.body["spec"]["name"].get<std::string>(), "张三");
    const Reply read = m_server.get(m_server.students("filled-in"));
    QCOMPARE(read.status, 200);
    QCOMPARE_STR(read.body["metadata"]["uid"].get<std::string>(), meta["uid"].get<std::string>());
}

void TestContractObjects::createTwiceIsAlreadyExists() {
    create("twice");
    const Reply again = create("twice");
    QCOMPARE(again.status, 409);
    QCOMPARE_STR(again.reason(), "AlreadyExists");
    QCOMPARE_STR(again.message(), "students.bolingcavalry.k8s.io \"twice\" already exists");
    QCOMPARE_STR(again.body["kind"].get<std::string>(), "Status");
}

void TestContractObjects::generateNameMakesAName() {
    Json object = m_server.student("x");
    object["metadata"] = {{"generateName", "made-"}};
    const Reply made = m_server.post(m_server.students(), object);
    QCOMPARE(made.status, 201);
    const std::string name = made.body["metadata"]["name"];
    QVERIFY(name.starts_with("made-"));
    QCOMPARE(name.size(), 10u);
}

void TestContractObjects::aWrongNameIsInvalid() {
    const Reply made = create("Not_A_Name");
    QCOMPARE(made.status, 422);
    QCOMPARE_STR(made.reason(), "Invalid");
    QVERIFY(made.message().find("a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters") != std::string::npos);
    QCOMPARE_STR(made.body["details"]["causes"][0]["field"].get<std::string>(), "metadata.name");
}

void TestContractObjects::aMissingNamespaceIsNotFound() {
    const Reply made = m_server.post("/apis/bolingcavalry.k8s.io/v1/namespaces/no-such-namespace/students", m_server.student("a"));
    QCOMPARE(made.status, 404);
    QCOMPARE_STR(made.message(), "namespaces \"no-such-namespace\" not found");
}

void TestContractObjects::getOfTheUnknownIsNotFound() {
    const Reply read = m_server.get(m_server.students("nobody"));
    QCOMPARE(read.status, 404);
    QCOMPARE_STR(read.reason(), "NotFound");
    QCOMPARE_STR(read.message(), "students.bolingcavalry.k8s.io \"nobody\" not found");
    QCOMPARE_STR(read.body["details"]["group"].get<std::string>(), "bolingcavalry.k8s.io");
    QCOMPARE_STR(read.body["details"]["kind"].get<std::string>(), "students");
}

void TestContractObjects::anUnknownResourceIsNotFound() {
    const Reply read = m_server.get("/apis/bolingcavalry.k8s.io/v1/teachers");
    QCOMPARE(read.status, 404);
    QVERIFY2(read.text.find("404 page not found") != std::string::npos || read.message() == "the server could not find the requested resource",
             read.text.c_str());
}

void TestContractObjects::aWrongTypeIsInvalid() {
    const Reply made = m_server.post(m_server.students(), m_server.student("typed", {{"name", 7}, {"school", true}}));
    QCOMPARE(made.status, 422);
    QCOMPARE_STR(made.reason(), "Invalid");
    QVERIFY2(made.message().find("Student.bolingcavalry.k8s.io \"typed\" is invalid") == 0, made.message().c_str());
    std::map<std::string, std::string> causes;
    for (const Json& cause : made.body["details"]["causes"]) causes[cause["field"]] = cause["message"];
    QVERIFY2(causes["spec.name"].find("spec.name in body must be of type string: \"integer\"") != std::string::npos, causes["spec.name"].c_str());
    QVERIFY2(causes["spec.school"].find("spec.school in body must be of type string: \"boolean\"") != std::string::npos, causes["spec.school"].c_str());
}

void TestContractObjects::unknownFieldsArePrunedRefusedOrWarnedOf() {
    const Json object = m_server.student("odd", {{"name", "a"}, {"shool", "misspelt"}});
    const Reply strict = m_server.post(m_server.students(), object, {{"fieldValidation", "Strict"}});
    QCOMPARE(strict.status, 400);
    QCOMPARE_STR(strict.reason(), "BadRequest");
    QVERIFY2(strict.message().find("strict decoding error: unknown field \"spec.shool\"") != std::string::npos, strict.message().c_str());
    const Reply warned = m_server.post(m_server.students(), object, {{"fieldValidation", "Warn"}});
    QCOMPARE(warned.status, 201);
    QVERIFY(!warned.body["spec"].contains("shool"));
    QCOMPARE(warned.warnings.size(), 1u);
    QVERIFY2(warned.warnings[0].find("unknown field \"spec.shool\"") != std::string::npos, warned.warnings[0].c_str());
}

void TestContractObjects::staleUpdateIsAConflict() {
    Json object = create("stale").body;
    object["spec"]["school"] = "一中";
    QCOMPARE(m_server.put(m_server.students("stale"), object).status, 200);
    object["spec"]["school"] = "二中";
    const Reply late = m_server.put(m_server.students("stale"), object);
    QCOMPARE(late.status, 409);
    QCOMPARE_STR(late.reason(), "Conflict");
    QCOMPARE_STR(late.message(),
                 "Operation cannot be fulfilled on students.bolingcavalry.k8s.io \"stale\": the object has been modified; please apply "
                 "your changes to the latest version and try again");
}

void TestContractObjects::updateWithoutChangeMovesNothing() {
    const Json object = create("still").body;
    const Reply same = m_server.put(m_server.students("still"), object);
    QCOMPARE(same.status, 200);
    QCOMPARE_STR(same.version(), object["metadata"]["resourceVersion"].get<std::string>());
    const Reply patched = m_server.patch(m_server.students("still"), kMerge, {{"spec", {{"name", "张三"}}}});
    QCOMPARE_STR(patched.version(), same.version());
}

void TestContractObjects::generationFollowsTheSpecOnly() {
    create("generations");
    const Reply labelled = m_server.patch(m_server.students("generations"), kMerge, {{"metadata", {{"labels", {{"class", "1"}}}}}});
    QCOMPARE(labelled.body["metadata"]["generation"].get<int>(), 1);
    const Reply changed = m_server.patch(m_server.students("generations"), kMerge, {{"spec", {{"school", "一中"}}}});
    QCOMPARE(changed.body["metadata"]["generation"].get<int>(), 2);
    QVERIFY(changed.version() != labelled.version());
}

void TestContractObjects::statusHasItsOwnDoor() {
    create("status");
    const std::string door = m_server.students("status") + "/status";
    const Reply viaMain = m_server.patch(m_server.students("status"), kMerge, {{"status", {{"observedGeneration", 9}}}});
    QCOMPARE(viaMain.status, 200);
    QVERIFY(!viaMain.body.contains("status"));
    const Reply viaDoor = m_server.patch(door, kMerge, {{"status", {{"observedGeneration", 1}}}, {"spec", {{"school", "ignored"}}}});
    QCOMPARE(viaDoor.status, 200);
    QCOMPARE(viaDoor.body["status"]["observedGeneration"].get<int>(), 1);
    QCOMPARE_STR(viaDoor.body["spec"]["school"].get<std::string>(), "深圳中学");
    QCOMPARE(viaDoor.body["metadata"]["generation"].get<int>(), 1);
    const Reply invalid = m_server.patch(door, kMerge, {{"status", {{"observedGeneration", "one"}}}});
    QCOMPARE(invalid.status, 422);
}

void TestContractObjects::mergePatchReplacesAndRemoves() {
    Json object = m_server.student("merged");
    object["metadata"]["labels"] = {{"a", "1"}, {"b", "2"}};
    m_server.post(m_server.students(), object);
    const Reply patched = m_server.patch(m_server.students("merged"), kMerge,
                                         {{"metadata", {{"labels", {{"a", nullptr}, {"c", "3"}}}}}, {"spec", {{"school", "一中"}}}});
    QCOMPARE(patched.status, 200);
    QVERIFY(patched.body["metadata"]["labels"] == Json({{"b", "2"}, {"c", "3"}}));
    QCOMPARE_STR(patched.body["spec"]["name"].get<std::string>(), "张三");
}

void TestContractObjects::jsonPatchTestsAndReplaces() {
    create("json-patch");
    const auto school = [](const char* op, const char* value) { return Json{{"op", op}, {"path", "/spec/school"}, {"value", value}}; };
    const Reply good = m_server.patch(m_server.students("json-patch"), kJsonPatch, Json::array({school("test", "深圳中学"), school("replace", "一中")}));
    QCOMPARE(good.status, 200);
    QCOMPARE_STR(good.body["spec"]["school"].get<std::string>(), "一中");
    const Reply failed = m_server.patch(m_server.students("json-patch"), kJsonPatch, Json::array({school("test", "二中"), school("replace", "三中")}));
    QCOMPARE(failed.status, 422);
    QCOMPARE_STR(m_server.get(m_server.students("json-patch")).body["spec"]["school"].get<std::string>(), "一中");
}

void TestContractObjects::patchTypesThatTheKindCannotTake() {
    create("types");
    const Reply strategic = m_server.patch(m_server.students("types"), kStrategic, {{"spec", {{"school", "一中"}}}});
    QCOMPARE(strategic.status, 415);
    QCOMPARE_STR(strategic.reason(), "UnsupportedMediaType");
    const Reply text = m_server.patch(m_server.students("types"), "text/plain", {{"spec", {{"school", "一中"}}}});
    QCOMPARE(text.status, 415);
}

void TestContractObjects::aPatchOfTheUnknownIsNotFound() {
    const Reply patched = m_server.patch(m_server.students("nobody"), kMerge, {{"spec", {{"school", "一中"}}}});
    QCOMPARE(patched.status, 404);
}

void TestContractObjects::brokenJsonIsBadRequest() {
    const Reply made = m_server.post(m_server.students(), Json("{\"kind\": \"Student\", "));
    QCOMPARE(made.status, 400);
    QCOMPARE_STR(made.reason(), "BadRequest");
}

void TestContractObjects::dryRunStoresNothing() {
    const Reply made = m_server.post(m_server.students(), m_server.student("dry"), {{"dryRun", "All"}});
    QCOMPARE(made.status, 201);
    QCOMPARE(m_server.get(m_server.students("dry")).status, 404);
    Json object = create("dry-update").body;
    object["spec"]["school"] = "一中";
    const Reply updated = m_server.put(m_server.students("dry-update"), object, {{"dryRun", "All"}});
    QCOMPARE(updated.status, 200);
    QCOMPARE_STR(updated.body["spec"]["school"].get<std::string>(), "一中");
    QCOMPARE_STR(m_server.get(m_server.students("dry-update")).body["spec"]["school"].get<std::string>(), "深圳中学");
}

void TestContractObjects::deleteAnswersWithAStatus() {
    const std::string uid = create("deleted").body["metadata"]["uid"];
    const Reply gone = m_server.remove(m_server.students("deleted"));
    QCOMPARE(gone.status, 200);
    QCOMPARE_STR(gone.body["kind"].get<std::string>(), "Status");
    QCOMPARE_STR(gone.body["status"].get<std::string>(), "Success");
    QCOMPARE_STR(gone.body["details"]["uid"].get<std::string>(), uid);
    QCOMPARE(m_server.remove(m_server.students("deleted")).status, 404);
}

void TestContractObjects::finalizersHoldADeletionBack() {
    Json object = m_server.student("held");
    object["metadata"]["finalizers"] = Json::array({"example.com/class"});
    m_server.post(m_server.students(), object);
    const Reply asked = m_server.remove(m_server.students("held"));
    QCOMPARE(asked.status, 200);
    const Reply held = m_server.get(m_server.students("held"));
    QCOMPARE(held.status, 200);
    QVERIFY(held.body["metadata"].contains("deletionTimestamp"));
    QCOMPARE(held.body["metadata"]["generation"].get<int>(), 2);
    const Reply freed = m_server.patch(m_server.students("held"), kMerge, {{"metadata", {{"finalizers", nullptr}}}});
    QCOMPARE(freed.status, 200);
    QCOMPARE(m_server.get(m_server.students("held")).status, 404);
}

void TestContractObjects::preconditionsProtectASuccessor() {
    create("guarded");
    const Json wrong = {{"kind", "DeleteOptions"}, {"apiVersion", "v1"}, {"preconditions", {{"uid", "00000000-0000-4000-8000-000000000000"}}}};
    const Reply refused = m_server.remove(m_server.students("guarded"), wrong);
    QCOMPARE(refused.status, 409);
    QCOMPARE_STR(refused.reason(), "Conflict");
    QVERIFY2(refused.message().find("the UID in the precondition (00000000-0000-4000-8000-000000000000) does not match the UID in record") != std::string::npos,
             refused.message().c_str());
    QCOMPARE(m_server.get(m_server.students("guarded")).status, 200);
}

void TestContractObjects::aWrongTokenIsUnauthorized() {
    Call call;
    call.path = m_server.students();
    call.token = "not-a-token";
    const Reply reply = m_server.call(call);
    QCOMPARE(reply.status, 401);
    QCOMPARE_STR(reply.reason(), "Unauthorized");
    QCOMPARE_STR(reply.message(), "Unauthorized");
}

QTEST_GUILESS_MAIN(TestContractObjects)
#include "tst_contract_objects.moc"
