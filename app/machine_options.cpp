// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/machine_options.h"

#include <QStringList>

#include "app/go_duration.h"

namespace rollcall {

namespace {

QString tell(const char* text) { return QString::fromUtf8(text); }
QString valueOf(const QCommandLineParser& parser, const char* name) { return parser.value(QString::fromLatin1(name)); }
bool isSet(const QCommandLineParser& parser, const char* name) { return parser.isSet(QString::fromLatin1(name)); }

std::optional<ControllerId> controllerOf(const QString& name) {
    if (name == QLatin1String("students")) return ControllerId::Students;
    if (name == QLatin1String("pods")) return ControllerId::Pods;
    return std::nullopt;
}

/// "name=value"; the value may hold further equal signs.
std::optional<std::pair<QString, QString>> assignment(const QString& text) {
    const auto at = text.indexOf(QLatin1Char('='));
    if (at <= 0) return std::nullopt;
    return std::pair(text.left(at).trimmed(), text.mid(at + 1).trimmed());
}

QString setProfile(const QString& text, MachineOptions& options) {
    const auto named = [](const QString& name, ControllerId id) -> std::optional<Profile> {
        const bool students = id == ControllerId::Students;
        if (name == QLatin1String("as-printed")) return students ? studentsAsPrinted() : podsAsPrinted();
        if (name == QLatin1String("corrected")) return students ? studentsCorrected() : podsCorrected();
        return std::nullopt;
    };
    for (const QString& part : text.split(QLatin1Char(','))) {
        const auto pair = assignment(part);
        for (const ControllerId id : {ControllerId::Students, ControllerId::Pods}) {
            if (pair && controllerOf(pair->first) != id) continue;
            const auto profile = named(pair ? pair->second : part.trimmed(), id);
            if (!profile) return tell("--profile takes as-printed or corrected, for one controller as in students=as-printed");
            options.profiles[static_cast<std::size_t>(id)] = *profile;
        }
        if (pair && !controllerOf(pair->first)) return tell("--profile: there is no controller \"%1\"").arg(pair->first);
    }
    return {};
}

struct ProfileSwitch {
    const char* name;
    bool Profile::* member;
};
constexpr ProfileSwitch kSwitches[] = {
    {"addRateLimitedInHandlers", &Profile::addRateLimitedInHandlers},
    {"requeueOnError", &Profile::requeueOnError},
    {"dropEqualVersion", &Profile::dropEqualVersion},
    {"deleteHandler", &Profile::deleteHandler},
    {"notFoundIsSuccess", &Profile::notFoundIsSuccess},
    {"reallyCrash", &Profile::reallyCrash},
    {"drainOnStop", &Profile::drainOnStop},
};

/// One switch of one profile, or of both: "students.requeueOnError=false", "retryLimit=3".
QString setSwitch(const QString& text, MachineOptions& options) {
    const auto pair = assignment(text);
    if (!pair) return tell("--set takes a switch and its value, such as students.requeueOnError=false");
    const auto dot = pair->first.indexOf(QLatin1Char('.'));
    const QString name = pair->first.mid(dot + 1);
    const auto only = dot < 0 ? std::nullopt : controllerOf(pair->first.left(dot));
    if (dot >= 0 && !only) return tell("--set: there is no controller \"%1\"").arg(pair->first.left(dot));
    for (const ControllerId id : {ControllerId::Students, ControllerId::Pods}) {
        if (only && *only != id) continue;
        Profile& profile = options.profiles[static_cast<std::size_t>(id)];
        if (name == QLatin1String("retryLimit")) {
            bool ok = false;
            const int limit = pair->second.toInt(&ok);
            if (!ok || limit < 0 || limit > 100) return tell("--set retryLimit takes a number from 0 to 100");
            profile.retryLimit = limit;
            continue;
        }
        const auto* found = std::find_if(std::begin(kSwitches), std::end(kSwitches),
                                         [&](const ProfileSwitch& s) { return name == QLatin1String(s.name); });
        if (found == std::end(kSwitches)) return tell("--set: there is no switch \"%1\"").arg(name);
        if (pair->second != QLatin1String("true") && pair->second != QLatin1String("false")) {
            return tell("--set %1 takes true or false").arg(name);
        }
        profile.*(found->member) = pair->second == QLatin1String("true");
    }
    return {};
}

QString setFaultPart(const QString& name, const QString& value, ControllerId& id, SyncFault& fault) {
    bool ok = true;
    if (name == QLatin1String("controller")) {
        const auto found = controllerOf(value);
        if (!found) return tell("--fail: there is no controller \"%1\"").arg(value);
        id = *found;
    } else if (name == QLatin1String("key")) {
        fault.key = value.toStdString();
    } else if (name == QLatin1String("times")) {
        fault.times = value.toInt(&ok);
    } else if (name == QLatin1String("percent")) {
        const double percent = value.toDouble(&ok);
        ok = ok && percent >= 0 && percent <= 100;
        fault.share = percent / 100;
    } else if (name == QLatin1String("kind")) {
        ok = value == QLatin1String("fail") || value == QLatin1String("panic") || value == QLatin1String("slow");
        fault.kind = value == QLatin1String("panic")  ? SyncFault::Kind::Panic
                     : value == QLatin1String("slow") ? SyncFault::Kind::Slow
                                                      : SyncFault::Kind::Fail;
    } else if (name == QLatin1String("delay")) {
        const auto delay = parseGoDuration(value);
        ok = delay.has_value();
        if (delay) fault.delay = *delay;
    } else if (name == QLatin1String("message")) {
        fault.message = value.toStdString();
    } else {
        return tell("--fail knows controller, key, times, percent, kind, delay and message; not \"%1\"").arg(name);
    }
    return ok ? QString() : tell("--fail: \"%1\" is no value for %2").arg(value, name);
}

QString addFault(const QString& text, MachineOptions& options) {
    ControllerId id = ControllerId::Students;
    SyncFault fault;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const auto pair = assignment(part);
        if (!pair) return tell("--fail takes name=value pairs with commas, such as key=default/a,times=2");
        const QString wrong = setFaultPart(pair->first, pair->second, id, fault);
        if (!wrong.isEmpty()) return wrong;
    }
    options.faults.emplace_back(id, std::move(fault));
    return {};
}

template <class T>
QString choose(const QCommandLineParser& parser, const char* name, std::initializer_list<std::pair<const char*, T>> choices, T& out) {
    if (!isSet(parser, name)) return {};
    QStringList names;
    for (const auto& [text, value] : choices) {
        names << QString::fromLatin1(text);
        if (valueOf(parser, name) != names.last()) continue;
        out = value;
        return {};
    }
    return tell("--%1 takes %2").arg(QString::fromLatin1(name), names.join(QStringLiteral(", ")));
}

QString readDuration(const QCommandLineParser& parser, const char* name, std::initializer_list<std::chrono::milliseconds*> outs) {
    if (!isSet(parser, name)) return {};
    const auto duration = parseGoDuration(valueOf(parser, name));
    if (!duration) return tell("--%1 takes a time such as 2s or 1m30s").arg(QString::fromLatin1(name));
    for (auto* out : outs) *out = *duration;
    return {};
}

QString readLeader(const QCommandLineParser& parser, LeaderOptions& leader) {
    leader.enabled = isSet(parser, "leader-elect");
    for (const auto& [name, out] : {std::pair("leader-elect-lease-duration", &leader.leaseDuration),
                                    std::pair("leader-elect-renew-deadline", &leader.renewDeadline),
                                    std::pair("leader-elect-retry-period", &leader.retryPeriod)}) {
        const QString wrong = readDuration(parser, name, {out});
        if (!wrong.isEmpty()) return wrong;
    }
    if (isSet(parser, "leader-elect-resource-name")) leader.name = valueOf(parser, "leader-elect-resource-name").toStdString();
    leader.ns = valueOf(parser, "leader-elect-resource-namespace").toStdString();
    return {};
}

QString readMachinery(const QCommandLineParser& parser, Machinery& machinery) {
    QString wrong = readDuration(parser, "resync", {&machinery.studentResync, &machinery.podResync});
    if (wrong.isEmpty()) {
        wrong = choose<LimiterKind>(parser, "limiter",
                                    {{"default", LimiterKind::ControllerDefault},
                                     {"item-only", LimiterKind::ItemOnly},
                                     {"item-based", LimiterKind::ItemBased},
                                     {"sample-controller", LimiterKind::SampleController}},
                                    machinery.limiter);
    }
    if (wrong.isEmpty()) {
        wrong = choose<Delivery>(parser, "delivery", {{"in-order", Delivery::InOrder}, {"coalescing", Delivery::Coalescing}},
                                 machinery.delivery);
    }
    if (wrong.isEmpty()) {
        wrong = choose<EventApi>(parser, "events-api", {{"v1", EventApi::CoreV1}, {"events.k8s.io/v1", EventApi::EventsV1}},
                                  machinery.events);
    }
    machinery.watchList = !isSet(parser, "no-watch-list");
    return wrong.isEmpty() ? readLeader(parser, machinery.leader) : wrong;
}

}  // namespace

void addMachineOptions(QCommandLineParser& parser) {
    const auto add = [&](const char* name, const char* help, const char* value = nullptr) {
        parser.addOption({QString::fromLatin1(name), tell(help), value ? QString::fromLatin1(value) : QString()});
    };
    add("profile", "as-printed or corrected, for both controllers or for one as in students=as-printed.", "profile");
    add("set", "One switch of a profile, such as students.requeueOnError=false or retryLimit=3; may be repeated.", "switch");
    add("resync", "Resync period of both informers (default 30s for students, 10m for pods; 0s = none).", "duration");
    add("limiter", "Rate limiter of the queues: default, item-only, item-based or sample-controller.", "name");
    add("delivery", "Between reflector and store: in-order or coalescing.", "name");
    add("no-watch-list", "Begin with a list, not with a streaming list.");
    add("events-api", "Where Events are written: v1 or events.k8s.io/v1.", "api");
    add("fail", "Make syncs fail: controller=students,key=ns/name,times=2,percent=50,kind=fail|panic|slow,delay=1s,message=text; "
                "may be repeated.", "fault");
    add("leader-elect", "Run the workers only while holding the Lease.");
    add("leader-elect-lease-duration", "How long others wait for a leader that is silent (default 15s).", "duration");
    add("leader-elect-renew-deadline", "How long the leader tries to renew (default 10s).", "duration");
    add("leader-elect-retry-period", "Time between tries (default 2s).", "duration");
    add("leader-elect-resource-name", "Name of the Lease (default rollcall).", "name");
    add("leader-elect-resource-namespace", "Namespace of the Lease (default: the connection's).", "namespace");
}

QString readMachineOptions(const QCommandLineParser& parser, MachineOptions& options) {
    QString wrong;
    if (isSet(parser, "profile")) wrong = setProfile(valueOf(parser, "profile"), options);
    for (const QString& text : parser.values(QStringLiteral("set"))) {
        if (wrong.isEmpty()) wrong = setSwitch(text, options);
    }
    for (const QString& text : parser.values(QStringLiteral("fail"))) {
        if (wrong.isEmpty()) wrong = addFault(text, options);
    }
    return wrong.isEmpty() ? readMachinery(parser, options.machinery) : wrong;
}

void applyMachineOptions(const MachineOptions& options, ControllerHost& host) {
    for (const ControllerId id : {ControllerId::Students, ControllerId::Pods}) {
        host.setProfile(id, options.profiles[static_cast<std::size_t>(id)]);
    }
    host.setMachinery(options.machinery);
    for (const auto& [id, fault] : options.faults) host.addSyncFault(id, fault);
}

}  // namespace rollcall
