// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the window on the fake host, or writes a picture of it: for looking at the design without any machinery.
#include <QApplication>
#include <QCommandLineParser>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTextStream>
#include <QTimer>
#include <QToolButton>

#include "core/api/decode.h"
#include "story.h"
#include "ui/models/plain_text.h"
#include "ui/pipeline/pipeline_strip.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/student_editor.h"
#include "ui/widgets/table_panel.h"
#include "ui/window/main_window.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

void prepareChoices(FakeHost& host) {
    TargetChoice sandbox;
    sandbox.name = "Sandbox";
    TargetChoice kind;
    kind.target = {Target::Kind::Context, "kind-classroom", {}, {}, {}};
    kind.name = "kind-classroom";
    kind.server = "https://127.0.0.1:6443";
    kind.userKind = "client certificate";
    kind.ns = "default";
    TargetChoice broken = kind;
    broken.target.context = broken.name = "staging";
    broken.unusable = "user \"staging\": client-certificate: no such file";
    host.choices.choices = {sandbox, kind, broken};
    host.choices.problems = {"/home/teacher/.kube/old.yaml:7: mapping values are not allowed here"};
}

void offline(FakeHost& host, ReflectorState state, const char* problem) {
    PipelineStats& p = host.stats(ControllerId::Students);
    p = {};
    p.lanes.resize(2);
    p.reflector = state;
    p.problem = problem;
    p.backoffUntil = host.now() + 1900ms;
    host.become(HostState::Running);
}

void play(FakeHost& host, const QString& scene) {
    constexpr QStringView kBusy[] = {u"rates", u"life", u"events", u"about", u"shortcuts", u"confirm", u"profile"};
    if (std::find(std::begin(kBusy), std::end(kBusy), scene) != std::end(kBusy)) playBusyClass(host);
    if (scene == u"busy" || scene == u"editor" || scene == u"conflict" || scene == u"invalid" || scene == u"picker" ||
        scene == u"menu")
        playBusyClass(host);
    if (scene == u"quiet") playQuietClass(host);
    if (scene == u"listing") offline(host, ReflectorState::Listing, "");
    if (scene == u"forbidden") {
        offline(host, ReflectorState::Forbidden,
                "students.bolingcavalry.k8s.io is forbidden: User \"teacher\" cannot list resource \"students\" at the "
                "cluster scope");
    }
    if (scene == u"offline") offline(host, ReflectorState::BackingOff, "connection refused: 127.0.0.1:6443");
    if (scene == u"failed") {
        host.fail(apiError(401, "Unauthorized", "https://127.0.0.1:6443: Unauthorized"));
    }
    if (scene == u"workers") {
        playBusyClass(host);
        host.setWorkers(8);
    }
    if (scene == u"crowd") {
        playBusyClass(host);
        for (int i = 0; i < 300; ++i)
            host.putQueue("class-9/student-" + std::to_string(1000 + i), KeyState::Ready).position = i + 3;
    }
}

/// Half a minute of traffic for the curve and the rates.
void warmUp(MainWindow& window, FakeHost& host) {
    constexpr int kEvents[] = {1, 0, 2, 4, 3, 1, 0, 0, 2, 6, 9, 5, 3, 2, 2, 4, 3, 1, 2, 3};
    PipelineStats& p = host.stats(ControllerId::Students);
    for (const int events : kEvents) {
        host.clock().advance(1s);
        p.updated += events;
        p.posted += events;
        host.publishStats();
        host.changed();
        QTest::qWait(40);
        window.pipeline().tickSecond();
    }
}

void afterShow(MainWindow& window, FakeHost& host, Theme& theme, const QString& scene) {
    if (scene == u"rates") {
        warmUp(window, host);
        playBusyClass(host);
    }
    if (scene == u"life" || scene == u"events") {
        window.selection().choose(ControllerId::Students, "default/object-student");
        window.inspector().showTab(scene == u"life" ? 2 : 1);
    }
    if (scene == u"about") window.actions().action(Command::About)->trigger();
    if (scene == u"shortcuts") window.actions().action(Command::Shortcuts)->trigger();
    if (scene == u"confirm") {
        window.selection().choose(ControllerId::Students, "default/object-student");
        window.actions().action(Command::DeleteStudent)->trigger();
    }
    if (scene == u"profile")
        window.findChild<QToolButton*>(QStringLiteral("profile"))->menu()->popup(window.mapToGlobal(QPoint(980, 44)));
    if (scene == u"busy") {
        window.selection().choose(ControllerId::Students, "default/object-student");
    }
    if (scene == u"picker") window.actions().action(Command::Choose)->trigger();
    if (scene == u"menu") window.actions().action(Command::ShowMenu)->trigger();
    if (scene == u"editor" || scene == u"conflict" || scene == u"invalid") {
        auto* editor = new StudentEditor(host, theme, NamespacedName{"default", "object-student"}, &window);
        editor->open();
        QTest::qWait(80);
        if (scene == u"editor") return;
        QString text = editor->text();
        text.replace(QStringLiteral("深圳中学"), QStringLiteral("红星小学"));
        editor->setText(text);
        host.nextWriteError =
            scene == u"conflict"
                ? apiError(409, "Conflict",
                           "the object has been modified; please apply your changes to the latest version")
                : apiError(422, "Invalid",
                           "Student.bolingcavalry.k8s.io \"object-student\" is invalid: spec.school: "
                           "Invalid value: \"integer\": must be of type string");
        editor->findChild<QPushButton*>(QStringLiteral("save"))->click();
    }
}

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("rollcall-window-demo"));
    QCommandLineParser parser;
    parser.addHelpOption();
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("system, light, dark or high-contrast"),
                                   QStringLiteral("name"), QStringLiteral("light"));
    const QCommandLineOption lang(QStringLiteral("lang"), QStringLiteral("en or zh_CN"), QStringLiteral("code"),
                                  QStringLiteral("en"));
    const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("WxH"), QStringLiteral("size"),
                                  QStringLiteral("1440x900"));
    const QCommandLineOption out(QStringLiteral("out"), QStringLiteral("write a PNG and leave"),
                                 QStringLiteral("file"));
    const QCommandLineOption scene(
        QStringLiteral("scene"),
        QStringLiteral("stopped, busy, rates, life, events, quiet, listing, forbidden, offline, failed, workers, "
                       "crowd, picker, menu, editor, conflict, invalid, profile, about, shortcuts, confirm"),
        QStringLiteral("name"), QStringLiteral("busy"));
    parser.addOptions({theme, lang, size, out, scene});
    parser.process(app);

    QTemporaryDir folder;
    const QString settings = folder.filePath(QStringLiteral("rollcall.conf"));
    const QStringList names{QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark"),
                            QStringLiteral("high-contrast")};
    {
        WindowSettings remembered(settings);
        remembered.setTheme(ThemeMode(qMax<qsizetype>(0, names.indexOf(parser.value(theme)))));
        remembered.save();
    }
    FakeHost host;
    prepareChoices(host);
    Theme look;
    MainWindow::Options options;
    options.settingsFile = settings;
    options.language = parser.value(lang);
    options.versions = {{QStringLiteral("Rollcall"), QStringLiteral("0.1.0")},
                        {QStringLiteral("Qt"), QString::fromLatin1(qVersion())}};
    options.reportWriter = [](const std::string&, const std::vector<ExportEntry>&) { return Result<Unit>(Unit{}); };
    MainWindow window(host, look, options);
    const QStringList wh = parser.value(size).split(u'x');
    window.resize(wh.value(0).toInt(), wh.value(1).toInt());
    play(host, parser.value(scene));
    window.show();
    QTimer::singleShot(0, &window, [&] { afterShow(window, host, look, parser.value(scene)); });
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, &window, [&] { host.clock().advance(33ms); });
    if (!parser.isSet(out)) {
        tick.start(33);
        return QApplication::exec();
    }
    QTest::qWait(700);
    // Popups and dialogs are windows of their own: the picture shows them where they would be.
    QPixmap picture = window.grab();
    QPainter painter(&picture);
    for (QWidget* w : QApplication::topLevelWidgets()) {
        if (w == &window || !w->isVisible()) continue;
        painter.drawPixmap(w->pos() - window.pos(), w->grab());
    }
    painter.end();
    if (picture.save(parser.value(out))) return 0;
    QTextStream(stderr) << "cannot write " << parser.value(out) << '\n';
    return 1;
}
