// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include "app/go_duration.h"

namespace rollcall {

namespace {

QString tell(const char* text) { return QString::fromUtf8(text); }

void addOptions(QCommandLineParser& parser) {
    const auto add = [&](const char* name, const char* help, const char* value = nullptr) {
        parser.addOption({QString::fromLatin1(name), tell(help), value ? QString::fromLatin1(value) : QString()});
    };
    add("kubeconfig", "Read this kubeconfig only.", "file");
    add("context", "Use this context of the kubeconfig.", "name");
    add("cluster", "Use this cluster entry of the kubeconfig instead of the context's.", "name");
    add("user", "Use this user entry of the kubeconfig instead of the context's.", "name");
    add("namespace", "Watch only this namespace; without it, all namespaces.", "name");
    add("master", "Address of the API server; overrides the kubeconfig's.", "url");
    add("headless", "No window: run the controllers, log to the standard error. Without any of --kubeconfig, --context, --cluster, "
                    "--user and --master it reads the in-cluster configuration.");
    add("sandbox", "Use the built-in API server.");
    add("controllers", "Which controllers run: students,pods.", "list");
    add("workers", "Workers of each controller, 1 to 16 (default 2).", "count");
    add("for", "Stop by itself after this time, such as 30s or 1m30s.", "duration");
    add("sandbox-only", "Only the built-in API server, until interrupted.");
    add("port", "Port of the built-in API server; without it, any free one.", "port");
    add("write-kubeconfig", "Write a kubeconfig for the built-in API server to this file.", "file");
    add("screenshot", "Open the window on the sandbox, start, wait until synced, save a picture of it, exit.", "file");
    add("theme", "light, dark or system.", "name");
    add("language", "en or zh_CN.", "name");
    add("size", "Size of the window, such as 1440x900.", "WxH");
    add("trace", "Write every transition of the machinery into this file, one JSON object a line (with --headless).", "file");
    addMachineOptions(parser);
    add("version", "Show the version.");
    add("help", "Show this help.");
}

bool readNumber(const QCommandLineParser& parser, const char* name, int least, int most, int& out, QString& error) {
    const QString option = QString::fromLatin1(name);
    if (!parser.isSet(option)) return true;
    bool ok = false;
    const int value = parser.value(option).toInt(&ok);
    if (!ok || value < least || value > most) {
        error = tell("--%1 takes a number from %2 to %3").arg(option).arg(least).arg(most);
        return false;
    }
    out = value;
    return true;
}

bool readControllers(const QCommandLineParser& parser, CommandLine& line) {
    if (!parser.isSet(QStringLiteral("controllers"))) return true;
    line.students = line.pods = false;
    const QStringList names = parser.value(QStringLiteral("controllers")).split(QLatin1Char(','));
    for (const QString& name : names) {
        if (name == QLatin1String("students")) {
            line.students = true;
        } else if (name == QLatin1String("pods")) {
            line.pods = true;
        } else {
            line.error = tell("--controllers takes students, pods or both with a comma; not \"%1\"").arg(name);
            return false;
        }
    }
    return true;
}

bool readSize(const QCommandLineParser& parser, CommandLine& line) {
    if (!parser.isSet(QStringLiteral("size"))) return true;
    static const QRegularExpression form(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
    const auto match = form.match(parser.value(QStringLiteral("size")));
    if (!match.hasMatch()) {
        line.error = tell("--size takes a width and a height, such as 1440x900");
        return false;
    }
    line.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    return true;
}

bool readChoice(const QCommandLineParser& parser, const char* name, const QStringList& choices, QString& out, QString& error) {
    const QString option = QString::fromLatin1(name);
    if (!parser.isSet(option)) return true;
    out = parser.value(option);
    if (choices.contains(out)) return true;
    error = tell("--%1 takes %2").arg(option, choices.join(QStringLiteral(", ")));
    return false;
}

bool readMode(const QCommandLineParser& parser, CommandLine& line) {
    const bool headless = parser.isSet(QStringLiteral("headless"));
    const bool sandboxOnly = parser.isSet(QStringLiteral("sandbox-only"));
    if (int(headless) + int(sandboxOnly) + int(!line.screenshot.isEmpty()) > 1) {
        line.error = tell("--headless, --sandbox-only and --screenshot exclude one another");
        return false;
    }
    line.mode = headless ? CommandLine::Mode::Headless : sandboxOnly ? CommandLine::Mode::SandboxOnly : CommandLine::Mode::Window;
    if (!line.trace.isEmpty() && !headless) {
        line.error = tell("--trace belongs to --headless");
        return false;
    }
    const bool server = line.sandbox || sandboxOnly;
    if (!server && (parser.isSet(QStringLiteral("port")) || parser.isSet(QStringLiteral("write-kubeconfig")))) {
        line.error = tell("--port and --write-kubeconfig belong to --sandbox-only or --sandbox");
        return false;
    }
    if (server && line.namesCluster()) {
        line.error = tell("the sandbox takes no --kubeconfig, --context, --cluster, --user or --master");
        return false;
    }
    return true;
}

void readValues(const QCommandLineParser& parser, CommandLine& line) {
    const auto text = [&](const char* name) { return parser.value(QString::fromLatin1(name)); };
    line.kubeconfig = text("kubeconfig").toStdString();
    line.context = text("context").toStdString();
    line.cluster = text("cluster").toStdString();
    line.user = text("user").toStdString();
    line.ns = text("namespace").toStdString();
    line.master = text("master").toStdString();
    line.sandbox = parser.isSet(QStringLiteral("sandbox"));
    line.writeKubeconfig = text("write-kubeconfig");
    line.screenshot = text("screenshot");
    if (!readNumber(parser, "workers", 1, 16, line.workers, line.error)) return;
    if (!readNumber(parser, "port", 1, 65535, line.port, line.error)) return;
    if (!readControllers(parser, line) || !readSize(parser, line)) return;
    if (!readChoice(parser, "theme", {QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("system")}, line.theme, line.error)) return;
    if (!readChoice(parser, "language", {QStringLiteral("en"), QStringLiteral("zh_CN")}, line.language, line.error)) return;
    if (parser.isSet(QStringLiteral("for"))) {
        line.runFor = parseGoDuration(text("for"));
        if (!line.runFor) line.error = tell("--for takes a time such as 30s or 1m30s");
    }
    line.trace = text("trace");
    if (line.error.isEmpty()) line.error = readMachineOptions(parser, line.machine);
    if (line.error.isEmpty()) readMode(parser, line);
}

}  // namespace

CommandLine parseCommandLine(const QStringList& arguments) {
    CommandLine line;
    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    parser.setApplicationDescription(
        tell("Hosts a Kubernetes controller and shows its machinery while it works. Without arguments: the window."));
    addOptions(parser);
    if (!parser.parse(arguments)) {
        line.error = parser.errorText();
        return line;
    }
    line.helpText = parser.helpText();
    if (parser.isSet(QStringLiteral("help"))) {
        line.mode = CommandLine::Mode::Help;
    } else if (parser.isSet(QStringLiteral("version"))) {
        line.mode = CommandLine::Mode::Version;
    } else if (!parser.positionalArguments().isEmpty()) {
        line.error = tell("unexpected argument \"%1\"").arg(parser.positionalArguments().constFirst());
    } else {
        readValues(parser, line);
    }
    return line;
}

}  // namespace rollcall
