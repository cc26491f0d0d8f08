// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pipeline/station_text.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"

namespace rollcall {

namespace {

struct Stations {
    Q_DECLARE_TR_FUNCTIONS(Stations)
};

const QString& none() {
    static const QString dash = QStringLiteral("–");
    return dash;
}

QString number(std::int64_t n) {
    return QString::number(n);
}
QString since(const std::optional<MonoTime>& t, MonoTime now) {
    return t ? ageText(now - *t) : none();
}
QString version(const std::string& v) {
    return v.empty() ? none() : shownText(v);
}
QString perSecond(double rate) {
    return QString::number(rate, 'f', 1);
}

StationText apiServer(const StationInput& in) {
    StationText s;
    s.title = Stations::tr("API server");
    if (!in.serverVersion.isEmpty()) {
        const bool silent =
            in.stats.reflector == ReflectorState::BackingOff || in.stats.reflector == ReflectorState::SignedOut;
        s.state = in.host != HostState::Running ? VisualState::Stopped
                  : silent                      ? VisualState::BackingOff
                                                : VisualState::Streaming;
    }
    s.lines = {{Stations::tr("version"), in.serverVersion.isEmpty() ? none() : shortVersion(in.serverVersion)},
               {QStringLiteral("RV"), version(in.stats.serverVersion)},
               {Stations::tr("events/s"), perSecond(in.eventsPerSecond)},
               {Stations::tr("posts/s"), perSecond(in.postsPerSecond)}};
    return s;
}

StationText reflector(const StationInput& in) {
    const PipelineStats& p = in.stats;
    StationText s;
    s.title = QStringLiteral("Reflector");
    s.state = visualOf(p.reflector);
    s.stateText = reflectorWord(p.reflector);
    if (p.reflector == ReflectorState::Listing) {
        s.lines = {{Stations::tr("page"), number(std::max(p.listPage, 1))}, {Stations::tr("listed"), number(p.listed)}};
        return s;
    }
    s.lines = {{Stations::tr("listed"), number(p.listed)},
               {Stations::tr("last event"), since(p.lastEvent, in.now)},
               {Stations::tr("bookmark"), since(p.lastBookmark, in.now)}};
    if (p.reflector == ReflectorState::BackingOff && p.backoffUntil) {
        s.lines.push_back({Stations::tr("next try in"), spanText(*p.backoffUntil - in.now)});
    } else {
        s.lines.push_back({Stations::tr("resync in"), p.nextResync ? clockText(*p.nextResync - in.now) : none()});
    }
    if (p.watchSince && p.reflector == ReflectorState::Streaming) {
        s.foot = QStringLiteral("watch ") + clockText(in.now - *p.watchSince);
        if (p.watchTimeout > Duration::zero()) s.foot += QStringLiteral(" / ") + clockText(p.watchTimeout);
    }
    return s;
}

StationText store(const StationInput& in) {
    const PipelineStats& p = in.stats;
    const bool known = !p.serverVersion.empty() && !p.cacheVersion.empty();
    const QString lag =
        p.serverVersion == p.cacheVersion ? Stations::tr("none", "cache lag") : Stations::tr("behind", "cache lag");
    StationText s;
    s.title = Stations::tr("Store");
    s.lines = {{Stations::tr("objects"), number(p.objects)},
               {QStringLiteral("RV"), version(p.cacheVersion)},
               {Stations::tr("lag"), known ? lag : none()},
               {Stations::tr("age"), since(p.lastEvent, in.now)}};
    return s;
}

StationText handlers(const PipelineStats& p) {
    StationText s;
    s.title = Stations::tr("Handlers");
    s.lines = {{Stations::tr("added"), number(p.added)},
               {Stations::tr("updated"), number(p.updated)},
               {Stations::tr("deleted"), number(p.deleted)},
               {Stations::tr("equal RV"), number(p.equalVersion)}};
    return s;
}

StationText workers(const PipelineStats& p) {
    StationText s;
    s.title = Stations::tr("Workers");
    QString median = spanText(p.p50);
    const QString tail = spanText(p.p99), ms = QStringLiteral(" ms");
    if (median.endsWith(ms) && tail.endsWith(ms)) median.chop(ms.size());  // the unit once: "11 / 480 ms"
    s.lines = {
        {Stations::tr("done / failed"), QString(number(p.done) + QStringLiteral(" / ") + number(p.failed))},
        {QStringLiteral("p50 / p99"), p.done + p.failed > 0 ? QString(median + QStringLiteral(" / ") + tail) : none()}};
    return s;
}

StationText recorder(const PipelineStats& p) {
    StationText s;
    s.title = Stations::tr("Recorder");
    s.lines = {{Stations::tr("recorded"), number(p.recorded)},
               {Stations::tr("merged"), number(p.merged)},
               {Stations::tr("posted"), number(p.posted)},
               {Stations::tr("dropped"), number(p.dropped)},
               {Stations::tr("refused"), number(p.refused)}};
    return s;
}

}  // namespace

QString controllerTitle(ControllerId id) {
    return id == ControllerId::Students ? Stations::tr("Students") : Stations::tr("Pods");
}

StationText stationText(Station station, const StationInput& in) {
    switch (station) {
        case Station::ApiServer:
            return apiServer(in);
        case Station::Reflector:
            return reflector(in);
        case Station::Store:
            return store(in);
        case Station::Handlers:
            return handlers(in.stats);
        case Station::Queue: {
            StationText s;
            s.title = Stations::tr("Queue “%1”").arg(controllerTitle(in.controller));
            return s;
        }
        case Station::Workers:
            return workers(in.stats);
        case Station::Recorder:
            return recorder(in.stats);
    }
    return {};
}

QString shortVersion(const QString& version) {
    const auto end = std::find_if(version.begin(), version.end(), [](QChar c) { return c == u'+' || c == u'-'; });
    return version.left(end - version.begin());
}

QString shortCount(std::int64_t count) {
    if (count < 10'000) return number(count);
    if (count < 1'000'000) return number(count / 1000) + QLatin1Char('k');
    return QString::number(double(count) / 1e6, 'f', 1) + QLatin1Char('M');
}

std::array<QString, kStationCount - 1> arrowTexts(const StationInput& in) {
    const PipelineStats& p = in.stats;
    const std::int64_t events = p.added + p.updated + p.deleted;
    return {in.eventsPerSecond < 0.05
                ? QString()
                : QString(QString::number(qRound64(std::max(in.eventsPerSecond, 1.0))) + QStringLiteral("/s")),
            shortCount(events + p.equalVersion),
            shortCount(events),
            shortCount(p.adds),
            shortCount(p.gets),
            shortCount(p.recorded)};
}

std::vector<StationText::Line> miniLine(const StationInput& in) {
    const PipelineStats& p = in.stats;
    const auto busy = std::count_if(p.lanes.begin(), p.lanes.end(), [](const WorkerLane& l) { return !l.key.empty(); });
    std::vector<StationText::Line> line;
    line.push_back(
        {in.controller == ControllerId::Pods ? Stations::tr("running") : Stations::tr("objects"), number(p.objects)});
    line.push_back({Stations::tr("queue"), number(p.ready + p.waiting + p.parked)});
    line.push_back({Stations::tr("workers busy"),
                    QString(number(busy) + QStringLiteral(" / ") + number(std::int64_t(p.lanes.size())))});
    line.push_back({Stations::tr("done"), number(p.done)});
    if (p.nextResync) line.push_back({Stations::tr("resync in"), clockText(*p.nextResync - in.now)});
    return line;
}

}  // namespace rollcall
