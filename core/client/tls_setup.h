// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSslConfiguration>

#include "core/base/result.h"
#include "core/config/connection.h"

namespace rollcall {

/// TLS 1.2 or newer; only the connection's own CA, or the system's when it has none; the client certificate with its
/// chain. Errors: Config, naming the connection's server and what is wrong with which part; never a part of a key.
Result<QSslConfiguration> tlsSetup(const Connection& connection);

}  // namespace rollcall
