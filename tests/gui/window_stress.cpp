// SPDX-License-Identifier: GPL-3.0-or-later
// The window under load: many rows, many changes a second. Prints the longest stall of the event loop, the 99th
// percentile of what one feed costs, how long the filter takes, and the processor time when nothing happens.
#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <ctime>

#include "fake_host.h"
#include "ui/theme/theme.h"
#include "ui/widgets/table_panel.h"
#include "ui/window/main_window.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

constexpr int kTickMs = 5;

std::string nameOf(int i) {
    return "student-" + std::to_string(100000 + i);
}

double processorSeconds() {
    return double(std::clock()) / CLOCKS_PER_SEC;
}

/// Real changes as a class makes them: an edit, its key through the queue, an Event.
void change(FakeHost& host, int i, int n) {
    const std::string name = nameOf(i), key = "class/" + name;
    host.putStudent("class", name, "x", "y", std::to_string(200000 + n));
    QueueRow& row = host.putQueue(key, n % 3 == 0 ? KeyState::Ready : KeyState::Synced);
    row.position = n % 50;
    EventRow& event = host.putEvent(key, 0s, PostState::Posted);
    event.id = key;
    event.count = n;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    const QStringList args = QApplication::arguments();
    const int rows = args.value(1, QStringLiteral("20000")).toInt();
    const int perSecond = args.value(2, QStringLiteral("200")).toInt();
    const int seconds = args.value(3, QStringLiteral("10")).toInt();
    QTemporaryDir folder;
    FakeHost host;
    Theme theme;
    MainWindow::Options options;
    options.settingsFile = folder.filePath(QStringLiteral("s.conf"));
    MainWindow window(host, theme, options);
    window.show();
    QTextStream out(stdout);

    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < rows; ++i) change(host, i, i);
    host.become(HostState::Running);
    QTest::qWait(50);
    while (window.panel(PanelKind::Students).table()->model()->rowCount() < rows) QTest::qWait(5);
    out << "rows " << rows << ", first shown after " << clock.elapsed() << " ms\n";
    window.selection().choose(ControllerId::Students, "class/" + nameOf(rows / 2));

    std::vector<double> gaps;
    QElapsedTimer gap;
    QTimer tick;
    tick.setTimerType(Qt::PreciseTimer);
    QObject::connect(&tick, &QTimer::timeout, &window, [&] {
        gaps.push_back(double(gap.nsecsElapsed()) / 1e6 - kTickMs);
        gap.restart();
    });
    int done = 0;
    QTimer load;
    QObject::connect(&load, &QTimer::timeout, &window, [&] {
        for (int i = 0; i < std::max(1, perSecond / 50); ++i, ++done) change(host, (done * 7919) % rows, rows + done);
        host.clock().advance(20ms);
        host.changed();
    });
    gap.start();
    tick.start(kTickMs);
    load.start(20);
    const double before = processorSeconds();
    QTest::qWait(seconds * 1000);
    const double busy = (processorSeconds() - before) / seconds;
    load.stop();
    std::sort(gaps.begin(), gaps.end());
    out << "changes/s " << done / seconds << ", longest stall " << gaps.back() << " ms, p99 "
        << gaps[gaps.size() * 99 / 100] << " ms, cpu " << busy * 100 << " %\n";

    tick.stop();
    clock.restart();
    window.panel(PanelKind::Students).table()->filter().setNeedle(QStringLiteral("10042"));
    out << "filter " << clock.elapsed() << " ms\n";
    window.panel(PanelKind::Students).table()->filter().setNeedle({});
    QTest::qWait(500);
    const double idle = processorSeconds();
    QTest::qWait(5000);
    out << "idle cpu " << (processorSeconds() - idle) / 5 * 100 << " %\n";
    return 0;
}
