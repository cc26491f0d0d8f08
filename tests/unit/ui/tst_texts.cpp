// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include "ui/export/csv.h"
#include "ui/models/students_model.h"
#include "ui/theme/theme.h"
#include "ui/theme/tool_tips.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/student_yaml.h"
#include "ui/window/language.h"
#include "ui/window/state_words.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

struct Message {
    QString source, translation, type;
};

std::vector<Message> messagesOf(const QString& language) {
    QFile file(qEnvironmentVariable("ROLLCALL_TRANSLATIONS") + QStringLiteral("/rollcall_") + language +
               QStringLiteral(".ts"));
    std::vector<Message> messages;
    if (!file.open(QIODevice::ReadOnly)) return messages;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("message")) messages.emplace_back();
        if (xml.name() == QLatin1String("source")) messages.back().source = xml.readElementText();
        if (xml.name() == QLatin1String("translation")) {
            messages.back().type = xml.attributes().value(QLatin1String("type")).toString();
            messages.back().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    return messages;
}

QStringList places(const QString& text) {
    static const QRegularExpression place(QStringLiteral("%(?:L?[1-9]|n)"));
    QStringList found;
    for (auto it = place.globalMatch(text); it.hasNext();) found << it.next().captured();
    found.removeDuplicates();
    found.sort();
    return found;
}

}  // namespace

class TstTexts final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chineseIsComplete() {
        const std::vector<Message> messages = messagesOf(QStringLiteral("zh_CN"));
        QVERIFY(messages.size() > 300);
        for (const Message& m : messages) {
            QVERIFY2(m.type.isEmpty() && !m.translation.isEmpty(), qPrintable(m.source));
        }
    }

    void translationsKeepEveryPlaceholder() {
        for (const Message& m : messagesOf(QStringLiteral("zh_CN"))) {
            QVERIFY2(places(m.source) == places(m.translation),
                     qPrintable(m.source + QStringLiteral(" | ") + m.translation));
            QVERIFY2(!m.source.endsWith(u'…') || m.translation.endsWith(u'…'), qPrintable(m.source));
        }
    }

    void englishPluralsReadWell() {
        Language language;
        language.set(QStringLiteral("en"));
        PipelineStats students;
        students.ready = 1;
        BarInput in;
        in.host = HostState::Stopping;
        QCOMPARE(barState(in, students, {}).remark, QStringLiteral("1 key left to drain"));
        students.ready = 3;
        QCOMPARE(barState(in, students, {}).remark, QStringLiteral("3 keys left to drain"));
    }

    void theLanguageChangesWhileItRuns() {
        Language language;
        language.set(QStringLiteral("zh_CN"));
        QCOMPARE(hostWord(HostState::Running), QStringLiteral("运行中"));
        StudentsModel model;
        QCOMPARE(model.headerData(StudentsModel::School, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("学校"));
        language.set(QStringLiteral("en"));
        QCOMPARE(hostWord(HostState::Running), QStringLiteral("Running"));
        QCOMPARE(model.headerData(StudentsModel::School, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("School"));
    }

    void theBarSaysWhatIsGoingOn() {
        BarInput in;
        in.host = HostState::Running;
        in.synced = true;
        in.now = MonoTime(10s);
        PipelineStats students, pods;
        students.lastEvent = MonoTime(3s);
        pods.lastEvent = MonoTime(8s);
        QCOMPARE(barState(in, students, pods).remark, QStringLiteral("synced, last event 2 s ago"));
        students.reflector = ReflectorState::BackingOff;
        students.backoffUntil = MonoTime(11500ms);
        QCOMPARE(barState(in, students, pods).remark, QStringLiteral("no answer, next try in 1.5 s"));
        students.reflector = ReflectorState::Forbidden;
        QCOMPARE(barState(in, students, pods).remark, QStringLiteral("Students: Forbidden"));
        in.paused = true;
        QCOMPARE(barState(in, students, pods).word, QStringLiteral("Paused"));
    }

    void csvQuotesAsRfc4180Says() {
        QCOMPARE(csvCell(QStringLiteral("plain")), QStringLiteral("plain"));
        QCOMPARE(csvCell(QStringLiteral("a,b")), QStringLiteral("\"a,b\""));
        QCOMPARE(csvCell(QStringLiteral("say \"hi\"")), QStringLiteral("\"say \"\"hi\"\"\""));
        QCOMPARE(csvCell(QStringLiteral("two\nlines")), QStringLiteral("\"two\nlines\""));
    }

    void csvCellsAreNoFormulas() {
        for (const char* start : {"=1+1", "+1", "-1", "@SUM(A1)", "\tx"}) {
            QCOMPARE(csvCell(QString::fromLatin1(start)).at(0), QChar(u'\''));
        }
        QCOMPARE(csvCell(QStringLiteral("\rx")), QStringLiteral("\"'\rx\""));
        QCOMPARE(csvCell(QStringLiteral("a=1")), QStringLiteral("a=1"));
    }

    void tableCsvHoldsTheOriginalText() {
        auto student = std::make_shared<Student>();
        student->meta.ns = "default";
        student->meta.name = "x";
        student->meta.creationTimestamp = "2026-01-01T00:00:00Z";
        student->name = "=cmd|' /C calc'!A0";
        student->school = "深圳, 中学";
        StudentsModel model;
        model.upsert({{student}});
        const QString csv = QString::fromStdString(tableCsv(model));
        QVERIFY(csv.startsWith(QStringLiteral("Namespace,Name,Student,School,Key,RV,Age\r\n")));
        QVERIFY2(
            csv.contains(QStringLiteral("default,x,'=cmd|' /C calc'!A0,\"深圳, 中学\",,,2026-01-01T00:00:00Z\r\n")),
            qPrintable(csv));
    }

    void editKnowsItsObject() {
        const Result<StudentEdit> edit = studentEditFrom(newStudentYaml("class-1"));
        QVERIFY(edit.ok());
        QCOMPARE(edit->ns, std::string("class-1"));
        QCOMPARE(edit->name, std::string("student-1"));
        QVERIFY(!studentEditFrom("kind: Pod\nmetadata:\n  name: x\n").ok());
        QVERIFY(!studentEditFrom("kind: Student\n").ok());
        const Result<StudentEdit> broken = studentEditFrom("kind: Student\nmetadata: [\n");
        QVERIFY(!broken.ok());
        QCOMPARE(broken.error().kind, ErrorKind::Config);
        QVERIFY2(lineOf(broken.error()) > 0, broken.error().message.c_str());
    }

    void aNewResourceVersionKeepsTheRest() {
        const Result<std::string> yaml = withResourceVersion(newStudentYaml("class-1"), "10482");
        QVERIFY(yaml.ok());
        QVERIFY2(yaml->find("resourceVersion: \"10482\"") != std::string::npos, yaml->c_str());
        QVERIFY(yaml->find("深圳中学") != std::string::npos);
        QCOMPARE(studentEditFrom(*yaml)->name, std::string("student-1"));
    }

    void kubectlLinesAreSafeToPaste() {
        QCOMPARE(kubectlDelete("default", "object-student"),
                 QStringLiteral("kubectl delete student object-student -n default"));
        QCOMPARE(shellQuoted(QStringLiteral("$(touch x)")), QStringLiteral("'$(touch x)'"));
        QCOMPARE(shellQuoted(QStringLiteral("it's")), QStringLiteral("'it'\\''s'"));
    }

    void foreignTextIsNeverMarkup() {
        QWidget parent;
        QLabel* label = plainLabel(QStringLiteral("<b>bold</b>"), nullptr, &parent);
        QCOMPARE(label->textFormat(), Qt::PlainText);
        QCOMPARE(plainToolTip(QStringLiteral("<img src=x>\nb")), QStringLiteral("<qt>&lt;img src=x&gt;<br>b</qt>"));
    }

    void longTextEndsInAnEllipsisAndIsWholeInTheTip() {
        ElidedLabel label(nullptr, nullptr);
        label.resize(60, 20);
        label.setFullText(QStringLiteral("a sentence that is much longer than sixty pixels"));
        QVERIFY(label.text().endsWith(u'…'));
        QVERIFY(label.toolTip().contains(QStringLiteral("sixty pixels")));
        QCOMPARE(label.accessibleName(), label.fullText());
    }
};

QTEST_MAIN(TstTexts)
#include "tst_texts.moc"
