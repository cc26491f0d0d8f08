// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the window on the fake host, or writes pictures of it: for looking at the design without any machinery.
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QPainter>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QTextStream>
#include <QTimer>

#include "scenes.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

struct Shot {
    QString scene, theme, language;
    QSize size{1440, 900};
};

const QStringList kThemes{QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("high-contrast")};

/// A window on a host of its own, in that look and language.
class Stage {
public:
    explicit Stage(const Shot& shot) : m_shot(shot) {
        const QString settings = m_folder.filePath(QStringLiteral("rollcall.conf"));
        {
            WindowSettings remembered(settings);
            remembered.setTheme(ThemeMode(qMax<qsizetype>(0, kThemes.indexOf(shot.theme))));
            remembered.save();
        }
        prepareChoices(host);
        MainWindow::Options options;
        options.settingsFile = settings;
        options.language = shot.language;
        options.versions = {{QStringLiteral("Rollcall"), QStringLiteral("0.1.0")},
                            {QStringLiteral("Qt"), QString::fromLatin1(qVersion())}};
        options.reportWriter = [](const std::string&, const std::vector<ExportEntry>&) { return Result<Unit>(Unit{}); };
        window = std::make_unique<MainWindow>(host, look, options);
        window->resize(shot.size);
        playScene(host, shot.scene);
        window->show();
        QTimer::singleShot(0, window.get(), [this] { actScene(*window, host, look, m_shot.scene); });
    }

    /// Popups and dialogs are windows of their own: the picture shows them where they would be.
    QPixmap picture() const {
        QPixmap picture = window->grab();
        QPainter painter(&picture);
        for (QWidget* w : QApplication::topLevelWidgets()) {
            if (w != window.get() && w->isVisible()) painter.drawPixmap(w->pos() - window->pos(), w->grab());
        }
        return picture;
    }

    FakeHost host;
    Theme look;
    std::unique_ptr<MainWindow> window;

private:
    QTemporaryDir m_folder;
    const Shot m_shot;
};

bool takePicture(const Shot& shot, const QString& file) {
    Stage stage(shot);
    constexpr int kSettledMs = 350;  // the longest of the scenes types and waits for an answer
    QTest::qWait(kSettledMs);
    if (stage.picture().save(file)) return true;
    QTextStream(stderr) << "cannot write " << file << '\n';
    return false;
}

/// Every scene in every look and language, at the scale of this process.
bool takeAll(const QString& folder, const QString& scale) {
    for (const QString& theme : kThemes.mid(1)) {
        for (const QString& language : {QStringLiteral("en"), QStringLiteral("zh_CN")}) {
            const QString sub = QStringLiteral("%1/%2-%3-%4").arg(folder, theme, language, scale);
            if (!QDir().mkpath(sub)) return false;
            for (const QString& scene : sceneNames()) {
                if (!takePicture({scene, theme, language}, QString(sub + u'/' + scene + QStringLiteral(".png")))) return false;
            }
            for (const QSize& size : {QSize(1280, 800), QSize(1024, 700), QSize(3840, 2160)}) {
                const QString name = QStringLiteral("%1/busy-%2x%3.png").arg(sub).arg(size.width()).arg(size.height());
                if (!takePicture({QStringLiteral("busy"), theme, language, size}, name)) return false;
            }
        }
    }
    return true;
}

/// The scale of a process is set when it starts: one child for each.
int takeAllScales(const QString& folder) {
    for (const QString& scale : {QStringLiteral("1"), QStringLiteral("2")}) {
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), scale);
        child.setProcessEnvironment(environment);
        child.setProcessChannelMode(QProcess::ForwardedChannels);
        child.start(QApplication::applicationFilePath(),
                    {QStringLiteral("--all"), folder, QStringLiteral("--scale"), QString(scale + QStringLiteral("00"))});
        constexpr int kHourMs = 3'600'000;
        if (!child.waitForFinished(kHourMs) || child.exitCode() != 0) return 1;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("rollcall-window-demo"));
    QCommandLineParser parser;
    parser.addHelpOption();
    const QCommandLineOption theme(QStringLiteral("theme"), kThemes.join(QStringLiteral(", ")), QStringLiteral("name"),
                                   QStringLiteral("light"));
    const QCommandLineOption lang(QStringLiteral("lang"), QStringLiteral("en or zh_CN"), QStringLiteral("code"),
                                  QStringLiteral("en"));
    const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("WxH"), QStringLiteral("size"),
                                  QStringLiteral("1440x900"));
    const QCommandLineOption out(QStringLiteral("out"), QStringLiteral("write a PNG and leave"), QStringLiteral("file"));
    const QCommandLineOption scene(QStringLiteral("scene"), sceneNames().join(QStringLiteral(", ")), QStringLiteral("name"),
                                   QStringLiteral("busy"));
    const QCommandLineOption all(QStringLiteral("all"), QStringLiteral("write every scene in every look and language"),
                                 QStringLiteral("folder"));
    const QCommandLineOption scale(QStringLiteral("scale"), QStringLiteral("with --all: only the scale of this process, by that name"),
                                   QStringLiteral("name"));
    parser.addOptions({theme, lang, size, out, scene, all, scale});
    parser.process(app);
    if (parser.isSet(scale)) return takeAll(parser.value(all), parser.value(scale)) ? 0 : 1;
    if (parser.isSet(all)) return takeAllScales(parser.value(all));

    const QStringList wh = parser.value(size).split(u'x');
    const Shot shot{parser.value(scene), parser.value(theme), parser.value(lang), {wh.value(0).toInt(), wh.value(1).toInt()}};
    if (parser.isSet(out)) return takePicture(shot, parser.value(out)) ? 0 : 1;
    Stage stage(shot);
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, stage.window.get(), [&] { stage.host.clock().advance(33ms); });
    tick.start(33);
    return QApplication::exec();
}
