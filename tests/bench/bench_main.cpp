// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QStringList>

#include "bench.h"

using namespace rollcall::bench;

/// rollcall_bench [queue|sync|watch|run] [--count N] [--server URL]: without a name, all of them with the usual sizes. With a
/// server it talks to that instead of its own canned one, so that another client can be measured beside it.
int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    const QStringList args = app.arguments();
    const auto value = [&](const char* name, const QString& otherwise) {
        const auto at = args.indexOf(QString::fromLatin1(name));
        return at > 0 && at + 1 < args.size() ? args.at(at + 1) : otherwise;
    };
    const QString which = args.size() > 1 && !args.at(1).startsWith(QLatin1Char('-')) ? args.at(1) : QString();
    const int count = value("--count", QStringLiteral("0")).toInt();
    const std::string server = value("--server", QString()).toStdString();
    const auto wanted = [&](const char* name) { return which.isEmpty() || which == QLatin1String(name); };
    if (wanted("queue")) benchQueue(count > 0 ? count : 1'000'000);
    if (wanted("sync")) benchSync(count > 0 ? count : 10'000, server);
    if (wanted("watch")) benchWatch(count > 0 ? count : 10'000, server);
    if (wanted("run")) benchRun(count > 0 ? count : 100'000);
    return 0;
}
