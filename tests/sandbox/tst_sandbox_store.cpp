// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/base/fake_clock.h"
#include "core/sandbox/object_store.h"

using namespace rollcall;
using namespace rollcall::sandbox;
using namespace std::chrono_literals;

class TestSandboxStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void revisionIsOneForAllCollections();
    void deletedEventCarriesTheLastStateAtTheNewRevision();
    void pagesAreOneSnapshot();
    void pagesOfANamespaceStayInIt();
    void exactRevisionShowsThePast();
    void compactionExpiresPagesAndWatches();
    void historyLimitRaisesTheFloor();
    void historyAgesOut();
    void listItemsOfBuiltInKindsHaveNoType();
    void namesOrderAsKeysDo();
};

namespace {

ResourceDescriptor students() {
    ResourceDescriptor d;
    d.group = "bolingcavalry.k8s.io";
    d.version = "v1";
    d.plural = "students";
    d.kind = "Student";
    d.custom = true;
    d.storage = "students.bolingcavalry.k8s.io";
    return d;
}

Json student(const std::string& name, const std::string& ns = "default", int value = 0) {
    return {{"apiVersion", "bolingcavalry.k8s.io/v1"},
            {"kind", "Student"},
            {"metadata", {{"name", name}, {"namespace", ns}}},
            {"spec", {{"n", value}}}};
}

struct Fixture {
    std::shared_ptr<FakeClock> clock = std::make_shared<FakeClock>();
    ObjectStore store{clock, 100};
    ResourceDescriptor d = students();

    std::uint64_t put(const std::string& name, const std::string& ns = "default", int value = 0) {
        Json body = student(name, ns, value);
        return store.put(d, body)->revision;
    }
    ListPage page(std::size_t limit, std::uint64_t revision = 0, const std::string& start = {},
                  const std::string& ns = {}) {
        ListQuery query;
        query.storage = d.storage;
        query.limit = limit;
        query.revision = revision;
        query.startKey = start;
        query.ns = ns;
        return *store.list(query);
    }
};

std::string names(const ListPage& page) {
    std::string text;
    for (const ObjectPtr& object : page.items)
        text += object->name + "=" + std::to_string(intAt(object->json(), "spec.n")) + " ";
    return text;
}

}  // namespace

void TestSandboxStore::revisionIsOneForAllCollections() {
    Fixture f;
    ResourceDescriptor pods = students();
    pods.storage = "pods";
    Json pod = student("p");
    const std::uint64_t first = f.put("a");
    QCOMPARE(f.store.put(pods, pod)->revision, first + 1);
    QCOMPARE(textAt(pod, "metadata.resourceVersion"), std::to_string(first + 1));
    QCOMPARE(f.put("a"), first + 2);
    QCOMPARE(f.store.revision(), first + 2);
}

void TestSandboxStore::deletedEventCarriesTheLastStateAtTheNewRevision() {
    Fixture f;
    std::vector<EventPtr> seen;
    f.store.setObserver([&](const std::string&, const EventPtr& event) { seen.push_back(event); });
    const std::uint64_t made = f.put("a", "default", 7);
    const ObjectPtr last = f.store.remove(f.d, "default/a");
    QVERIFY(last);
    QCOMPARE(last->revision, made + 1);
    QCOMPARE(intAt(last->json(), "spec.n"), std::int64_t(7));
    QCOMPARE(textAt(last->json(), "metadata.resourceVersion"), std::to_string(made + 1));
    QCOMPARE(seen.size(), std::size_t(2));
    QVERIFY(seen[1]->type == StoreEvent::Type::Deleted);
    QCOMPARE(seen[1]->previous->revision, made);
    QVERIFY(!f.store.find(f.d.storage, "default/a"));
    QVERIFY(!f.store.remove(f.d, "default/a"));
}

void TestSandboxStore::pagesAreOneSnapshot() {
    Fixture f;
    for (const char* name : {"a", "b", "c", "d"}) f.put(name);
    const ListPage first = f.page(2);
    QCOMPARE(names(first), std::string("a=0 b=0 "));
    QCOMPARE(first.remaining, std::size_t(2));
    // Everything changes under the reader's feet: one gone, one changed, one new, one gone and made again.
    f.store.remove(f.d, "default/c");
    f.put("d", "default", 9);
    f.put("bb");
    f.put("c", "default", 5);
    const ListPage second = f.page(2, first.revision, first.nextKey);
    QCOMPARE(names(second), std::string("c=0 d=0 "));
    QVERIFY(second.nextKey.empty());
    QCOMPARE(second.revision, first.revision);
    QCOMPARE(names(f.page(0)), std::string("a=0 b=0 bb=0 c=5 d=9 "));
}

void TestSandboxStore::pagesOfANamespaceStayInIt() {
    Fixture f;
    f.put("z", "a-first");
    for (const char* name : {"a", "b", "c"}) f.put(name, "b-second");
    f.put("a", "c-third");
    const ListPage page = f.page(2, 0, {}, "b-second");
    QCOMPARE(names(page), std::string("a=0 b=0 "));
    QCOMPARE(page.remaining, std::size_t(1));
    const ListPage rest = f.page(2, page.revision, page.nextKey, "b-second");
    QCOMPARE(names(rest), std::string("c=0 "));
    QVERIFY(rest.nextKey.empty());
    QCOMPARE(names(f.page(0, 0, {}, "nowhere")), std::string());
}

void TestSandboxStore::exactRevisionShowsThePast() {
    Fixture f;
    f.put("a", "default", 1);
    const std::uint64_t then = f.put("b", "default", 1);
    f.put("a", "default", 2);
    f.store.remove(f.d, "default/b");
    f.put("c");
    QCOMPARE(names(f.page(0, then)), std::string("a=1 b=1 "));
    const ListPage limited = f.page(1, then);
    QCOMPARE(limited.remaining, std::size_t(1));
}

void TestSandboxStore::compactionExpiresPagesAndWatches() {
    Fixture f;
    const std::uint64_t old = f.put("a");
    f.put("b");
    QCOMPARE(f.store.eventsSince(f.d.storage, old)->size(), std::size_t(1));
    f.store.compact();
    const auto events = f.store.eventsSince(f.d.storage, old);
    QVERIFY(!events.ok());
    QCOMPARE(events.failure().code, 410);
    QCOMPARE(events.failure().reason, std::string("Expired"));
    QCOMPARE(events.failure().message,
             "too old resource version: " + std::to_string(old) + " (" + std::to_string(f.store.revision()) + ")");
    ListQuery query;
    query.storage = f.d.storage;
    query.revision = old;
    const auto page = f.store.list(query);
    QVERIFY(!page.ok());
    QCOMPARE(page.failure().message, std::string("The resourceVersion for the provided list is too old."));
    // The present is never too old.
    QVERIFY(f.store.eventsSince(f.d.storage, f.store.revision()).ok());
}

void TestSandboxStore::historyLimitRaisesTheFloor() {
    Fixture f;
    f.store.setHistoryLimit(3);
    const std::uint64_t first = f.put("a");
    for (int i = 1; i <= 3; ++i) f.put("a", "default", i);
    // The first event is gone, so that a watch from before it would miss something; one from it would not.
    QVERIFY(!f.store.eventsSince(f.d.storage, first - 1).ok());
    QCOMPARE(f.store.eventsSince(f.d.storage, first)->size(), std::size_t(3));
}

void TestSandboxStore::historyAgesOut() {
    Fixture f;
    const std::uint64_t first = f.put("a");
    f.put("b");
    f.clock->advance(6min);
    f.put("c");
    QVERIFY(!f.store.eventsSince(f.d.storage, first).ok());
    QCOMPARE(f.store.eventsSince(f.d.storage, first + 1)->size(), std::size_t(1));
}

void TestSandboxStore::listItemsOfBuiltInKindsHaveNoType() {
    Fixture f;
    ResourceDescriptor pods = students();
    pods.custom = false;
    pods.storage = "pods";
    Json body = {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"name", "p"}, {"namespace", "default"}}}};
    const ObjectPtr pod = f.store.put(pods, body);
    QCOMPARE(pod->bytes.substr(0, 30), std::string("{\"kind\":\"Pod\",\"apiVersion\":\"v1"));
    const std::string item = "{" + pod->bytes.substr(pod->itemOffset);
    QCOMPARE(Json::parse(item).size(), std::size_t(1));
    QCOMPARE(textAt(Json::parse(item), "metadata.name"), std::string("p"));
}

void TestSandboxStore::namesOrderAsKeysDo() {
    Fixture f;
    f.put("x", "b");
    f.put("a", "b-1");
    f.put("y", "a");
    std::string order;
    for (const ObjectPtr& object : f.store.all(f.d.storage)) order += object->key() + " ";
    // As etcd orders its keys: '-' comes before '/'.
    QCOMPARE(order, std::string("a/y b-1/a b/x "));
}

QTEST_GUILESS_MAIN(TestSandboxStore)
#include "tst_sandbox_store.moc"
