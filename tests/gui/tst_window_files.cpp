// SPDX-License-Identifier: GPL-3.0-or-later
// What the window reads, writes and remembers: targets, settings, language, theme, pictures, reports.
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFile>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QToolButton>

#include "ui/widgets/error_banner.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/table_panel.h"
#include "ui/widgets/target_picker.h"
#include "window_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

TargetChoices twoChoices() {
    TargetChoice sandbox;
    sandbox.name = "Sandbox";
    TargetChoice kind;
    kind.target = {Target::Kind::Context, "kind-classroom", {}, {}, {}, {}, {}, false};
    kind.name = "kind-classroom";
    kind.server = "https://127.0.0.1:6443";
    TargetChoice broken = kind;
    broken.target.context = broken.name = "staging";
    broken.unusable = "client-certificate: no such file";
    TargetChoices choices;
    choices.choices = {sandbox, kind, broken};
    choices.problems = {"old.yaml:7: mapping values are not allowed here"};
    return choices;
}

}  // namespace

class TstWindowFiles final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pickerChoosesAContext() {
        WindowFixture f;
        f.host.choices = twoChoices();
        QVERIFY(f.show());
        auto* picker = f.window->findChild<TargetPicker*>();
        QTest::mouseClick(f.find<QToolButton>("where"), Qt::LeftButton);
        QTRY_COMPARE(picker->model().rowCount(), 3);
        QVERIFY(picker->isVisible());
        QVERIFY(picker->findChild<QLabel*>(QStringLiteral("problems"))->text().contains(QStringLiteral("old.yaml:7")));
        QVERIFY(!(picker->model().index(2).flags() & Qt::ItemIsEnabled));
        QTest::keyClick(picker->list(), Qt::Key_Down);
        QTest::keyClick(picker->list(), Qt::Key_Return);
        QVERIFY(!picker->isVisible());
        QTRY_COMPARE(f.host.target().context, std::string("kind-classroom"));
        QTRY_VERIFY(f.window->windowTitle().contains(QStringLiteral("kind-classroom")));
        QVERIFY(!f.action(Command::CopyKubeconfig)->isEnabled());
    }

    void choosingWhileRunningStopsFirst() {
        WindowFixture f;
        playBusyClass(f.host);
        QVERIFY(f.show());
        Target other;
        other.kind = Target::Kind::Context;
        other.context = "kind-classroom";
        f.window->useTarget(other);
        QCOMPARE(f.host.stops, 1);
        QVERIFY(f.host.target().context.empty());
        f.host.become(HostState::Stopped);
        QTRY_COMPARE(f.host.target().context, std::string("kind-classroom"));
    }

    void aTargetThatFailsIsExplained() {
        WindowFixture f;
        QVERIFY(f.show());
        f.host.nextTargetError =
            makeError(ErrorKind::Config, "/home/x/config:3: users[0].user.token: must be a string");
        QSignalSpy changed(f.window.get(), &MainWindow::targetChanged);
        f.window->useTarget({Target::Kind::Context, "broken", {}, {}, {}, {}, {}, false});
        QTRY_COMPARE(changed.size(), 1);
        auto* banner = f.find<ErrorBanner>("errorBanner");
        QTRY_VERIFY(banner->isVisible());
        QVERIFY(banner->text().contains(QStringLiteral("/home/x/config:3")));
        f.window->useTarget({});
        QTRY_VERIFY(!banner->isVisible());
    }

    void whatTheCheckFindsIsSaidBeforeStart() {
        WindowFixture f;
        QVERIFY(f.show());
        TargetCheck crd;
        crd.sentence = "CRD: not installed, it is waited for";
        TargetCheck denied;
        denied.fatal = true;
        denied.sentence = "students: list: no. Ask for the verb list";
        denied.error = makeError(ErrorKind::Api, "forbidden");
        denied.error.httpStatus = 403;
        f.host.checks = {crd};
        f.window->useTarget({});
        QTRY_VERIFY(f.find<StatusLine>("statusLine")->currentNotice().contains(QStringLiteral("not installed")));
        QVERIFY(!f.find<ErrorBanner>("errorBanner")->isVisible());
        f.host.checks = {crd, denied};
        f.window->useTarget({});
        QTRY_VERIFY(f.find<ErrorBanner>("errorBanner")->isVisible());
        QVERIFY(f.find<ErrorBanner>("errorBanner")->text().contains(QStringLiteral("Ask for the verb list")));
        playBusyClass(f.host);
        QTRY_VERIFY(!f.find<ErrorBanner>("errorBanner")->isVisible());
    }

    void openKubeconfigAsksForAFile() {
        WindowFixture f;
        QVERIFY(f.show());
        f.chosenFile = QStringLiteral("/tmp/other.kubeconfig");
        f.action(Command::OpenFile)->trigger();
        QVERIFY(!f.asked.save);
        QTRY_COMPARE(f.host.target().kubeconfig, std::string("/tmp/other.kubeconfig"));
    }

    void languageSwitchesLiveAndIsRemembered() {
        QTemporaryDir folder;
        const QString settings = folder.filePath(QStringLiteral("s.conf"));
        {
            WindowFixture f(settings);
            QVERIFY(f.show());
            playBusyClass(f.host);
            DataTable* students = f.window->panel(PanelKind::Students).table();
            QTRY_COMPARE(students->model()->rowCount(), 12);
            f.window->selection().choose(ControllerId::Students, "class-2/chen");
            f.window->actions().menu()->findChild<QAction*>(QStringLiteral("language_zh_CN"))->trigger();
            QTRY_COMPARE(f.find<StateLabel>("state")->word(), QStringLiteral("运行中"));
            QCOMPARE(students->model()->headerData(StudentsModel::School, Qt::Horizontal).toString(),
                     QStringLiteral("学校"));
            QCOMPARE(f.window->panel(PanelKind::Pods).title(), QStringLiteral("运行中的 Pod"));
            QCOMPARE(f.find<QTabBar>("inspectorTabs")->tabText(2), QStringLiteral("历程"));
            QVERIFY(f.window->inspector().why().contains(QStringLiteral("工作线程 1")));
            QVERIFY(f.action(Command::SaveScreenshot)->text().startsWith(QStringLiteral("保存截图")));
            QCOMPARE(f.window->selection().key(), std::string("class-2/chen"));
            f.window->close();
        }
        WindowFixture again(settings);
        QCOMPARE(again.find<StateLabel>("state")->word(), QStringLiteral("已停止"));
        again.window->actions().menu()->findChild<QAction*>(QStringLiteral("language_en"))->trigger();
        QTRY_COMPARE(again.find<StateLabel>("state")->word(), QStringLiteral("Stopped"));
    }

    void noTextStaysEnglishInChinese() {
        WindowFixture f;
        QVERIFY(f.show());
        f.window->actions().menu()->findChild<QAction*>(QStringLiteral("language_zh_CN"))->trigger();
        QTRY_COMPARE(f.find<StateLabel>("state")->word(), QStringLiteral("已停止"));
        const auto isChinese = [](const QString& text) {
            return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
        };
        for (QAction* action : f.window->actions().menu()->actions()) {
            if (!action->isSeparator()) QVERIFY2(isChinese(action->text()), qPrintable(action->text()));
        }
        for (QPushButton* button : f.window->findChildren<QPushButton*>()) {
            if (!button->text().trimmed().isEmpty()) QVERIFY2(isChinese(button->text()), qPrintable(button->text()));
        }
        f.window->actions().menu()->findChild<QAction*>(QStringLiteral("language_en"))->trigger();
    }

    void themeSwitchesAndIsRemembered() {
        QTemporaryDir folder;
        const QString settings = folder.filePath(QStringLiteral("s.conf"));
        {
            WindowFixture f(settings);
            QVERIFY(f.show());
            f.window->actions().menu()->findChild<QAction*>(QStringLiteral("theme2"))->trigger();
            QVERIFY(f.theme.isDark());
            const QImage picture = f.window->grab().toImage();
            QCOMPARE(picture.pixelColor(4, 4), darkTokens().surface);
            f.window->close();
        }
        QCOMPARE(QFile::permissions(settings) &
                     (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
                 QFile::Permissions());
        WindowFixture again(settings);
        QVERIFY(again.theme.isDark());
        again.window->actions().menu()->findChild<QAction*>(QStringLiteral("theme1"))->trigger();
        QVERIFY(!again.theme.isDark());
    }

    void geometryColumnsAndTabsComeBack() {
        QTemporaryDir folder;
        const QString settings = folder.filePath(QStringLiteral("s.conf"));
        int width = 0;
        {
            WindowFixture f(settings);
            QVERIFY(f.show());
            f.window->resize(1180, 760);
            DataTable* students = f.window->panel(PanelKind::Students).table();
            students->setColumnWidth(StudentsModel::Name, 201);
            students->showColumn(StudentsModel::Version, false);
            students->sortByColumn(StudentsModel::Name, Qt::DescendingOrder);
            f.window->inspector().showTab(2);
            width = students->columnWidth(StudentsModel::Name);
            f.window->close();
        }
        WindowFixture again(settings);
        QVERIFY(again.show());
        DataTable* students = again.window->panel(PanelKind::Students).table();
        QCOMPARE(again.window->size(), QSize(1180, 760));
        QCOMPARE(students->columnWidth(StudentsModel::Name), width);
        QVERIFY(students->isColumnHidden(StudentsModel::Version));
        QCOMPARE(students->horizontalHeader()->sortIndicatorSection(), int(StudentsModel::Name));
        QCOMPARE(again.window->inspector().tabIndex(), 2);
        again.action(Command::ResetLayout)->trigger();
        QVERIFY(!students->isColumnHidden(StudentsModel::Version));
    }

    void nonsenseInTheSettingsIsIgnored() {
        QTemporaryDir folder;
        const QString settings = folder.filePath(QStringLiteral("s.conf"));
        QFile file(settings);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "theme=purple\nlanguage=tlh\n[window]\ngeometry=@ByteArray(xyz)\n[board]\nwide=@ByteArray("
            "\\xff\\xff\\xff\\xff\\xff)\n"
            "[columns]\nstudents=@ByteArray(1garbage)\n[inspector]\ntab=99\n");
        file.close();
        WindowFixture f(settings);
        QVERIFY(f.show());
        playBusyClass(f.host);
        QTRY_COMPARE(f.window->panel(PanelKind::Students).table()->model()->rowCount(), 12);
        QVERIFY(f.window->panel(PanelKind::Students).table()->columnWidth(0) > 20);
    }

    void screenshotIsSaved() {
        WindowFixture f;
        QVERIFY(f.show());
        f.chosenFile = f.file("shot.png");
        f.action(Command::SaveScreenshot)->trigger();
        const QImage picture(f.chosenFile);
        QCOMPARE(picture.deviceIndependentSize().toSize() * picture.devicePixelRatio(), picture.size());
        QCOMPARE(picture.width(), qRound(f.window->width() * f.window->devicePixelRatioF()));
        QVERIFY(f.find<StatusLine>("statusLine")->currentNotice().contains(f.chosenFile));
    }

    void anUnwritablePathIsSaid() {
        WindowFixture f;
        QVERIFY(f.show());
        f.chosenFile = QStringLiteral("/proc/nowhere/shot.png");
        f.action(Command::SaveScreenshot)->trigger();
        QTRY_VERIFY(f.dialog("failure"));
        const QString sentence = f.dialog("failure")->findChild<QLabel*>(QStringLiteral("failureSentence"))->text();
        QVERIFY2(sentence.contains(f.chosenFile), qPrintable(sentence));
        QVERIFY(!f.window->saveScreenshot("/proc/nowhere/shot.png").ok());
        QVERIFY(f.window->saveScreenshot(f.file("b.png").toStdString()).ok());
    }

    void reportHoldsPictureAndTables() {
        WindowFixture f;
        QVERIFY(f.show());
        playBusyClass(f.host);
        QTRY_COMPARE(f.window->panel(PanelKind::Students).table()->model()->rowCount(), 12);
        f.chosenFile = f.file("class.zip");
        QTest::mouseClick(f.find<QPushButton>("report"), Qt::LeftButton);
        QCOMPARE(f.reportFile, f.chosenFile.toStdString());
        QStringList names;
        for (const ExportEntry& entry : f.report) names << QString::fromStdString(entry.name);
        QCOMPARE(names, QStringList({QStringLiteral("screenshot.png"), QStringLiteral("tables/students.csv"),
                                     QStringLiteral("tables/workqueue.csv"), QStringLiteral("tables/events.csv"),
                                     QStringLiteral("tables/pods.csv")}));
        QVERIFY(QImage::fromData(QByteArray::fromStdString(f.report[0].bytes)).width() > 1000);
        const QString students = QString::fromStdString(f.report[1].bytes);
        QCOMPARE(students.count(QStringLiteral("\r\n")), 13);
        QVERIFY(students.contains(QStringLiteral("张三,深圳中学")));
        f.reportError = makeError(ErrorKind::Io, f.chosenFile.toStdString() + ": no space left on device");
        f.action(Command::ExportReport)->trigger();
        QTRY_VERIFY(f.dialog("failure"));
    }

    void kubeconfigCommandIsCopied() {
        WindowFixture f;
        QVERIFY(f.show());
        f.action(Command::CopyKubeconfig)->trigger();
        const QString line = QApplication::clipboard()->text();
        QVERIFY2(line.startsWith(QStringLiteral("export KUBECONFIG=")) &&
                     line.endsWith(QStringLiteral("/rollcall/sandbox.kubeconfig")),
                 qPrintable(line));
        f.host.kubeconfigError = makeError(ErrorKind::Io, "/home/x: permission denied");
        f.action(Command::CopyKubeconfig)->trigger();
        QTRY_VERIFY(f.dialog("failure"));
    }

    void aboutNamesVersionsAndShortcutsAreListed() {
        WindowFixture f;
        QVERIFY(f.show());
        f.action(Command::Shortcuts)->trigger();
        QTRY_VERIFY(f.dialog("shortcuts"));
        QTest::keyClick(f.dialog("shortcuts"), Qt::Key_Escape);
        QTRY_VERIFY(!f.dialog("shortcuts"));
        QSet<QString> keys;
        for (const auto& [name, key] : f.window->actions().shortcuts()) {
            QVERIFY2(!keys.contains(key), qPrintable(key));
            QVERIFY(!name.contains(u'&'));
            keys << key;
        }
        QVERIFY(keys.contains(QStringLiteral("Ctrl+R")));
    }
};

QTEST_MAIN(TstWindowFiles)
#include "tst_window_files.moc"
