// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/kubeconfig_watcher.h"
#include "tests/unit/config/config_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

class KubeconfigWatcherTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void seesEveryWayOfChange_data();
    void seesEveryWayOfChange();
    void seesThreeRenamesInARow();
    void burstIsOneCall();
    void silentWithoutChange();
};

namespace {
namespace fs = std::filesystem;
constexpr KubeconfigWatcher::Options kFast{std::chrono::milliseconds(5), std::chrono::milliseconds(20)};
}  // namespace

void KubeconfigWatcherTest::seesEveryWayOfChange_data() {
    QTest::addColumn<QString>("way");
    for (const char* way : {"write", "rename", "link", "target", "create", "remove"})
        QTest::newRow(way) << QString::fromLatin1(way);
}

void KubeconfigWatcherTest::seesEveryWayOfChange() {
    QFETCH(QString, way);
    const ConfigFolder folder;
    const std::string first = folder.write("a/first", "one");
    const std::string second = folder.write("b/second", "two");
    const std::string link = folder.path("link");
    fs::create_symlink(first, link);
    const bool creates = way == QLatin1String("create");
    int calls = 0;
    KubeconfigWatcher watcher(
        folder.explicitly(creates ? folder.path("new/folder/file") : link), [&] { ++calls; }, kFast);
    if (way == QLatin1String("write")) folder.write("a/first", "other");
    if (way == QLatin1String("rename")) fs::rename(second, first);
    if (way == QLatin1String("target")) fs::rename(second, folder.path("a/first"));
    if (way == QLatin1String("remove")) fs::remove(first);
    if (creates) folder.write("new/folder/file", "now");
    if (way == QLatin1String("link")) {
        fs::create_symlink(second, folder.path("next"));
        fs::rename(folder.path("next"), link);
    }
    QTRY_COMPARE(calls, 1);
}

void KubeconfigWatcherTest::seesThreeRenamesInARow() {
    const ConfigFolder folder;
    const std::string file = folder.write("config", "0");
    int calls = 0;
    KubeconfigWatcher watcher(
        folder.explicitly(file), [&] { ++calls; }, kFast);
    for (int i = 1; i <= 3; ++i) {
        fs::rename(folder.write("next", std::to_string(i)), file);
        QTRY_COMPARE(calls, i);
    }
}

void KubeconfigWatcherTest::burstIsOneCall() {
    const ConfigFolder folder;
    ConfigFolder environment;
    const std::string a = folder.write("a", "1"), b = folder.write("b", "1");
    KubeconfigOptions options = folder.options();
    options.environment = [&](const char* name) { return std::string(name) == "KUBECONFIG" ? a + ':' + b : ""; };
    int calls = 0;
    KubeconfigWatcher watcher(options, [&] { ++calls; },
                              {std::chrono::milliseconds(60), std::chrono::milliseconds(10)});
    QCOMPARE(watcher.paths(), (std::vector<std::string>{a, b}));
    for (int i = 0; i < 5; ++i) {
        folder.write(i % 2 ? "a" : "b", std::string(static_cast<std::size_t>(i + 2), 'x'));
        QCoreApplication::processEvents();
    }
    QTRY_COMPARE(calls, 1);
}

void KubeconfigWatcherTest::silentWithoutChange() {
    const ConfigFolder folder;
    const std::string file = folder.write("config", "0");
    int calls = 0;
    KubeconfigWatcher watcher(
        folder.explicitly(file), [&] { ++calls; }, kFast);
    folder.write("neighbour", "1");
    fs::rename(folder.write("next", "2"), file);
    QTRY_COMPARE(calls, 1);  // the neighbour was noticed before, and led to nothing
}

QTEST_GUILESS_MAIN(KubeconfigWatcherTest)
#include "tst_kubeconfig_watcher.moc"
