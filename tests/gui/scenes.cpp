// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes.h"

#include <QAction>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "core/api/decode.h"
#include "story.h"
#include "ui/models/plain_text.h"
#include "ui/pipeline/pipeline_strip.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/metrics_panel.h"
#include "ui/widgets/student_editor.h"
#include "ui/widgets/table_panel.h"
#include "ui/window/main_window.h"

namespace rollcall {

using namespace std::chrono_literals;

namespace {

constexpr const char* kBusy[] = {"busy", "rates", "trace", "metrics", "life", "events", "changes", "filtered", "filter",
                                 "row-menu", "present", "present-trace", "present-metrics", "palette", "palette-key", "picker",
                                 "picker-many", "picker-search", "insecure",
                                 "menu", "profile", "editor", "conflict", "invalid", "confirm", "many", "storm", "read-only",
                                 "about", "shortcuts"};
constexpr const char* kOthers[] = {"stopped", "stopped-trace", "stopped-metrics", "quiet", "listing", "forbidden", "signed-out", "no-crd",
                                   "offline", "offline-trace", "stale", "failed", "workers", "crowd",
                                   "login", "preflight", "install-crd", "install-refused"};

bool isBusy(const QString& scene) {
    return std::any_of(std::begin(kBusy), std::end(kBusy), [&](const char* name) { return scene == QLatin1String(name); });
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

/// Traffic for the curve, the rates and the charts.
void warmUp(MainWindow& window, FakeHost& host) {
    constexpr int kEvents[] = {1, 0, 2, 4, 3, 1, 0, 0, 2, 6, 9, 5, 3, 2, 2, 4, 3, 1, 2, 3};
    PipelineStats& p = host.stats(ControllerId::Students);
    for (int i = 0; i < 200; ++i) {
        const int events = kEvents[i % int(std::size(kEvents))] * (1 + i / 60);
        host.clock().advance(1s);
        p.updated += events;
        p.metrics.depth = events / 2;
        p.metrics.adds += events;
        p.metrics.retries += events / 4;
        p.metrics.workBuckets[4] += events;
        p.metrics.workBuckets[5] += events / 3;
        p.metrics.queueBuckets[2] += events;
        p.metrics.queueBuckets[3] += events / 2;
        p.posted += events;
        p.calls = {{{"create", "events", 201}, p.posted}, {{"list", "students", 200}, 1}, {{"watch", "students", 200}, 1}};
        host.publishStats();
        host.changed();
        window.data().apply(host.drain());
        window.data().setNow(host.now(), host.wallNow());
        window.data().sampleMetrics();
        window.metrics().tickSecond();
        window.pipeline().tickSecond();
    }
}

}  // namespace

QStringList sceneNames() {
    QStringList names;
    for (const char* name : kBusy) names << QLatin1String(name);
    for (const char* name : kOthers) names << QLatin1String(name);
    return names;
}

void prepareChoices(FakeHost& host) {
    TargetChoice sandbox;
    sandbox.name = "Sandbox";
    TargetChoice kind;
    kind.target = {Target::Kind::Context, "kind-classroom", {}, {}, {}, {}, {}, false};
    kind.name = "kind-classroom";
    kind.server = "https://127.0.0.1:6443";
    kind.userKind = "certificate";
    kind.ns = "default";
    kind.file = "/home/teacher/.kube/config";
    kind.line = 12;
    kind.current = true;
    TargetChoice broken = kind;
    broken.target.context = broken.name = "staging";
    broken.unusable = "user \"staging\": client-certificate: no such file";
    TargetChoice cloud = kind;
    cloud.target.context = cloud.name = "school-cloud";
    cloud.server = "https://3F1C.gr7.eu-central-1.eks.example";
    cloud.userKind = "exec";
    cloud.execCommand = "aws-iam-authenticator";
    cloud.actAs = "alice";
    cloud.proxy = "http://proxy.school.example:3128";
    cloud.shadowed = {{"context", "/home/teacher/.kube/old:4"}};
    TargetChoice lab = kind;
    lab.target.context = lab.name = "lab";
    lab.target.kubeconfig = lab.file = "/home/teacher/Downloads/lab.yaml";
    lab.userKind = "token";
    lab.insecure = true;
    host.choices.choices = {sandbox, kind, cloud, broken, lab};
    host.choices.files = {{lab.file, false, {}}, {"/home/teacher/usb/exam.yaml", true, {}}};
    host.choices.problems = {"/home/teacher/.kube/old.yaml:7: mapping values are not allowed here"};
}

void playScene(FakeHost& host, const QString& scene) {
    if (isBusy(scene)) playBusyClass(host);
    if (scene == u"quiet") playQuietClass(host);
    if (scene == u"listing") offline(host, ReflectorState::Listing, "");
    if (scene == u"forbidden") {
        offline(host, ReflectorState::Forbidden,
                "students.bolingcavalry.k8s.io is forbidden: User \"teacher\" cannot list resource \"students\" at the "
                "cluster scope");
    }
    if (scene == u"offline") offline(host, ReflectorState::BackingOff, "connection refused: 127.0.0.1:6443");
    if (scene == u"offline-trace") offline(host, ReflectorState::BackingOff, "connection refused: 127.0.0.1:6443");
    if (scene == u"signed-out") offline(host, ReflectorState::SignedOut, "Unauthorized");
    if (scene == u"no-crd") offline(host, ReflectorState::WaitingForResource, "");
    if (scene == u"stale") {
        playBusyClass(host);
        PipelineStats& p = host.stats(ControllerId::Students);
        p.reflector = ReflectorState::BackingOff;
        p.problem = "connection refused: 127.0.0.1:6443";
        p.backoffUntil = host.now() + 1900ms;
        p.lastEvent = host.now() - 73s;
        host.publishStats();
    }
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

namespace {

std::vector<TargetCheck> checksWithoutCrd() {
    const auto check = [](const char* name, TargetCheck::State state, const char* found) {
        TargetCheck made;
        made.name = name;
        made.state = state;
        made.found = found;
        return made;
    };
    using State = TargetCheck::State;
    std::vector<TargetCheck> checks = {
        check("server reachable", State::Ok, "v1.36.3"),
        check("signed in", State::Ok, "teacher"),
        check("students installed", State::Failed, "the group bolingcavalry.k8s.io/v1 has no students"),
        check("list students", State::Ok, ""),
        check("watch students", State::Failed, "not allowed to watch students in all namespaces"),
        check("list pods", State::Ok, ""),
        check("create events", State::Unknown, ""),
        check("certificate verified", State::Failed, "")};
    checks[2].missingCrd = checks[4].fatal = checks.back().insecure = true;
    return checks;
}

LoginProgress waitingLogin() {
    LoginProgress progress;
    progress.running = true;
    progress.program = "kubelogin";
    progress.user = "teacher";
    progress.said = "To sign in, open https://login.school.example/device in a browser\nand enter the code WDJB-MJHT\n";
    return progress;
}

/// Scenes of the picker, the login and the checks. False: it is none of them.
bool actTargetScene(MainWindow& window, FakeHost& host, const QString& scene) {
    const auto trigger = [&](Command command) { window.actions().action(command)->trigger(); };
    if (scene.startsWith(QLatin1String("picker"))) {
        for (int i = 0; scene != u"picker" && i < 5000; ++i) {
            TargetChoice more = host.choices.choices[1];
            more.target.context = more.name = "tenant-" + std::to_string(i);
            host.choices.choices.push_back(more);
        }
        trigger(Command::Choose);
        QTest::qWait(60);
        auto* list = window.findChild<QListView*>(QStringLiteral("targets"));
        if (scene == u"picker") list->setCurrentIndex(list->model()->index(2, 0));
        if (scene == u"picker-search") window.findChild<QLineEdit*>(QStringLiteral("targetSearch"))->setText(QStringLiteral("499 tenant"));
    } else if (scene == u"login") {
        host.loginProgress(waitingLogin());
    } else if (scene == u"insecure") {
        host.isInsecure = true;
        host.publishStats();
        host.changed();
    } else if (scene == u"preflight" || scene.startsWith(QLatin1String("install"))) {
        host.checks = checksWithoutCrd();
        host.isInsecure = true;
        window.useTarget({Target::Kind::Context, "kind-classroom", {}, {}, {}, {}, {}, false});
        QTest::qWait(40);
        trigger(scene == u"preflight" ? Command::CheckTarget : Command::InstallCrd);
        if (scene != u"install-refused") return true;
        host.nextInstallError = apiError(403, "Forbidden",
                                         "customresourcedefinitions.apiextensions.k8s.io \"students.bolingcavalry.k8s.io\" is "
                                         "forbidden: User \"teacher\" cannot patch resource \"customresourcedefinitions\"");
        window.findChild<QPushButton*>(QStringLiteral("confirmInstall"))->click();
    } else {
        return false;
    }
    return true;
}

}  // namespace

void actScene(MainWindow& window, FakeHost& host, Theme& theme, const QString& scene) {
    QTest::qWait(60);  // what the host told is in the tables now
    const auto choose = [&] { window.selection().choose(ControllerId::Students, "default/object-student"); };
    if (scene == u"rates" || scene == u"metrics" || scene == u"present-metrics") {
        warmUp(window, host);
        playBusyClass(host);
    }
    if (scene.contains(u"trace")) {
        window.actions().action(Command::GoTrace)->trigger();
        if (!scene.startsWith(u"offline") && !scene.startsWith(u"stopped")) choose();
    }
    if (scene.contains(u"metrics")) window.actions().action(Command::GoMetrics)->trigger();
    if (scene.startsWith(u"present")) {
        choose();
        window.actions().action(Command::Present)->trigger();
        if (scene == u"present-metrics") window.actions().action(Command::GoMetrics)->trigger();
    }
    if (scene == u"filtered")
        for (const PanelKind kind : {PanelKind::Students, PanelKind::Workqueue, PanelKind::Events, PanelKind::Pods})
            window.panel(kind).filterField()->setText(QStringLiteral("nobody"));
    if (scene == u"filter") {
        window.panel(PanelKind::Workqueue).filterField()->setText(QStringLiteral("state:waiting retries:>2"));
        window.panel(PanelKind::Students).filterField()->setText(QStringLiteral("colour:red"));
    }
    if (scene == u"palette" || scene == u"palette-key") {
        window.actions().action(Command::Palette)->trigger();
        if (scene == u"palette-key")
            window.findChild<QLineEdit*>(QStringLiteral("paletteField"))->setText(QStringLiteral("object"));
    }
    if (scene == u"many") window.actions().action(Command::CreateMany)->trigger();
    if (scene == u"storm") {
        choose();
        window.actions().action(Command::Storm)->trigger();
    }
    if (scene == u"read-only") window.actions().action(Command::ReadOnly)->trigger();
    if (scene == u"changes") {
        host.putStudent("default", "object-student", "张三丰", "深圳中学", "10490", 4min);
        host.changed();
        QTest::qWait(60);
        choose();
        window.inspector().showTab(Inspector::Changes);
    }
    if (scene == u"row-menu") {
        choose();
        DataTable* table = window.panel(PanelKind::Students).table();
        Q_EMIT table->menuRequested(table->viewport()->mapToGlobal(QPoint(120, 60)), table);
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
    if (actTargetScene(window, host, scene)) return;
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

}  // namespace rollcall
