// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "informer_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {
/// Which step of the log each update names.
struct Seq : Handler {
    std::vector<std::uint64_t> seqs;
    void onUpdate(const Notification& n) override { seqs.push_back(n.seq); }
};
}  // namespace

/// The queue between reflector and store in both flavours, as the handlers and the log see it.
/// client-go tools/cache/controller_test.go (TestReplaceEvents, TestProcessDeltasInBatch, TestStoreResourceVersion).
class TestInformerDelivery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_rig = std::make_unique<InformerRig>(); }
    void cleanup() { m_rig.reset(); }
    void inOrderEveryChangeComesAsItCame();
    void coalescedTheChangesOfAnObjectComeTogether();
    void coalescedDeletionsAreMerged();
    void bothTellARelistsDeletions();
    void bothResync();
    void theStoreHoldsTheListBeforeTheFirstHandlerCall();
    void theStoreHoldsEachChangeBeforeItsHandlerCall();
    void aChangeNamesTheStepThatBroughtIt();
    void unchangedObjectsNameTheRelist();
    void bookmarksReachTheStore();
    void aReadIsToldOfOnce();
    void aLongQueueIsHandledInSlices();
    void slowHandlersOnTheInformersThreadAreNoted();

private:
    void start(Delivery delivery) {
        m_rig->options.delivery = delivery;
        m_rig->make();
        m_rig->informer->addHandler(&m_handler);
        m_rig->informer->start();
        m_rig->sync();
        m_handler.log.clear();
    }
    /// All in one read.
    void read(const std::vector<std::string>& lines) {
        const std::vector<std::string_view> views(lines.begin(), lines.end());
        auto call = std::make_shared<ScriptedTransport::Call>(m_rig->transport.last());
        call->stream.onLines(views);
    }
    static std::vector<std::string> burst() {
        return {change("MODIFIED", student("a", "101")), change("MODIFIED", student("b", "102")),
                change("MODIFIED", student("a", "103")), change("DELETED", student("b", "104")),
                change("DELETED", student("a", "105"))};
    }

    std::unique_ptr<InformerRig> m_rig;
    Handler m_handler;
};

void TestInformerDelivery::inOrderEveryChangeComesAsItCame() {
    start(Delivery::InOrder);
    read(burst());
    QCOMPARE(m_handler.log,
             (std::vector<std::string>{"update default/a 50>101", "update default/b 60>102", "update default/a 101>103",
                                       "delete default/b", "delete default/a"}));
    QCOMPARE(m_rig->count(Step::Coalesced), 0);
}

void TestInformerDelivery::coalescedTheChangesOfAnObjectComeTogether() {
    start(Delivery::Coalescing);
    read(burst());
    QCOMPARE(m_handler.log,
             (std::vector<std::string>{"update default/a 50>101", "update default/a 101>103", "delete default/a",
                                       "update default/b 60>102", "delete default/b"}));
    QCOMPARE(m_rig->count(Step::Coalesced), 2);
    QVERIFY(m_rig->detail(Step::Coalesced).find("2 changes together") != std::string::npos);
    QCOMPARE(m_rig->last(Step::Coalesced).key, std::string("default/b"));
}

void TestInformerDelivery::coalescedDeletionsAreMerged() {
    start(Delivery::Coalescing);
    read({change("DELETED", student("a", "101")), change("DELETED", student("a", "102"))});
    QCOMPARE(m_handler.log, std::vector<std::string>{"delete default/a"});
    QCOMPARE(m_handler.deletedVersion, std::string("101"));
    QVERIFY(m_rig->detail(Step::Coalesced).find("1 deletions merged") != std::string::npos);
    read({change("DELETED", student("nobody", "103"))});
    QCOMPARE(m_handler.log.size(), 1u);  // neither queued nor stored: dropped
}

void TestInformerDelivery::bothTellARelistsDeletions() {
    for (const Delivery delivery : {Delivery::InOrder, Delivery::Coalescing}) {
        init();
        start(delivery);
        m_rig->transport.line(kGone);
        m_rig->clock->advance(800ms);
        m_rig->transport.answer(200, list("200", {student("a", "150"), student("c", "160")}));
        std::sort(m_handler.log.begin(), m_handler.log.end());
        QCOMPARE(m_handler.log,
                 (std::vector<std::string>{"add default/c", "delete default/b unknown", "update default/a 50>150"}));
        QCOMPARE(m_rig->count(Step::TombstoneDeleted), 1);
        QCOMPARE(m_rig->informer->store().size(), 2u);
        QCOMPARE(m_rig->count(Step::Synced), 1);
    }
}

void TestInformerDelivery::bothResync() {
    for (const Delivery delivery : {Delivery::InOrder, Delivery::Coalescing}) {
        init();
        m_rig->options.resyncPeriod = 30s;
        start(delivery);
        m_rig->clock->advance(30s);
        std::sort(m_handler.log.begin(), m_handler.log.end());
        QCOMPARE(m_handler.log, (std::vector<std::string>{"update default/a 50>50", "update default/b 60>60"}));
        QCOMPARE(m_rig->count(Step::Resync), 1);
        QCOMPARE(m_rig->count(Step::Updated), 0);
        QCOMPARE(m_rig->informer->status().resynced, 2);
    }
}

void TestInformerDelivery::theStoreHoldsTheListBeforeTheFirstHandlerCall() {
    struct Looking : Handler {
        const Store* store = nullptr;
        std::vector<std::size_t> sizes;
        void onAdd(const Notification&) override { sizes.push_back(store->size()); }
    } looking;
    m_rig->make();
    looking.store = &m_rig->informer->store();
    m_rig->informer->addHandler(&looking);
    m_rig->informer->start();
    m_rig->sync();
    QCOMPARE(looking.sizes, (std::vector<std::size_t>{2, 2}));
}

void TestInformerDelivery::theStoreHoldsEachChangeBeforeItsHandlerCall() {
    struct Looking : Handler {
        const Store* store = nullptr;
        void onAdd(const Notification& n) override {
            if (n.inInitialList) return;
            log.push_back(n.after->meta.name + ' ' + std::to_string(store->size()));
        }
        void onUpdate(const Notification& n) override {
            log.push_back(n.after->meta.name + ' ' + store->get(n.after->meta.key())->meta.resourceVersion);
        }
    } looking;
    m_rig->make();
    looking.store = &m_rig->informer->store();
    m_rig->informer->addHandler(&looking);
    m_rig->informer->start();
    m_rig->sync();
    read({change("ADDED", student("c", "101")), change("ADDED", student("d", "102")),
          change("MODIFIED", student("c", "103")), change("MODIFIED", student("c", "104"))});
    QCOMPARE(looking.log, (std::vector<std::string>{"c 3", "d 4", "c 103", "c 104"}));
}

void TestInformerDelivery::aChangeNamesTheStepThatBroughtIt() {
    Seq seq;
    m_rig->make();
    m_rig->informer->addHandler(&seq);
    m_rig->informer->start();
    m_rig->sync();
    m_rig->transport.line(change("MODIFIED", student("a", "101")));
    QCOMPARE(seq.seqs.size(), 1u);
    QCOMPARE(seq.seqs[0], m_rig->last(Step::Updated).seq);
    QCOMPARE(m_rig->last(Step::Updated).key, std::string("default/a"));
    QCOMPARE(m_rig->last(Step::Updated).resourceVersion, std::string("101"));
}

void TestInformerDelivery::unchangedObjectsNameTheRelist() {
    Seq seq;
    m_rig->make();
    m_rig->informer->addHandler(&seq);
    m_rig->informer->start();
    m_rig->sync();
    m_rig->transport.line(kGone);
    m_rig->clock->advance(800ms);
    m_rig->transport.answer(200, list("200", {student("a", "50"), student("b", "60")}));
    const auto replaced = m_rig->last(Step::Replaced).seq;
    QCOMPARE(seq.seqs, (std::vector<std::uint64_t>{replaced, replaced}));
    QCOMPARE(m_rig->count(Step::Updated), 0);
    QCOMPARE(m_rig->informer->status().updated, 0);
}

void TestInformerDelivery::bookmarksReachTheStore() {
    start(Delivery::InOrder);
    QCOMPARE(m_rig->informer->status().storeVersion, std::string("100"));
    m_rig->transport.line(change("MODIFIED", student("a", "101")));
    QCOMPARE(m_rig->informer->status().storeVersion, std::string("101"));
    m_rig->transport.line(bookmarkLine("170"));
    QCOMPARE(m_rig->informer->status().storeVersion, std::string("170"));
    QCOMPARE(m_handler.log.size(), 1u);
}

void TestInformerDelivery::aReadIsToldOfOnce() {
    m_rig->make();
    int told = 0;
    m_rig->informer->setOnChanged([&] { ++told; });
    m_rig->informer->start();
    m_rig->sync();
    told = 0;
    read(burst());
    QCOMPARE(told, 1);
    m_rig->informer.reset();
}

void TestInformerDelivery::aLongQueueIsHandledInSlices() {
    std::vector<std::function<void()>> posted;
    m_rig->options.delivery = Delivery::Coalescing;  // in order, the queue is emptied while it fills
    m_rig->target.type = &studentResource();
    m_rig->informer = std::make_unique<Informer>(
        m_rig->target, m_rig->options, m_rig->transport, m_rig->clock, m_rig->log,
        [&](std::function<void()> task) { posted.push_back(std::move(task)); }, [] { return 0.0; });
    m_rig->informer->addHandler(&m_handler);
    m_rig->informer->start();
    m_rig->sync();
    m_handler.log.clear();
    std::vector<std::string> lines;
    for (int i = 0; i < 5000; ++i)
        lines.push_back(change("MODIFIED", student("s" + std::to_string(i), std::to_string(101 + i))));
    read(lines);
    QCOMPARE(m_handler.log.size(), 4000u);
    QCOMPARE(m_rig->informer->status().queued, 1000);
    while (!posted.empty()) {
        for (auto& task : std::exchange(posted, {})) task();
    }
    QCOMPARE(m_handler.log.size(), 5000u);
    QCOMPARE(m_rig->informer->status().queued, 0);
    m_rig->informer.reset();
}

void TestInformerDelivery::slowHandlersOnTheInformersThreadAreNoted() {
    struct Slow : Handler {
        FakeClock* clock = nullptr;
        void onAdd(const Notification& n) override {
            if (!n.inInitialList) clock->advance(150ms);
        }
    } slow;
    slow.clock = m_rig->clock.get();
    m_rig->options.delivery = Delivery::Coalescing;
    m_rig->make();
    m_rig->informer->addHandler(&slow);
    m_rig->informer->start();
    m_rig->sync();
    std::vector<std::string> lines;
    for (int i = 0; i < 12; ++i)
        lines.push_back(change("ADDED", student("s" + std::to_string(i), std::to_string(101 + i))));
    read(lines);
    QCOMPARE(m_rig->count(Step::HandlerBacklog), 1);  // 11 were queued behind the first, 10 behind the second
    QVERIFY(m_rig->detail(Step::HandlerBacklog).find("11 more queued") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestInformerDelivery)
#include "tst_informer_delivery.moc"
