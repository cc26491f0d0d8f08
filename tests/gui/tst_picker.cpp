// SPDX-License-Identifier: GPL-3.0-or-later
// The picker as a person uses it: kubeconfigs that change, files that were opened before, what a row tells, many contexts.
#include <QAction>
#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>

#include "ui/delegates/target_delegate.h"
#include "ui/models/target_words.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/target_picker.h"
#include "window_fixture.h"

using namespace rollcall;

namespace {

TargetChoice context(const std::string& name, const std::string& file = "/home/t/.kube/config") {
    TargetChoice choice;
    choice.target.kind = Target::Kind::Context;
    choice.target.context = choice.name = name;
    choice.server = "https://" + name + ".example:6443";
    choice.userKind = "certificate";
    choice.file = file;
    return choice;
}

TargetChoices contexts(int count) {
    TargetChoices choices;
    choices.choices.emplace_back();
    choices.choices.back().name = "Sandbox";
    for (int i = 0; i < count; ++i) choices.choices.push_back(context("context-" + std::to_string(i)));
    return choices;
}

/// What a view does for a key or a change: rows that were painted, sizes that were asked for.
class CountingDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter*, const QStyleOptionViewItem&, const QModelIndex&) const override { ++painted; }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        ++asked;
        return {200, TargetDelegate::kHeight};
    }
    mutable int painted = 0, asked = 0;
};

struct PickerFixture : WindowFixture {
    using WindowFixture::WindowFixture;
    TargetPicker& picker() const { return *window->findChild<TargetPicker*>(); }
    /// With the host's choices in it.
    bool open(int rows) {
        if (!show()) return false;
        action(Command::Choose)->trigger();
        return picker().isVisible() && QTest::qWaitFor([&] { return picker().model().rowCount() == rows; });
    }
    QString currentName() const { return picker().list()->currentIndex().data().toString(); }
    void choose(const char* name) const {
        for (int row = 0; row < picker().model().rowCount(); ++row) {
            const QModelIndex index = picker().model().index(row);
            if (index.data().toString() == QLatin1String(name)) picker().list()->setCurrentIndex(index);
        }
    }
    QLineEdit* search() const { return find<QLineEdit>("targetSearch"); }
    QString detail() const { return find<QLabel>("targetDetail")->text(); }
};

/// Thin strokes are smoothed: near enough is the colour.
bool contains(const QImage& picture, const QColor& color) {
    constexpr int kNear = 60;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const QColor c = picture.pixelColor(x, y);
            const int away = qAbs(c.red() - color.red()) + qAbs(c.green() - color.green()) + qAbs(c.blue() - color.blue());
            if (away < kNear) return true;
        }
    }
    return false;
}

}  // namespace

class TstPicker final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changedFilesAreReadAgainWhileChoicePlaceAndSessionStay() {
        PickerFixture f;
        playBusyClass(f.host);
        f.host.choices = contexts(60);
        QVERIFY(f.open(61));
        f.choose("context-40");
        f.picker().list()->scrollTo(f.picker().list()->currentIndex());
        const int fromTop = f.picker().list()->visualRect(f.picker().list()->currentIndex()).top();
        f.host.choices.choices.push_back(context("new-at-the-end"));
        f.host.targetsChanged();
        QTRY_COMPARE(f.picker().model().rowCount(), 62);
        QCOMPARE(f.currentName(), QStringLiteral("context-40"));
        QCOMPARE(f.picker().list()->visualRect(f.picker().list()->currentIndex()).top(), fromTop);
        f.host.choices.choices.insert(f.host.choices.choices.begin() + 1, context("new-at-the-front"));
        f.host.targetsChanged();
        QTRY_COMPARE(f.picker().model().rowCount(), 63);
        QCOMPARE(f.currentName(), QStringLiteral("context-40"));
        QCOMPARE(f.host.state(), HostState::Running);
        QCOMPARE(f.host.stops, 0);
    }

    void whatWasKnownOfABrokenFileStays() {
        PickerFixture f;
        f.host.choices = contexts(2);
        f.host.choices.choices.push_back(context("other", "/home/t/other"));
        QVERIFY(f.open(4));
        f.host.choices.choices.erase(f.host.choices.choices.begin() + 1, f.host.choices.choices.begin() + 3);
        const std::string why = "/home/t/.kube/config:7: it is no valid YAML: line 7, column 3: end of map not found";
        f.host.choices.brokenFiles = {{"/home/t/.kube/config", false, why}};
        f.host.choices.problems = {why};
        f.host.targetsChanged();
        auto* problems = f.find<QLabel>("problems");
        QTRY_VERIFY(problems->isVisible());
        QVERIFY2(problems->text().contains(QStringLiteral("config:7")), qPrintable(problems->text()));
        QCOMPARE(f.picker().model().rowCount(), 4);
        const QModelIndex known = f.picker().model().index(1);
        QCOMPARE(known.data().toString(), QStringLiteral("context-0"));
        QVERIFY(!(known.flags() & Qt::ItemIsEnabled));
        QVERIFY(known.data(TargetsModel::DetailRole).toString().contains(QStringLiteral("config:7")));
        QVERIFY(f.picker().model().index(3).flags() & Qt::ItemIsEnabled);
    }

    void filesAreRememberedMarkedAndForgotten() {
        QTemporaryDir folder;
        const QString settings = folder.filePath(QStringLiteral("s.conf"));
        {
            PickerFixture f(settings);
            QVERIFY(f.show());
            for (const char* name : {"/tmp/rollcall-a.yaml", "/tmp/rollcall-b.yaml"}) {
                f.chosenFile = QLatin1String(name);
                f.action(Command::OpenFile)->trigger();
                QTRY_COMPARE(f.host.target().kubeconfig, std::string(name));
            }
            QTRY_COMPARE(f.host.listedFiles, (std::vector<std::string>{"/tmp/rollcall-b.yaml", "/tmp/rollcall-a.yaml"}));
            f.window->close();
        }
        const auto others = QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther;
        QCOMPARE(QFile::permissions(settings) & others, QFile::Permissions());
        PickerFixture again(settings);
        again.host.choices = contexts(0);
        again.host.choices.files = {{"/tmp/rollcall-b.yaml", true, {}}, {"/tmp/rollcall-a.yaml", false, {}}};
        QVERIFY(again.open(3));
        const QModelIndex gone = again.picker().model().index(1);
        QVERIFY(gone.data(TargetsModel::DetailRole).toString().startsWith(QStringLiteral("missing")));
        QVERIFY(gone.data(TargetsModel::TroubleRole).toBool());
        again.picker().list()->setCurrentIndex(gone);
        QTest::keyClick(again.search(), Qt::Key_Delete);
        QTRY_COMPARE(again.host.listedFiles, (std::vector<std::string>{"/tmp/rollcall-a.yaml"}));
    }

    void aDroppedFileIsShownAndNothingOfItRuns() {
        PickerFixture f;
        QVERIFY(f.show());
        f.host.choices = contexts(1);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/some.kubeconfig"))});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(f.window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(f.window.get(), &drop);
        QTRY_VERIFY(f.picker().isVisible());
        QTRY_COMPARE(f.currentName(), QStringLiteral("some.kubeconfig"));
        QVERIFY(f.host.target().kubeconfig.empty());
        QTest::keyClick(f.search(), Qt::Key_Return);
        QTRY_COMPARE(f.host.target().kubeconfig, std::string("/tmp/some.kubeconfig"));
    }

    void aDroppedFolderIsNot() {
        PickerFixture f;
        QVERIFY(f.show());
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp"))});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(f.window.get(), &enter);
        QVERIFY(!enter.isAccepted());
    }

    void aRowTellsHowOneSignsInAndWhereItCameFrom() {
        PickerFixture f;
        f.host.choices = contexts(0);
        TargetChoice choice = context("classroom");
        choice.userKind = "exec";
        choice.execCommand = "kubelogin";
        choice.actAs = "alice";
        choice.proxy = "http://proxy.example:3128";
        choice.tlsServerName = "api.example";
        choice.line = 12;
        choice.shadowed = {{"context", "/home/t/other:4"}};
        f.host.choices.choices.push_back(choice);
        QVERIFY(f.open(2));
        f.choose("classroom");
        const QString line = f.picker().list()->currentIndex().data(TargetsModel::DetailRole).toString();
        QVERIFY2(line.contains(QStringLiteral("program kubelogin · as alice")), qPrintable(line));
        for (const char* part : {"Signs in with: program kubelogin", "Acts as: alice", "Through the proxy: http://proxy.example:3128",
                                 "Name in the certificate: api.example", "From: /home/t/.kube/config:12",
                                 "Hides the context of the same name in /home/t/other:4"})
            QVERIFY2(f.detail().contains(QLatin1String(part)), part);
    }

    void insecureIsMarkedInRedInRowAndBar_data() {
        QTest::addColumn<QString>("theme");
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("words");
        QTest::newRow("light, en") << "theme1" << "language_en" << "TLS not verified";
        QTest::newRow("dark, zh") << "theme2" << "language_zh_CN" << QStringLiteral("未验证 TLS");
    }
    void insecureIsMarkedInRedInRowAndBar() {
        QFETCH(QString, theme);
        QFETCH(QString, language);
        QFETCH(QString, words);
        PickerFixture f;
        f.host.choices = contexts(1);
        f.host.choices.choices[1].insecure = true;
        QVERIFY(f.show());
        f.window->actions().menu()->findChild<QAction*>(theme)->trigger();
        f.window->actions().menu()->findChild<QAction*>(language)->trigger();
        auto* mark = f.find<StateLabel>("insecure");
        QVERIFY(!mark->isVisible());
        QVERIFY(f.open(2));
        const QModelIndex row = f.picker().model().index(1);
        QCOMPARE(row.data(TargetsModel::InsecureRole).toString(), words);
        QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains(words));
        const QImage picture = f.picker().list()->viewport()->grab(f.picker().list()->visualRect(row)).toImage();
        QVERIFY(contains(picture, f.theme.tokens().failed));
        f.host.isInsecure = true;
        f.choose("context-0");
        QTest::keyClick(f.search(), Qt::Key_Return);
        QTRY_VERIFY(mark->isVisible());
        QTRY_COMPARE(mark->word(), words);  // the change of language is an event
        QVERIFY(mark->width() >= mark->minimumSizeHint().width());
        f.window->actions().menu()->findChild<QAction*>(QStringLiteral("language_en"))->trigger();
    }

    void fiveThousandContextsCostWhatIsInSight() {
        PickerFixture f;
        f.host.choices = contexts(5000);
        QVERIFY(f.open(5001));
        CountingDelegate counting;
        f.picker().list()->setItemDelegate(&counting);
        constexpr int kInSight = 8 + 2;
        QTRY_VERIFY(counting.painted > 0);
        QVERIFY2(counting.painted <= 6 * kInSight, qPrintable(QString::number(counting.painted)));
        const auto after = [&](Qt::Key key) {
            counting.painted = counting.asked = 0;
            QTest::keyClick(f.search(), key);
            return QTest::qWaitFor([&] { return counting.painted > 0; });
        };
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_PageDown, Qt::Key_4, Qt::Key_9, Qt::Key_9, Qt::Key_9}) {
            QVERIFY(after(key));
            QVERIFY2(counting.painted <= 6 * kInSight && counting.asked <= 6 * kInSight,
                     qPrintable(QStringLiteral("%1 painted, %2 asked").arg(counting.painted).arg(counting.asked)));
        }
        QCOMPARE(f.picker().model().rowCount(), 1);
        QCOMPARE(f.currentName(), QStringLiteral("context-4999"));
        QCOMPARE(f.find<QLabel>("targetCount")->text(), QStringLiteral("1 of 5001"));
        QTest::keyClick(f.search(), Qt::Key_Return);
        QTRY_COMPARE(f.host.target().context, std::string("context-4999"));
        f.picker().list()->setItemDelegate(nullptr);
    }

    void theKeyboardIsEnough() {
        PickerFixture f;
        f.host.choices = contexts(3);
        f.host.choices.choices[2].unusable = "the user \"x\" does not exist";
        QVERIFY(f.open(4));
        QVERIFY(f.search()->hasFocus());
        QTest::keyClick(f.search(), Qt::Key_Down);
        QTest::keyClick(f.search(), Qt::Key_Down);
        QCOMPARE(f.currentName(), QStringLiteral("context-2"));  // over the one that cannot be used
        QTest::keyClicks(f.search(), QStringLiteral("nothing like it"));
        QCOMPARE(f.picker().model().rowCount(), 0);
        QTest::keyClick(f.search(), Qt::Key_Escape);
        QCOMPARE(f.picker().model().rowCount(), 4);
        QTest::keyClick(f.search(), Qt::Key_Escape);
        QVERIFY(!f.picker().isVisible());
    }

    void aServerIsAskedOnDemand() {
        PickerFixture f;
        f.host.choices = contexts(2);
        QVERIFY(f.open(3));
        auto* check = f.find<QPushButton>("checkReach");
        QVERIFY(!check->isEnabled());  // the sandbox is this program
        f.choose("context-1");
        QVERIFY(check->isEnabled());
        QVERIFY(f.host.probed.empty());  // looking asks nobody
        f.host.reach = {true, "v1.36.3", {}};
        QTest::mouseClick(check, Qt::LeftButton);
        const QModelIndex row = f.picker().list()->currentIndex();
        QCOMPARE(row.data(TargetsModel::ReachRole).toInt(), int(ReachMark::State::Asking));
        QTRY_COMPARE(row.data(TargetsModel::ReachTextRole).toString(), QStringLiteral("v1.36.3"));
        f.host.reach = {false, {}, makeError(ErrorKind::Network, "connection refused: 127.0.0.1:6443")};
        QTest::mouseClick(check, Qt::LeftButton);
        QTRY_COMPARE(row.data(TargetsModel::ReachRole).toInt(), int(ReachMark::State::Failed));
        QVERIFY2(f.detail().contains(QStringLiteral("connection refused")), qPrintable(f.detail()));
        QVERIFY(f.picker().isVisible());
    }
};

QTEST_MAIN(TstPicker)
#include "tst_picker.moc"
