// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDeadlineTimer>
#include <QTest>
#include <set>
#include <thread>

#include "core/api/resource.h"
#include "core/base/fake_clock.h"
#include "core/cache/informer.h"
#include "core/controller/controller.h"
#include "history_server.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

constexpr int kSeeds = 20;
constexpr int kChanges = 5000;

/// Writes down what each sync saw: the version in the cache, or none.
struct Witness : Reconciler {
    explicit Witness(const Store& cache) : store(cache) {}
    Result<Unit> reconcile(const std::string& key, const ReconcileContext&) override {
        {
            std::lock_guard lock(mutex);
            if (!running.insert(key).second) ++doubles;
        }
        const ObjectPtr object = store.get(key);
        std::lock_guard lock(mutex);
        seen[key] = object ? object->meta.resourceVersion : std::string();
        running.erase(key);
        return Unit{};
    }
    const Store& store;
    std::mutex mutex;
    std::set<std::string> running;
    std::map<std::string, std::string> seen;
    int doubles = 0;
};

/// What handlers are told must be a history that the server could have had: in order, nothing twice, nothing invented.
struct Validator : ResourceEventHandler {
    explicit Validator(const HistoryServer& source) : server(source) {}
    void onAdd(const Notification& n) override {
        if (known.count(n.after->meta.key())) complain("added twice", n);
        take(n);
    }
    void onUpdate(const Notification& n) override {
        const auto it = known.find(n.after->meta.key());
        if (it == known.end()) return complain("updated before it was added", n);
        if (it->second != n.before->meta.resourceVersion) complain("'before' is not what was told last", n);
        if (compareResourceVersions(n.before->meta.resourceVersion, n.after->meta.resourceVersion).value_or(1) > 0) {
            complain("went back in time", n);
        }
        take(n);
    }
    void onDelete(const Notification& n) override {
        if (known.erase(n.before->meta.key()) == 0) complain("deleted before it was added", n);
        if (n.finalStateUnknown) ++tombstones;
    }
    void take(const Notification& n) {
        known[n.after->meta.key()] = n.after->meta.resourceVersion;
        for (; checked < server.history().size(); ++checked) {
            const auto& c = server.history()[checked];
            existed.insert(c.key + '@' + std::to_string(c.version));
        }
        if (!existed.count(n.after->meta.key() + '@' + n.after->meta.resourceVersion)) complain("never existed", n);
    }
    void complain(const char* what, const Notification& n) {
        complaints.push_back(std::string(what) + ": " + n.object()->meta.key() + " @" + n.object()->meta.resourceVersion);
    }
    const HistoryServer& server;
    std::map<std::string, std::string> known;
    std::set<std::string> existed;
    std::size_t checked = 0;
    int tombstones = 0;
    std::vector<std::string> complaints;
};

/// One run: server, informer and controller, moved by hand on one thread; only the workers run by themselves.
class World {
public:
    explicit World(std::uint64_t seed) : m_random(seed), m_server(m_random), m_log(m_clock, 1000) {
        ReflectorTarget target;
        target.type = &studentResource();
        Informer::Options options;
        options.resyncPeriod = below(2) ? 30s : 0s;
        // Both queues and both ways to begin, whatever the seed: four seeds in a row have all combinations.
        options.delivery = seed % 2 == 0 ? Delivery::Coalescing : Delivery::InOrder;
        options.reflector.watchList = seed / 2 % 2 == 0;
        m_informer = std::make_unique<Informer>(
            target, options, m_server, m_clock, m_log, [this](std::function<void()> task) { m_tasks.push_back(std::move(task)); },
            [this] { return chance(); });
        m_witness = std::make_unique<Witness>(m_informer->store());
        m_validator = std::make_unique<Validator>(m_server);
        Controller::Config config;
        config.limiter = std::make_shared<ItemExponentialRateLimiter>();
        config.faults = m_faults;
        m_controller = std::make_unique<Controller>(config, *m_witness, m_clock, m_log, [](const std::string&) {});
        m_informer->addHandler(m_validator.get());
        m_informer->addHandler(m_controller.get());
    }
    ~World() {
        m_informer->stop();
        m_controller.reset();
    }

    void run() {
        m_informer->start();
        m_controller->startWorkers(4);
        SyncFault unlucky;
        unlucky.times = -1;
        unlucky.share = 0.02;
        m_faults->add(unlucky);
        for (int i = 0; i < kChanges; ++i) {
            m_server.change();
            m_server.setFaults(chance() < 0.3 ? HistoryServer::Faults{0.3, 0.05} : HistoryServer::Faults{});
            for (std::size_t steps = below(4); steps > 0; --steps) step();
            const double dice = chance();
            if (dice < 0.004) m_server.cutWatches();
            if (dice > 0.998) m_server.compact();
            if (dice > 0.5 && dice < 0.51) m_clock->advance(std::chrono::seconds(below(40)));
        }
        settle();
    }

    void verify(std::uint64_t seed) {
        const std::string all = m_validator->complaints.empty() ? std::string() : m_validator->complaints.front();
        QVERIFY2(m_validator->complaints.empty(), all.c_str());
        const auto expected = m_server.versions();
        std::map<std::string, std::string> cached;
        for (const ObjectPtr& object : m_informer->store().list()) cached[object->meta.key()] = object->meta.resourceVersion;
        QVERIFY2(cached == expected, ("the cache differs from the server, seed " + std::to_string(seed)).c_str());
        std::lock_guard lock(m_witness->mutex);
        QCOMPARE(m_witness->doubles, 0);
        for (const auto& [key, version] : m_witness->seen) {
            const auto it = expected.find(key);
            const std::string now = it == expected.end() ? std::string() : it->second;
            QVERIFY2(version == now, (key + " was last synced at '" + version + "', but is at '" + now + "'").c_str());
        }
        for (const auto& [key, version] : expected) QVERIFY2(m_witness->seen.count(key), (key + " was never synced").c_str());
        QVERIFY(m_server.history().size() >= std::size_t(kChanges));
    }

private:
    double chance() { return std::uniform_real_distribution<double>(0, 1)(m_random); }
    int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(m_random); }

    /// One piece of work of anybody on this thread; when all wait, time moves on.
    void step() {
        if (!m_tasks.empty()) {
            auto task = std::move(m_tasks.front());
            m_tasks.pop_front();
            return task();
        }
        if (!m_server.runOne()) m_clock->advance(200ms);
    }

    /// Faults are over: everything must come to rest, in bounded steps.
    void settle() {
        m_server.setFaults({});
        m_faults->clear();
        const auto resting = [this] {
            return m_tasks.empty() && m_server.quiet() && m_informer->status().reflector.state == ReflectorState::Streaming &&
                   m_controller->waitingCount() == 0;
        };
        for (int i = 0; i < 100'000 && !resting(); ++i) step();
        QVERIFY2(resting(), "it does not come to rest");
        // The workers are real threads; what they requeue falls due on the clock.
        const QDeadlineTimer patience(60s);
        while (!workersRest() && !patience.hasExpired()) {
            m_clock->advance(100ms);
            std::this_thread::yield();
        }
        QVERIFY2(workersRest(), "the workers do not come to rest");
        while (!m_tasks.empty()) step();
    }

    /// Nothing is queued, in a worker's hands or waiting, and nothing moved while that was looked at.
    bool workersRest() const {
        const QueueMetrics before = m_controller->queueMetrics();
        const std::size_t waiting = m_controller->waitingCount();
        const QueueMetrics after = m_controller->queueMetrics();
        return waiting == 0 && before.depth == 0 && before.gets == before.workDuration.count && before.adds == after.adds &&
               before.gets == after.gets && before.retries == after.retries;
    }

    std::mt19937_64 m_random;
    std::shared_ptr<FakeClock> m_clock = std::make_shared<FakeClock>();
    HistoryServer m_server;
    TransitionLog m_log;
    std::deque<std::function<void()>> m_tasks;
    std::shared_ptr<SyncFaults> m_faults = std::make_shared<SyncFaults>();
    std::unique_ptr<Informer> m_informer;
    std::unique_ptr<Witness> m_witness;
    std::unique_ptr<Validator> m_validator;
    std::unique_ptr<Controller> m_controller;
};

}  // namespace

/// etcd's robustness idea, small: a server with a random history and random faults; afterwards the cache equals the server,
/// and every key's last sync saw its last version. ROLLCALL_HISTORY_SEED repeats one seed, ROLLCALL_HISTORY_SEEDS runs more.
class TestHistory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theCacheEqualsTheServerAfterAnyHistory_data();
    void theCacheEqualsTheServerAfterAnyHistory();
};

void TestHistory::theCacheEqualsTheServerAfterAnyHistory_data() {
    QTest::addColumn<quint64>("seed");
    const QByteArray one = qgetenv("ROLLCALL_HISTORY_SEED");
    if (!one.isEmpty()) {
        QTest::newRow(one.constData()) << one.toULongLong();
        return;
    }
    const int more = qEnvironmentVariableIntValue("ROLLCALL_HISTORY_SEEDS");
    std::random_device device;  // other seeds in every run; the row's name tells which
    for (int i = 0; i < (more > 0 ? more : kSeeds); ++i) {
        const quint64 seed = i < kSeeds / 2 ? quint64(i + 1) : (quint64(device()) << 8) + quint64(i);
        QTest::newRow(QByteArray::number(seed).constData()) << seed;
    }
}

void TestHistory::theCacheEqualsTheServerAfterAnyHistory() {
    QFETCH(quint64, seed);
    World world(seed);
    world.run();
    if (QTest::currentTestFailed()) return;
    world.verify(seed);
}

QTEST_GUILESS_MAIN(TestHistory)
#include "tst_history.moc"
