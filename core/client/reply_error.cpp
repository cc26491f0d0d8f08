// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/reply_error.h"

#include <QDateTime>
#include <QSslCertificate>
#include <QStringList>

#include "core/api/text.h"
#include "core/client/transport.h"

namespace rollcall {

namespace {

int statusOf(const QNetworkReply& reply) {
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

std::string certificateNames(const QSslCertificate& certificate) {
    QStringList names = certificate.subjectAlternativeNames().values();
    names.sort();
    if (names.isEmpty()) names = certificate.subjectInfo(QSslCertificate::CommonName);
    constexpr qsizetype kShown = 4;
    QString text = names.mid(0, kShown).join(QLatin1String(", "));
    if (names.size() > kShown) text += QLatin1String(", …");
    return printable(text.toStdString());
}

std::string isoTime(const QDateTime& time) {
    return time.toUTC().toString(Qt::ISODate).toStdString();
}

/// How bad: the most telling of several complaints is reported.
int weight(QSslError::SslError error) {
    switch (error) {
        case QSslError::HostNameMismatch:
            return 1;
        case QSslError::CertificateExpired:
        case QSslError::CertificateNotYetValid:
            return 2;
        case QSslError::CertificateUntrusted:
        case QSslError::UnableToVerifyFirstCertificate:
            return 3;
        case QSslError::SelfSignedCertificate:
        case QSslError::SelfSignedCertificateInChain:
        case QSslError::UnableToGetIssuerCertificate:
        case QSslError::UnableToGetLocalIssuerCertificate:
            return 4;
        default:
            return 0;
    }
}

std::string explain(const QSslError& error, const std::string& verifiedName) {
    const QSslCertificate certificate = error.certificate();
    switch (error.error()) {
        case QSslError::SelfSignedCertificate:
        case QSslError::SelfSignedCertificateInChain:
        case QSslError::UnableToGetIssuerCertificate:
        case QSslError::UnableToGetLocalIssuerCertificate:
        case QSslError::UnableToVerifyFirstCertificate:
        case QSslError::CertificateUntrusted:
            return "its certificate is signed by an unknown authority; the certificate-authority of the cluster entry "
                   "does not "
                   "belong to this server";
        case QSslError::HostNameMismatch:
            return "its certificate is for " + certificateNames(certificate) + ", not for " + printable(verifiedName);
        case QSslError::CertificateExpired:
            return "its certificate expired on " + isoTime(certificate.expiryDate());
        case QSslError::CertificateNotYetValid:
            return "its certificate is valid only from " + isoTime(certificate.effectiveDate()) +
                   " on; is this machine's clock right?";
        default:
            return printable(error.errorString().toStdString());
    }
}

Error tlsError(const QList<QSslError>& errors, const std::string& server, const std::string& verifiedName) {
    QSslError worst = errors.front();
    for (const QSslError& error : errors) {
        if (weight(error.error()) > weight(worst.error())) worst = error;
    }
    return makeError(ErrorKind::Tls, "cannot trust " + server + ": " + explain(worst, verifiedName));
}

/// TLS alerts of the server arrive as text from OpenSSL.
Error alertError(const QNetworkReply& reply, const std::string& server) {
    const std::string text = printable(reply.errorString().toStdString());
    std::string why = text;
    if (text.find("certificate required") != std::string::npos) {
        why = "the server wants a client certificate";
    } else if (text.find("bad certificate") != std::string::npos || text.find("unknown ca") != std::string::npos ||
               text.find("certificate unknown") != std::string::npos) {
        why = "the server does not accept the client certificate";
    } else if (text.find("certificate expired") != std::string::npos) {
        why = "the client certificate has expired";
    } else if (text.find("wrong version number") != std::string::npos) {
        why = "the server does not speak TLS; is the address meant to begin with http://?";
    }
    return makeError(ErrorKind::Tls, "the TLS handshake with " + server + " failed: " + redact(why));
}

/// With TLS 1.3 a server refuses after the handshake, and QNAM drops the alert.
std::string closedWithoutAnswer(const ServerIdentity& server) {
    std::string text = server.address + " closed the connection without an answer";
    if (!server.tls) return text;
    return text + (server.withCertificate ? "; it may not accept the client certificate"
                                          : "; it may want a client certificate");
}

/// Empty when it is not about the proxy.
std::string proxyProblem(QNetworkReply::NetworkError error) {
    switch (error) {
        case QNetworkReply::ProxyConnectionRefusedError:
            return "refuses connections";
        case QNetworkReply::ProxyConnectionClosedError:
            return "closed the connection";
        case QNetworkReply::ProxyNotFoundError:
            return "cannot be found: there is no host of that name";
        case QNetworkReply::ProxyTimeoutError:
            return "does not answer";
        case QNetworkReply::ProxyAuthenticationRequiredError:
            return "wants a user name and password, or does not accept those of its address";
        default:
            return {};
    }
}

std::string describe(const QNetworkReply& reply, const ServerIdentity& identity) {
    const std::string through = identity.proxy.empty() ? std::string() : " through the proxy " + identity.proxy;
    if (const std::string problem = proxyProblem(reply.error()); !problem.empty())
        return "cannot reach " + identity.address + through + ", which " + problem;
    const std::string server = identity.address + through;
    switch (reply.error()) {
        case QNetworkReply::ConnectionRefusedError:
            return "cannot reach " + server + ": connection refused";
        case QNetworkReply::HostNotFoundError:
            return "cannot reach " + server + ": there is no host of that name";
        case QNetworkReply::TimeoutError:
            return "cannot reach " + server + ": the connection timed out";
        case QNetworkReply::RemoteHostClosedError:
            if (statusOf(reply) > 0) return "the answer of " + server + " was cut off: it closed the connection";
            return closedWithoutAnswer(identity);
        default:
            break;
    }
    return "cannot reach " + server + ": " + redact(printable(reply.errorString().toStdString()));
}

}  // namespace

bool isAnswer(const QNetworkReply& reply) {
    const int status = statusOf(reply);
    if (reply.error() == QNetworkReply::NoError) return status > 0;
    // From 201 on QNAM's codes stand for HTTP statuses; 299 is also a body that could not be decompressed, 399 a broken
    // frame.
    return status >= 300 && reply.error() > QNetworkReply::ContentAccessDenied - 1 &&
           reply.error() != QNetworkReply::ProtocolFailure;
}

Error transportError(const QNetworkReply& reply, const QList<QSslError>& sslErrors, const ServerIdentity& server) {
    if (!sslErrors.isEmpty()) return tlsError(sslErrors, server.address, server.verifiedName);
    const bool aboutTls = reply.errorString().contains(QLatin1String("SSL"), Qt::CaseInsensitive) ||
                          reply.errorString().contains(QLatin1String("private key"), Qt::CaseInsensitive);
    if (reply.error() == QNetworkReply::SslHandshakeFailedError || (aboutTls && statusOf(reply) == 0)) {
        return alertError(reply, server.address);
    }
    if (reply.error() == QNetworkReply::UnknownContentError || reply.error() == QNetworkReply::ProtocolFailure) {
        return makeError(ErrorKind::Protocol, "the answer of " + server.address + " is damaged: " +
                                                  redact(printable(reply.errorString().toStdString())));
    }
    Error error = makeError(ErrorKind::Network, describe(reply, server));
    error.connectionRefused = reply.error() == QNetworkReply::ConnectionRefusedError;
    if (reply.error() == QNetworkReply::RemoteHostClosedError && statusOf(reply) == 0) error.cause = kConnectionLost;
    if (reply.error() == QNetworkReply::TimeoutError) error.cause = kConnectionTimedOut;
    return error;
}

}  // namespace rollcall
