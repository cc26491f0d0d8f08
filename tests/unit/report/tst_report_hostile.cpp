// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>

#include "core/report/report_bundle.h"
#include "core/report/report_rules.h"
#include "hostile_archives.h"

using namespace rollcall;
using hostile::gzip;
using hostile::tar;
using hostile::TarEntry;
using hostile::zip;
using hostile::ZipEntry;

namespace {

constexpr std::size_t MiB = 1024 * 1024;

ZipEntry named(const std::string& name) {
    return ZipEntry{name, "x", 0100644, 0, -1, -1, {}, false};
}
TarEntry tarNamed(const std::string& name) {
    return TarEntry{name, "x", '0', {}, {}, {}, false};
}

template <class Entry, class Change>
Entry with(Entry entry, Change change) {
    change(entry);
    return entry;
}

std::string afterwards(std::string bytes, const std::string& tail) {
    return bytes + tail;
}

}  // namespace

/// What a stranger may have made of a report: each of these is refused whole, with a message that names the file.
class TestReportHostile : public QObject {
    Q_OBJECT

private:
    Result<std::vector<ReportEntry>> readBytes(const std::string& bytes) {
        QFile file(QString::fromStdString(m_file));
        if (!file.open(QIODevice::WriteOnly) ||
            file.write(bytes.data(), qint64(bytes.size())) != qint64(bytes.size())) {
            qFatal("no temporary file");
        }
        file.close();
        return readReport(m_file);
    }

    QTemporaryDir m_folder;
    std::string m_file = m_folder.filePath(QStringLiteral("report")).toStdString();

private Q_SLOTS:
    void readsAnHonestOneOfTheSameMaker() {
        const std::vector<ReportEntry> expected{{"a/b.csv", "x"}, {"c.csv", "y"}};
        const auto fromZip = readBytes(zip({named("a/b.csv"), with(named("c.csv"), [](auto& e) { e.content = "y"; })}));
        QVERIFY2(fromZip.ok(), fromZip.ok() ? "" : fromZip.error().message.c_str());
        QVERIFY(*fromZip == expected);
        const auto fromTar =
            readBytes(gzip(tar({tarNamed("a/b.csv"), with(tarNamed("c.csv"), [](auto& e) { e.content = "y"; })})));
        QVERIFY2(fromTar.ok(), fromTar.ok() ? "" : fromTar.error().message.c_str());
        QVERIFY(*fromTar == expected);
    }

    /// KZip itself writes such archives: it asks the clock once for each of the two headers.
    void doesNotMindATimeStampThatDiffersBetweenTheHeaders() {
        auto bytes = zip({named("x")});
        constexpr std::size_t localTime = 10;
        bytes[localTime] = static_cast<char>(bytes[localTime] + 1);
        QVERIFY(readBytes(bytes).ok());
    }

    void passesOverFolders() {
        const std::vector<ReportEntry> expected{{"a/b.csv", "x"}};
        const auto folder = with(named("a/"), [](auto& e) { e = {"a/", "", 040755, 0, 0, -1, {}, false}; });
        const auto fromZip = readBytes(zip({folder, named("a/b.csv")}));
        QVERIFY2(fromZip.ok(), fromZip.ok() ? "" : fromZip.error().message.c_str());
        QVERIFY(*fromZip == expected);
        const auto tarFolder = with(tarNamed("a/"), [](auto& e) { e.type = '5', e.content.clear(); });
        const auto fromTar = readBytes(gzip(tar({tarFolder, tarNamed("a/b.csv")})));
        QVERIFY2(fromTar.ok(), fromTar.ok() ? "" : fromTar.error().message.c_str());
        QVERIFY(*fromTar == expected);
    }

    void refusesZip_data() {
        QTest::addColumn<std::string>("bytes");
        const auto row = [](const char* what, const std::string& bytes) { QTest::newRow(what) << bytes; };
        for (const char* name : {"../x", "a/../../x", "/etc/x", "..\\x", "C:\\x", "C:x", "a//x", "./x", ".", "..", "-x",
                                 ".x", "a b", "x\x1b[2J", "\xe5\xbc\xa0", "a/b/c/d/e/f/g/h/i"}) {
            row(name, zip({named("ok"), named(name)}));
        }
        row("no name", zip({named("")}));
        row("NUL in the name", zip({named(std::string("a\0b", 3))}));
        row("folder upwards", zip({with(named("../a/"), [](auto& e) { e.content.clear(), e.method = 0; })}));
        row("folder with content", zip({named("a/")}));
        row("link", zip({with(named("l"), [](auto& e) { e.unixMode = 0120777, e.content = "/etc/passwd"; })}));
        row("pipe", zip({with(named("p"), [](auto& e) { e.unixMode = 010644; })}));
        row("device", zip({with(named("d"), [](auto& e) { e.unixMode = 020644; })}));
        row("same name", zip({named("x"), named("x")}));
        row("same name but for case", zip({named("x"), named("X")}));
        row("file as folder", zip({named("x"), named("x/y")}));
        row("encrypted", zip({with(named("x"), [](auto& e) { e.flags = 1; })}));
        row("bzip2", zip({with(named("x"), [](auto& e) { e.method = 12; })}));
        row("checksum", zip({with(named("x"), [](auto& e) { e.wrongChecksum = true; })}));
        row("longer than it says", zip({with(named("x"), [](auto& e) { e.content = "long", e.claimedSize = 1; })}));
        row("shorter than it says", zip({with(named("x"), [](auto& e) { e.claimedSize = 100; })}));
        row("another name inside", zip({with(named("x"), [](auto& e) { e.localName = "../../x"; })}));
        row("zip64", zip({with(named("x"), [](auto& e) { e.claimedSize = 0xffffffff; })}));
        row("bytes after the end", afterwards(zip({named("x")}), "tail"));
        row("bytes before the start", "#!/bin/sh\n" + zip({named("x")}));
        row("end record in the comment", zip({named("x")}, std::string("PK\5\6", 4) + std::string(18, '\0')));
        row("empty", "");
        row("text", "hello, world, this is no archive at all");
    }
    void refusesZip() {
        QFETCH(std::string, bytes);
        const auto read = readBytes(bytes);
        QVERIFY(!read.ok());
        QCOMPARE(read.error().kind, ErrorKind::Io);
        QVERIFY(read.error().message.starts_with("cannot read " + m_file + ": "));
        for (char c : read.error().message) {
            QVERIFY2(c >= ' ' && c <= '~', "a message must not carry foreign control characters");
        }
    }

    void refusesTar_data() {
        QTest::addColumn<std::string>("bytes");
        const auto row = [](const char* what, const std::string& bytes) { QTest::newRow(what) << gzip(bytes); };
        for (const char* name : {"../x", "a/../../x", "/etc/x", "..\\x", "a//x", "./x", "..", "-x", ".x"}) {
            row(name, tar({tarNamed("ok"), tarNamed(name)}));
        }
        for (char type : {'1', '2', '3', '4', '6', '7', 'x', 'g', 'L', 'K', 'S'}) {
            row((std::string("type ") + type).c_str(),
                tar({with(tarNamed("x"), [&](auto& e) { e.type = type, e.link = "/etc/passwd"; })}));
        }
        row("upwards by prefix", tar({with(tarNamed("x"), [](auto& e) { e.prefix = "../.."; })}));
        row("folder upwards", tar({with(tarNamed("../a"), [](auto& e) { e.type = '5', e.content.clear(); })}));
        row("no name", tar({tarNamed("")}));
        row("same name but for case", tar({tarNamed("x"), tarNamed("X")}));
        row("checksum", tar({with(tarNamed("x"), [](auto& e) { e.wrongChecksum = true; })}));
        row("size past the end", tar({with(tarNamed("x"), [](auto& e) { e.sizeField = "77777777777"; })}));
        row("negative size", tar({with(tarNamed("x"), [](auto& e) { e.sizeField = std::string(12, '\xff'); })}));
        row("size is no number", tar({with(tarNamed("x"), [](auto& e) { e.sizeField = "0000000000a"; })}));
        row("no closing block", tar({tarNamed("x")}, false));
        row("nothing", "");
        row("text", "hello, world, this is no archive at all");
        QTest::newRow("bytes after the end") << gzip(tar({tarNamed("x")})) + "tail";
        QTest::newRow("two streams") << gzip(tar({tarNamed("x")}, false)) + gzip(tar({tarNamed("y")}));
        QTest::newRow("gzip's first bytes only") << std::string("\x1f\x8b", 2);
    }
    void refusesTar() { refusesZip(); }

    void refusesMoreEntriesThanTheLimit() {
        std::vector<ZipEntry> zipEntries;
        std::vector<TarEntry> tarEntries;
        for (std::size_t i = 0; i <= report::maxEntries; ++i) {
            zipEntries.push_back(named("f" + std::to_string(i)));
            tarEntries.push_back(tarNamed("f" + std::to_string(i)));
        }
        QVERIFY(!readBytes(zip(zipEntries)).ok());
        QVERIFY(!readBytes(gzip(tar(tarEntries))).ok());
        zipEntries.pop_back();
        tarEntries.pop_back();
        QVERIFY(readBytes(zip(zipEntries)).ok());
        QVERIFY(readBytes(gzip(tar(tarEntries))).ok());
    }

    void refusesBombsQuickly() {
        const std::string zeros(64 * MiB, '\0');
        const auto begin = std::chrono::steady_clock::now();
        // An honest bomb, one that says it is small, and one that says it is larger than it may be.
        QVERIFY(!readBytes(zip({with(named("x"), [&](auto& e) { e.content = zeros; })})).ok());
        QVERIFY(!readBytes(zip({with(named("x"), [&](auto& e) { e.content = zeros, e.claimedSize = 10; })})).ok());
        QVERIFY(!readBytes(zip({with(named("x"), [](auto& e) { e.claimedSize = 300 * MiB; })})).ok());
        QVERIFY(!readBytes(gzip(tar({with(tarNamed("x"), [&](auto& e) { e.content = zeros; })}))).ok());
        QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
    }

    /// Many entries, each inside the limits, that together are not.
    void refusesASumAboveTheLimit() {
        std::vector<ZipEntry> entries;
        for (int i = 0; i < 257; ++i) {
            entries.push_back(with(named("f" + std::to_string(i)), [](auto& e) { e.claimedSize = MiB; }));
        }
        const auto read = readBytes(zip(entries));
        QVERIFY(!read.ok());
        QVERIFY(read.error().message.find("256 MiB") != std::string::npos);
    }

    void refusesEveryCutOffArchive() {
        for (const auto& whole :
             {zip({named("a/b.csv"), named("c.csv")}), gzip(tar({tarNamed("a/b"), tarNamed("c")}))}) {
            QVERIFY(readBytes(whole).ok());
            for (std::size_t size = 0; size < whole.size(); ++size) {
                QVERIFY2(!readBytes(whole.substr(0, size)).ok(), std::to_string(size).c_str());
            }
        }
    }

    /// One wrong byte anywhere: an error, or else (a time stamp, say) the very same content. Run under the sanitizers.
    void neverMisreadsADamagedArchive() {
        const auto content = std::string("the content of a table, long enough to be packed packed packed");
        const auto zipped = zip({with(named("a.csv"), [&](auto& e) { e.content = content; })});
        const auto gzipped = gzip(tar({with(tarNamed("a.csv"), [&](auto& e) { e.content = content; })}));
        for (const auto& whole : {zipped, gzipped}) {
            for (std::size_t at = 0; at < whole.size(); ++at) {
                for (unsigned flip : {0x01U, 0x80U, 0xffU}) {
                    auto damaged = whole;
                    damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ flip);
                    const auto read = readBytes(damaged);
                    QVERIFY2(!read.ok() || (read.value().size() == 1 && read.value()[0].bytes == content),
                             std::to_string(at).c_str());
                }
            }
        }
    }

    void opensFilesOnly() {
        const auto pipe = m_folder.filePath(QStringLiteral("pipe")).toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        for (const auto& file : {pipe, m_folder.path().toStdString(), std::string("/dev/zero"),
                                 std::string("/nowhere/x"), std::string()}) {
            const auto read = readReport(file);
            QVERIFY(!read.ok());
            QCOMPARE(read.error().kind, ErrorKind::Io);
            QVERIFY(read.error().message.starts_with("cannot read " + file + ": "));
        }
    }

    void refusesAFileLargerThanAnyReport() {
        QFile file(QString::fromStdString(m_file));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(qint64(report::maxTotalBytes) + 1));  // sparse: takes no room
        QVERIFY(!readReport(m_file).ok());
    }
};

QTEST_GUILESS_MAIN(TestReportHostile)
#include "tst_report_hostile.moc"
