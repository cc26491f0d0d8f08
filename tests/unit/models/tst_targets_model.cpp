// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

#include "ui/models/target_words.h"
#include "ui/models/targets_model.h"

using namespace rollcall;

namespace {

TargetChoice context(const std::string& name, const std::string& file, const std::string& alone = {}) {
    TargetChoice choice;
    choice.target.kind = Target::Kind::Context;
    choice.target.context = choice.name = name;
    choice.target.kubeconfig = alone;
    choice.file = file;
    return choice;
}

QStringList names(const TargetsModel& model) {
    QStringList list;
    for (int row = 0; row < model.rowCount(); ++row) list << model.index(row).data().toString();
    return list;
}

QStringList split(const char* words) {
    return QString::fromLatin1(words).split(u' ');
}

}  // namespace

class TstTargetsModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filesStandBeforeTheirContexts() {
        TargetsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        TargetChoices choices;
        choices.choices = {context("a", "/c"), context("x", "/1", "/1"), context("y", "/2", "/2"), context("z", "/1", "/1")};
        choices.files = {{"/2", false, {}}, {"/1", false, {}}, {"/gone", true, {}}};
        model.setChoices(choices, choices.choices[2].target);
        QCOMPARE(names(model), split("a 2 y 1 x z gone"));
        QVERIFY(model.index(2).data(TargetsModel::CurrentRole).toBool());
        QVERIFY(model.index(2).data(TargetsModel::InnerRole).toBool());
        QCOMPARE(model.rowOfFile("/1"), 3);
        QVERIFY(!model.choiceAt(3));
        QCOMPARE(model.choiceAt(5)->name, std::string("z"));
    }

    void aRowSurvivesWhatHappensAroundIt() {
        TargetsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        TargetChoices choices;
        for (const char* name : {"a", "b", "c", "d"}) choices.choices.push_back(context(name, "/c"));
        model.setChoices(choices, {});
        const QPersistentModelIndex b = model.index(1), d = model.index(3);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        choices.choices.insert(choices.choices.begin() + 2, context("new", "/c"));
        choices.choices.erase(choices.choices.begin() + 3);  // c
        model.setChoices(choices, {});
        QCOMPARE(names(model), split("a b new d"));
        QCOMPARE(b.row(), 1);
        QCOMPARE(d.row(), 3);
        QCOMPARE(resets.size(), 0);
        choices.choices[1].server = "https://moved";
        model.setChoices(choices, {});
        QCOMPARE(b.row(), 1);
        QVERIFY(b.data(TargetsModel::DetailRole).toString().contains(QStringLiteral("https://moved")));
    }

    void whatABrokenFileHeldIsKeptInItsPlace() {
        TargetChoices known;
        known.choices = {context("a", "/1"), context("b", "/2"), context("c", "/1"), context("both", "/2")};
        TargetChoices fresh;
        fresh.choices = {context("a", "/1"), context("c", "/1"), context("both", "/1")};
        fresh.brokenFiles = {{"/2", false, "/2:3: why"}};
        const TargetChoices merged = withKnown(known, fresh);
        QStringList order;
        for (const TargetChoice& choice : merged.choices) order << QString::fromStdString(choice.name);
        QCOMPARE(order, split("a b c both"));  // "both" is another file's now
        QCOMPARE(merged.choices[1].unusable, std::string("/2:3: why"));
        QCOMPARE(merged.choices[3].file, std::string("/1"));
        QVERIFY(merged.choices[3].unusable.empty());
    }

    void whatAHealthyFileLostIsGone() {
        TargetChoices known, fresh;
        known.choices = {context("a", "/1"), context("b", "/1")};
        fresh.choices = {context("a", "/1")};
        QCOMPARE(withKnown(known, fresh).choices.size(), 1U);
    }

    void everyWordOfASearchCounts() {
        TargetsModel model;
        TargetChoices choices;
        choices.choices = {context("prod-eu", "/work"), context("prod-us", "/work"), context("test-eu", "/home")};
        choices.choices[1].server = "https://eu-gateway";
        model.setChoices(choices, {});
        model.setFilter(QStringLiteral(" EU  work "));
        QCOMPARE(names(model), split("prod-eu prod-us"));
        choices.choices.push_back(context("new-eu", "/work"));
        model.setChoices(choices, {});
        QCOMPARE(names(model), split("prod-eu prod-us new-eu"));
        QCOMPARE(model.total(), 4);
        model.setFilter({});
        QCOMPARE(model.rowCount(), 4);
    }

    void foreignTextIsShownAsText() {
        TargetChoice choice = context("<b>x</b>\nline", "/c");
        choice.actAs = "a\x1b[31mred";
        QVERIFY(!targetName(choice).contains(u'\n'));
        QVERIFY(!targetLine(choice).contains(QChar(0x1b)));
        QVERIFY(targetDetails(choice).join(u' ').contains(QStringLiteral("Acts as")));
    }
};

QTEST_GUILESS_MAIN(TstTargetsModel)
#include "tst_targets_model.moc"
