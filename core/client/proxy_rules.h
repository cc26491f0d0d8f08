// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <QNetworkProxy>
#include <functional>
#include <string>

#include "core/base/result.h"
#include "core/client/endpoint.h"

namespace rollcall {

using ReadEnvironment = std::function<std::string(const char*)>;

/// The address of the proxy for a server by Go's rules (golang.org/x/net/http/httpproxy), empty = none: HTTPS_PROXY or
/// HTTP_PROXY by the scheme, upper case first; not for loopback; NO_PROXY with names, suffixes, addresses, CIDR, ports
/// and "*". `proxyUrl` (a cluster's proxy-url) beats the environment and its exemptions. Pure.
std::string proxyAddressFor(bool tls, const std::string& host, int port, const std::string& proxyUrl,
                            const ReadEnvironment& environment);

/// The same for Qt. Errors: Config, when the address is none, or names a proxy that is itself reached over TLS; never
/// quotes a password.
Result<QNetworkProxy> networkProxyFor(const Endpoint& endpoint, const std::string& proxyUrl,
                                      const ReadEnvironment& environment);

}  // namespace rollcall
