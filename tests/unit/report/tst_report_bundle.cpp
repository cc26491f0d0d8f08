// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/resource.h>
#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "core/report/report_bundle.h"
#include "core/report/report_rules.h"

using namespace rollcall;

namespace {

std::string patterned(std::size_t size) {
    std::string bytes(size, '\0');
    std::uint32_t state = 1;
    for (auto& byte : bytes) {
        state =
            state * 1664525U + 1013904223U;  // Numerical Recipes' generator: hardly compressible, the same each time
        byte = static_cast<char>(state >> 24U);
    }
    return bytes;
}

std::vector<ReportEntry> sampleEntries() {
    return {{"window.png", patterned(300'000)},
            {"students.csv", "namespace,name,school\r\ndefault,object-student,深圳中学\r\n"},
            {"shots/pipeline.png", patterned(100)},
            {"empty.csv", ""}};
}

/// Limits the size of files for this process: what a full disk is, without one.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : m_handler(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit now = m_before;
        now.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit m_before{};
    void (*m_handler)(int);
};

}  // namespace

class TestReportBundle : public QObject {
    Q_OBJECT

private:
    std::string path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)).toStdString(); }
    QStringList files() const { return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden); }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void readsBackWhatItWrote_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("magic");
        QTest::newRow("zip") << QByteArray("report.zip") << QByteArray("PK\x03\x04");
        QTest::newRow("tar.gz") << QByteArray("report.tar.gz") << QByteArray("\x1f\x8b");
        QTest::newRow("tgz") << QByteArray("report.tgz") << QByteArray("\x1f\x8b");
        QTest::newRow("no suffix is a zip") << QByteArray("report") << QByteArray("PK\x03\x04");
    }
    void readsBackWhatItWrote() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, magic);
        const auto file = path(name.constData());
        const auto written = writeReport(file, sampleEntries());
        QVERIFY2(written.ok(), written.ok() ? "" : written.error().message.c_str());

        QFile raw(QString::fromStdString(file));
        QVERIFY(raw.open(QIODevice::ReadOnly));
        QCOMPARE(raw.read(magic.size()), magic);

        const auto read = readReport(file);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
        QVERIFY(*read == sampleEntries());
    }

    void tellsTheKindByContentNotByName() {
        QVERIFY(writeReport(path("report.tar.gz"), sampleEntries()).ok());
        QVERIFY(QFile::rename(QString::fromStdString(path("report.tar.gz")), QString::fromStdString(path("x.zip"))));
        const auto read = readReport(path("x.zip"));
        QVERIFY(read.ok());
        QVERIFY(*read == sampleEntries());
    }

    void onlyItsOwnerMayReadIt() {
        const auto before = ::umask(0);
        const auto written = writeReport(path("report.zip"), sampleEntries());
        ::umask(before);
        QVERIFY(written.ok());
        struct stat info {};
        QCOMPARE(::stat(path("report.zip").c_str(), &info), 0);
        QCOMPARE(info.st_mode & 07777U, 0600U);
    }

    void replacesAnOlderReportAndLeavesNothingElse() {
        QVERIFY(writeReport(path("report.zip"), {{"old.csv", "old"}}).ok());
        QVERIFY(writeReport(path("report.zip"), {{"new.csv", "new"}}).ok());
        QCOMPARE(files(), QStringList{QStringLiteral("report.zip")});
        const std::vector<ReportEntry> expected{{"new.csv", "new"}};
        QVERIFY(*readReport(path("report.zip")) == expected);
    }

    void keepsTheOlderReportWhenTheDiskIsFull() {
        const std::vector<ReportEntry> old{{"old.csv", "old"}};
        QVERIFY(writeReport(path("report.zip"), old).ok());
        auto written = [this] {
            const FileSizeLimit full(8192);
            return writeReport(path("report.zip"), sampleEntries());
        }();
        QVERIFY(!written.ok());
        QCOMPARE(written.error().kind, ErrorKind::Io);
        QVERIFY(written.error().message.find(path("report.zip")) != std::string::npos);
        QVERIFY(*readReport(path("report.zip")) == old);
        QCOMPARE(files(), QStringList{QStringLiteral("report.zip")});
    }

    void namesThePathThatCannotBeWritten_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("no such folder") << QByteArray("/nowhere-at-all/report.zip");
        QTest::newRow("a file as folder") << QByteArray("/etc/passwd/report.zip");
        QTest::newRow("a folder that takes no files, not even from root") << QByteArray("/proc/report.zip");
        QTest::newRow("a folder") << m_folderForRow.path().toUtf8();
        QTest::newRow("nothing") << QByteArray("");
    }
    void namesThePathThatCannotBeWritten() {
        QFETCH(QByteArray, file);
        const auto written = writeReport(file.toStdString(), sampleEntries());
        QVERIFY(!written.ok());
        QCOMPARE(written.error().kind, ErrorKind::Io);
        QVERIFY(written.error().message.find("cannot write " + file.toStdString()) != std::string::npos);
    }

    void refusesEntriesThatItWouldNotRead_data() {
        QTest::addColumn<QStringList>("names");
        const auto row = [](const char* what, QStringList names) { QTest::newRow(what) << names; };
        row("parent", {QStringLiteral("../x.csv")});
        row("parent inside", {QStringLiteral("a/../x.csv")});
        row("absolute", {QStringLiteral("/x.csv")});
        row("backslash", {QStringLiteral("a\\x.csv")});
        row("drive", {QStringLiteral("C:x.csv")});
        row("empty", {QString()});
        row("empty part", {QStringLiteral("a//x.csv")});
        row("folder", {QStringLiteral("a/")});
        row("this folder", {QStringLiteral("./x.csv")});
        row("hidden", {QStringLiteral(".bashrc")});
        row("like an option", {QStringLiteral("-rf")});
        row("trailing dot", {QStringLiteral("x.csv.")});
        row("blank", {QStringLiteral("x y.csv")});
        row("line break", {QStringLiteral("x\ny")});
        row("not ASCII", {QStringLiteral("张三.csv")});
        row("too deep", {QStringLiteral("1/2/3/4/5/6/7/8/x.csv")});
        row("too long", {QString(100, QLatin1Char('x'))});
        row("twice", {QStringLiteral("x.csv"), QStringLiteral("x.csv")});
        row("twice but for case", {QStringLiteral("x.csv"), QStringLiteral("X.CSV")});
        row("file and folder", {QStringLiteral("x"), QStringLiteral("x/y")});
        row("file and folder but for case", {QStringLiteral("a/X/y"), QStringLiteral("A/x")});
    }
    void refusesEntriesThatItWouldNotRead() {
        QFETCH(QStringList, names);
        std::vector<ReportEntry> entries;
        for (const auto& name : names) {
            entries.push_back({name.toStdString(), "x"});
        }
        for (const char* file : {"report.zip", "report.tar.gz"}) {
            const auto written = writeReport(path(file), entries);
            QVERIFY(!written.ok());
            QCOMPARE(written.error().kind, ErrorKind::Io);
        }
        QCOMPARE(files(), QStringList());
    }

    void allowsWhatIsJustInsideTheRules() {
        const std::vector<ReportEntry> entries{
            {"1/2/3/4/5/6/7/x.csv", "8 deep"}, {std::string(99, 'x'), "99 long"}, {"a-b_c.D9", "all characters"}};
        for (const char* file : {"report.zip", "report.tar.gz"}) {
            QVERIFY(writeReport(path(file), entries).ok());
            const auto read = readReport(path(file));
            QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
            QVERIFY(*read == entries);
        }
    }

    void refusesTooManyEntriesAndTakesTheLastAllowed() {
        std::vector<ReportEntry> entries;
        for (std::size_t i = 0; i < report::maxEntries; ++i) {
            entries.push_back({"f" + std::to_string(i), "x"});
        }
        for (const char* file : {"report.zip", "report.tar.gz"}) {
            QVERIFY(writeReport(path(file), entries).ok());
            const auto read = readReport(path(file));
            QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
            QCOMPARE(read.value().size(), report::maxEntries);
        }
        entries.push_back({"one-more", "x"});
        QVERIFY(!writeReport(path("more.zip"), entries).ok());
    }

    void refusesToPackWhatLooksLikeABomb() {
        const std::vector<ReportEntry> entries{{"zeros", std::string(report::ratioFreeBytes * 2, '\0')}};
        for (const char* file : {"report.zip", "report.tar.gz"}) {
            const auto written = writeReport(path(file), entries);
            QVERIFY(!written.ok());
            QVERIFY(written.error().message.find("200 times") != std::string::npos);
        }
        QCOMPARE(files(), QStringList());
    }

private:
    QTemporaryDir m_folderForRow;
};

QTEST_GUILESS_MAIN(TestReportBundle)
#include "tst_report_bundle.moc"
