// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/versions.h"

#include <QCoreApplication>
#include <QSslSocket>
#include <QSysInfo>

namespace rollcall {

VersionList versionList() {
    const QString openssl = QSslSocket::supportsSsl() ? QSslSocket::sslLibraryVersionString() : QStringLiteral("none");
    return {{QStringLiteral("Rollcall"), QCoreApplication::applicationVersion()},
            {QStringLiteral("Qt"), QString::fromLatin1(qVersion()) + QStringLiteral(" (built with " QT_VERSION_STR ")")},
            {QStringLiteral("OpenSSL"), openssl},
            {QStringLiteral("KArchive"), QStringLiteral(ROLLCALL_KARCHIVE_VERSION)},
            {QStringLiteral("yaml-cpp"), QStringLiteral(ROLLCALL_YAMLCPP_VERSION)},
            {QStringLiteral("simdjson"), QStringLiteral(ROLLCALL_SIMDJSON_VERSION)},
            {QStringLiteral("System"), QSysInfo::prettyProductName() + QStringLiteral(", ") + QSysInfo::currentCpuArchitecture()}};
}

}  // namespace rollcall
