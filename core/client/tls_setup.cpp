// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/tls_setup.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <QSslCertificate>
#include <QSslKey>
#include <memory>

namespace rollcall {

namespace {

struct OpenSslFree {
    void operator()(BIO* bio) const { BIO_free(bio); }
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* certificate) const { X509_free(certificate); }
};
template <class T>
using Owned = std::unique_ptr<T, OpenSslFree>;

/// Without it OpenSSL would ask for a passphrase on the terminal.
int noPassphrase(char*, int, int, void*) {
    return 0;
}

Owned<BIO> reader(const std::string& pem) {
    return Owned<BIO>(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

Owned<EVP_PKEY> readKey(const std::string& pem) {
    const Owned<BIO> bio = reader(pem);
    Owned<EVP_PKEY> key(PEM_read_bio_PrivateKey(bio.get(), nullptr, &noPassphrase, nullptr));
    ERR_clear_error();
    return key;
}

Owned<X509> readCertificate(const std::string& pem) {
    const Owned<BIO> bio = reader(pem);
    Owned<X509> certificate(PEM_read_bio_X509(bio.get(), nullptr, &noPassphrase, nullptr));
    ERR_clear_error();
    return certificate;
}

Error refused(const Connection& connection, const std::string& why) {
    return makeError(ErrorKind::Config, "cannot sign in to " + connection.server + ": " + why);
}

/// RSA and EC by Qt's own types; what Qt cannot name (Ed25519) goes through as an opaque OpenSSL key.
QSslKey qtKey(const std::string& pem, Owned<EVP_PKEY> key) {
    const QByteArray bytes = QByteArray::fromStdString(pem);
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Rsa, QSsl::Ec}) {
        QSslKey made(bytes, algorithm);
        if (!made.isNull()) return made;
    }
    return QSslKey(Qt::HANDLE(key.release()), QSsl::PrivateKey);  // takes ownership
}

Result<Unit> setClientCertificate(QSslConfiguration& tls, const Connection& connection) {
    if (connection.clientCertPem.empty() && connection.clientKeyPem.empty()) return Unit{};
    if (connection.clientKeyPem.empty()) return refused(connection, "there is a client certificate, but no key");
    if (connection.clientCertPem.empty()) return refused(connection, "there is a client key, but no certificate");
    const auto chain = QSslCertificate::fromData(QByteArray::fromStdString(connection.clientCertPem), QSsl::Pem);
    const Owned<X509> certificate = readCertificate(connection.clientCertPem);
    if (chain.isEmpty() || !certificate) return refused(connection, "the client certificate is no PEM certificate");
    if (connection.clientKeyPem.find("ENCRYPTED") != std::string::npos) {
        return refused(connection, "the client key is encrypted; keys with a passphrase are not supported");
    }
    Owned<EVP_PKEY> key = readKey(connection.clientKeyPem);
    if (!key) return refused(connection, "the client key is no PEM private key of a known type");
    const bool match = X509_check_private_key(certificate.get(), key.get()) == 1;
    ERR_clear_error();
    if (!match) return refused(connection, "the client key does not belong to the client certificate");
    tls.setLocalCertificateChain(chain);
    tls.setPrivateKey(qtKey(connection.clientKeyPem, std::move(key)));
    return Unit{};
}

}  // namespace

Result<QSslConfiguration> tlsSetup(const Connection& connection) {
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setProtocol(QSsl::TlsV1_2OrLater);
    if (connection.insecureSkipTlsVerify) {
        tls.setPeerVerifyMode(QSslSocket::VerifyNone);
    } else if (!connection.caPem.empty()) {
        const auto authorities = QSslCertificate::fromData(QByteArray::fromStdString(connection.caPem), QSsl::Pem);
        if (authorities.isEmpty()) {
            return makeError(ErrorKind::Config,
                             "the certificate authority for " + connection.server + " holds no PEM certificate");
        }
        // Replaces the list: addCaCertificates() would leave the system's store trusted in newer Qt (A12).
        tls.setCaCertificates(authorities);
    }
    if (auto set = setClientCertificate(tls, connection); !set) return set.error();
    return tls;
}

}  // namespace rollcall
