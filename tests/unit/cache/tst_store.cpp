// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <thread>

#include "core/cache/store.h"

using namespace rollcall;

namespace {
ObjectPtr object(const std::string& name, const std::string& version = "1", const std::string& uid = {}) {
    auto o = std::make_shared<Student>();
    o->meta.ns = "default";
    o->meta.name = name;
    o->meta.resourceVersion = version;
    o->meta.uid = uid.empty() ? "uid-" + name : uid;
    return o;
}
ObjectPtr inNamespace(const std::string& ns, const std::string& name) {
    auto o = std::make_shared<Student>();
    o->meta.ns = ns;
    o->meta.name = name;
    return o;
}
}  // namespace

class TestStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theStoreDecidesBetweenAddAndUpdate();
    void deletingTheUnknownIsNothing();
    void replaceDeletesWhatIsMissingFirst();
    void anotherUidUnderTheSameNameIsAnUpdate();
    void aListOfOneNamespaceLeavesTheOthers();
    void aTransactionSaysWhatEachChangeDid();
    void theVersionFollowsListsChangesAndBookmarks();
    void indexesFollowEveryWrite();
    void anObjectMayHaveSeveralValues();
    void replaceIsAtomicForReaders();
    void listsByNamespace();
};

void TestStore::theStoreDecidesBetweenAddAndUpdate() {
    Store store;
    QVERIFY(!store.upsert(object("a")).before);
    const StoreDelta delta = store.upsert(object("a", "2"));
    QCOMPARE(delta.before->meta.resourceVersion, std::string("1"));
    QCOMPARE(delta.after->meta.resourceVersion, std::string("2"));
    QCOMPARE(store.get("default/a")->meta.resourceVersion, std::string("2"));
    QCOMPARE(store.size(), 1u);
}

void TestStore::deletingTheUnknownIsNothing() {
    Store store;
    const StoreDelta delta = store.erase(object("a"));
    QVERIFY(!delta.before);
    QVERIFY(!delta.after);
    QVERIFY(!store.get("default/a"));
}

void TestStore::replaceDeletesWhatIsMissingFirst() {
    Store store;
    store.upsert(object("gone"));
    store.upsert(object("stays"));
    const auto deltas = store.replace({object("new"), object("stays", "2")});
    QCOMPARE(deltas.size(), 3u);
    QCOMPARE(deltas[0].before->meta.name, std::string("gone"));
    QVERIFY(deltas[0].finalStateUnknown);
    QCOMPARE(deltas[1].after->meta.name, std::string("new"));
    QVERIFY(!deltas[1].before);
    QCOMPARE(deltas[2].after->meta.name, std::string("stays"));
    QCOMPARE(deltas[2].before->meta.resourceVersion, std::string("1"));
    QCOMPARE(store.size(), 2u);
}

void TestStore::anotherUidUnderTheSameNameIsAnUpdate() {
    Store store;
    store.upsert(object("a", "1", "uid-1"));
    const auto deltas = store.replace({object("a", "7", "uid-2")});
    QCOMPARE(deltas.size(), 1u);
    QCOMPARE(deltas[0].before->meta.uid, std::string("uid-1"));
    QCOMPARE(deltas[0].after->meta.uid, std::string("uid-2"));
}

void TestStore::aListOfOneNamespaceLeavesTheOthers() {
    Store store;
    store.upsert(inNamespace("a", "x"));
    store.upsert(inNamespace("b", "y"));
    const auto deltas = store.replace(WholeList{{inNamespace("a", "z")}, "9", "a"});
    QCOMPARE(deltas.size(), 2u);
    QCOMPARE(deltas[0].before->meta.name, std::string("x"));
    QCOMPARE(store.size(), 2u);
    QVERIFY(store.get("a/z") && store.get("b/y") && !store.get("a/x"));
    store.replace(WholeList{{}, "10", "a"});
    QCOMPARE(store.size(), 1u);
    QCOMPARE(store.listNamespace("a").size(), 0u);
}

void TestStore::aTransactionSaysWhatEachChangeDid() {
    Store store;
    store.upsert(object("a", "1"));
    Deltas deltas;
    deltas.push_back({DeltaType::Updated, object("a", "2"), "default/a", false, nullptr});
    deltas.push_back({DeltaType::Updated, object("b", "3"), "default/b", false, nullptr});
    deltas.push_back({DeltaType::Deleted, object("c", "4"), "default/c", false, nullptr});
    std::vector<StoreDelta> told;
    store.apply(deltas, told);
    QCOMPARE(told.size(), 3u);
    QCOMPARE(told[0].before->meta.resourceVersion, std::string("1"));
    QVERIFY(!told[1].before);
    QVERIFY(told[2].before && !told[2].after);  // unknown here, and told as it came
    QCOMPARE(store.size(), 2u);
    QCOMPARE(store.resourceVersion(), std::string("4"));
}

void TestStore::theVersionFollowsListsChangesAndBookmarks() {
    Store store;
    store.replace(WholeList{{object("a", "5")}, "9"});
    QCOMPARE(store.resourceVersion(), std::string("9"));
    store.upsert(object("a", "11"));
    QCOMPARE(store.resourceVersion(), std::string("11"));
    store.bookmark("20");
    QCOMPARE(store.resourceVersion(), std::string("20"));
}

void TestStore::indexesFollowEveryWrite() {
    Store store;
    store.upsert(object("early", "1"));
    QVERIFY(store.addIndexer("byVersion",
                             [](const Object& o) { return std::vector<std::string>{o.meta.resourceVersion}; }));
    QVERIFY(!store.addIndexer("byVersion", [](const Object&) { return std::vector<std::string>(); }));
    store.upsert(object("late", "1"));
    QCOMPARE(store.byIndex("byVersion", "1").size(), 2u);
    QCOMPARE(store.indexKeys("byVersion", "1"), (std::vector<std::string>{"default/early", "default/late"}));
    store.upsert(object("late", "2"));
    QCOMPARE(store.byIndex("byVersion", "1").size(), 1u);
    QCOMPARE(store.byIndex("byVersion", "2").front()->meta.name, std::string("late"));
    store.erase(object("late"));
    QCOMPARE(store.indexValues("byVersion"), std::vector<std::string>{"1"});  // no empty set stays behind
    store.replace({object("new", "3")});
    QCOMPARE(store.indexValues("byVersion"), std::vector<std::string>{"3"});
    QVERIFY(store.byIndex("noSuchIndex", "3").empty());
}

void TestStore::anObjectMayHaveSeveralValues() {
    Store store;
    store.addIndexer("letters", [](const Object& o) {
        std::vector<std::string> letters;
        for (const char c : o.meta.name) letters.emplace_back(1, c);
        return letters;
    });
    store.upsert(object("ab"));
    store.upsert(object("bc"));
    store.upsert(object("cd"));
    QCOMPARE(store.byIndex("letters", "b").size(), 2u);
    QCOMPARE(store.index("letters", *object("ab")).size(), 2u);  // each once, though "ab" matches twice
    store.erase(object("bc"));
    QCOMPARE(store.indexKeys("letters", "b"), std::vector<std::string>{"default/ab"});
    QCOMPARE(store.indexKeys("letters", "c"), std::vector<std::string>{"default/cd"});
}

void TestStore::replaceIsAtomicForReaders() {
    Store store;
    std::vector<ObjectPtr> even, odd;
    for (int i = 0; i < 100; ++i) (i % 2 ? odd : even).push_back(object("n" + std::to_string(i)));
    store.replace(even);
    std::atomic<bool> stop{false};
    std::atomic<int> mixed{0};
    std::thread reader([&] {
        while (!stop) {
            if (store.list().size() != 50) ++mixed;
        }
    });
    for (int i = 0; i < 200; ++i) store.replace(i % 2 ? even : odd);
    stop = true;
    reader.join();
    QCOMPARE(mixed.load(), 0);
}

void TestStore::listsByNamespace() {
    Store store;
    store.upsert(object("a"));
    auto other = std::make_shared<Student>();
    other->meta.ns = "class-1";
    other->meta.name = "b";
    store.upsert(other);
    QCOMPARE(store.listNamespace("class-1").size(), 1u);
    QCOMPARE(store.listNamespace("nowhere").size(), 0u);
    QCOMPARE(store.list().size(), 2u);
}

QTEST_GUILESS_MAIN(TestStore)
#include "tst_store.moc"
