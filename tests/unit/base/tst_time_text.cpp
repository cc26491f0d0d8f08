// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/time_text.h"

using namespace rollcall;
using namespace std::chrono_literals;

class TestTimeText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void formatsAsTheServerDoes();
    void neverRoundsUp();
    void readsFractionsAndOffsets();
    void refusesWhatIsNoTime_data();
    void refusesWhatIsNoTime();
};

void TestTimeText::formatsAsTheServerDoes() {
    const WallTime t(1700000000s + 123456789ns);  // `date -u -d @1700000000`: 2023-11-14 22:13:20
    QCOMPARE(formatRfc3339(t), std::string("2023-11-14T22:13:20Z"));
    QCOMPARE(formatRfc3339Micro(t), std::string("2023-11-14T22:13:20.123456Z"));
    QCOMPARE(formatRfc3339(WallTime(2147483648s)), std::string("2038-01-19T03:14:08Z"));
}

void TestTimeText::neverRoundsUp() {
    const auto t = parseRfc3339("2026-01-01T00:00:00.999999Z");
    QVERIFY(t.has_value());
    QVERIFY(*t == WallTime(1767225600s + 999999us));
    QCOMPARE(formatRfc3339(*t), std::string("2026-01-01T00:00:00Z"));
}

void TestTimeText::readsFractionsAndOffsets() {
    QVERIFY(*parseRfc3339("2026-01-01T08:00:00+08:00") == WallTime(1767225600s));
    QVERIFY(*parseRfc3339("2025-12-31T19:30:00-04:30") == WallTime(1767225600s));
    QVERIFY(*parseRfc3339("2026-01-01T00:00:00.5Z") == WallTime(1767225600s + 500ms));
    QVERIFY(*parseRfc3339("2026-01-01T00:00:00.1234567891Z") == WallTime(1767225600s + 123456789ns));
}

void TestTimeText::refusesWhatIsNoTime_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "2026", "2026-01-01", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-01T24:00:00Z",
                             "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Zx", "-026-01-01T00:00:00Z"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
}

void TestTimeText::refusesWhatIsNoTime() {
    QFETCH(QString, text);
    QVERIFY(!parseRfc3339(text.toStdString()).has_value());
}

QTEST_GUILESS_MAIN(TestTimeText)
#include "tst_time_text.moc"
