// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QNetworkReply>
#include <QSslError>
#include <string>

#include "core/base/error.h"

namespace rollcall {

/// Whether the reply ended with an answer of the server (of any status), not with a broken transport. QNAM reports both
/// as errors, and 2xx answers cut short as successes of their status (A4, A14).
bool isAnswer(const QNetworkReply& reply);

/// Whom a request went to, for messages.
struct ServerIdentity {
    std::string address;       ///< scheme://host:port
    std::string verifiedName;  ///< that its certificate must carry
    bool tls = false;
    bool withCertificate = false;  ///< we have a client certificate
    std::string proxy;             ///< scheme://host:port, without user name; empty = none
};

/// Why no (whole) answer came, for a person: kind Network, Tls or Protocol.
Error transportError(const QNetworkReply& reply, const QList<QSslError>& sslErrors, const ServerIdentity& server);

}  // namespace rollcall
