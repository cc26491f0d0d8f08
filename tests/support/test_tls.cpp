// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_tls.h"

#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>

namespace rollcall::test {

QSslConfiguration serverTls(const CertificateAndKey& pair, const std::string& clientAuthorityPem) {
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setLocalCertificate(QSslCertificate(QByteArray::fromStdString(pair.certificatePem), QSsl::Pem));
    tls.setPrivateKey(QSslKey(QByteArray::fromStdString(pair.keyPem), QSsl::Ec));
    if (!clientAuthorityPem.empty())
        tls.setCaCertificates(QSslCertificate::fromData(QByteArray::fromStdString(clientAuthorityPem), QSsl::Pem));
    tls.setPeerVerifyMode(QSslSocket::QueryPeer);
    return tls;
}

}  // namespace rollcall::test
