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
}  // namespace

class TestStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theStoreDecidesBetweenAddAndUpdate();
    void deletingTheUnknownIsNothing();
    void replaceDeletesWhatIsMissingFirst();
    void anotherUidUnderTheSameNameIsDeleteAndAdd();
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

void TestStore::anotherUidUnderTheSameNameIsDeleteAndAdd() {
    Store store;
    store.upsert(object("a", "1", "uid-1"));
    const auto deltas = store.replace({object("a", "7", "uid-2")});
    QCOMPARE(deltas.size(), 2u);
    QCOMPARE(deltas[0].before->meta.uid, std::string("uid-1"));
    QVERIFY(!deltas[0].after);
    QVERIFY(!deltas[1].before);
    QCOMPARE(deltas[1].after->meta.uid, std::string("uid-2"));
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
