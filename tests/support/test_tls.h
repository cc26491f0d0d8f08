// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSslConfiguration>
#include <string>

#include "tests/support/test_certificates.h"

namespace rollcall::test {

/// A server with this certificate (EC key) that asks for a client's and takes none too, as the API server does.
/// `clientAuthorityPem`: who signs clients; empty = any that this machine trusts.
QSslConfiguration serverTls(const CertificateAndKey& pair, const std::string& clientAuthorityPem = {});

}  // namespace rollcall::test
