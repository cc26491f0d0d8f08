// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/session/private_file.h"

using namespace rollcall;

class TestPrivateFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlyItsOwnerCanReadIt();
    void aWiderModeIsNarrowed();
    void anUnwritablePathIsNamed();
    void readsTheServersVersion();
};

void TestPrivateFile::onlyItsOwnerCanReadIt() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("kubeconfig"));
    const auto written = writePrivateFile(path.toStdString(), "secret");
    QVERIFY(written.ok());
    QCOMPARE(*written, path.toStdString());
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(path) & others));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("secret"));
}

void TestPrivateFile::aWiderModeIsNarrowed() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("kubeconfig"));
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther | QFile::ReadGroup);
    }
    QVERIFY(writePrivateFile(path.toStdString(), "secret").ok());
    QVERIFY(!(QFile::permissions(path) & (QFile::ReadOther | QFile::ReadGroup)));
}

void TestPrivateFile::anUnwritablePathIsNamed() {
    const auto written = writePrivateFile("/nonexistent-folder/kubeconfig", "x");
    QVERIFY(!written.ok());
    QCOMPARE(written.error().kind, ErrorKind::Io);
    QVERIFY(written.error().message.find("/nonexistent-folder/kubeconfig") != std::string::npos);
}

void TestPrivateFile::readsTheServersVersion() {
    QCOMPARE(serverVersionOf(R"({"major":"1","minor":"36","gitVersion":"v1.36.3"})"), std::string("v1.36.3"));
    QVERIFY(serverVersionOf("<html>").empty());
}

QTEST_GUILESS_MAIN(TestPrivateFile)
#include "tst_private_file.moc"
