// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUrl>
#include <string>

#include "core/base/result.h"
#include "core/client/transport.h"

namespace rollcall {

/// The address of one API server: scheme, host, port and the prefix that some servers stand behind
/// (https://rancher.example/k8s/clusters/c-1). Thread: plain data.
class Endpoint {
public:
    /// Errors: Config, when it is no http(s) address or holds a user name, query or fragment.
    static Result<Endpoint> parse(const std::string& server);

    /// Joined by hand: QUrl::resolved() would drop the prefix (A9). Errors: Config.
    Result<QUrl> url(const HttpRequest& request) const;
    bool isTls() const { return m_origin.scheme() == QLatin1String("https"); }
    /// 127.0.0.0/8, ::1 and localhost: the only hosts that a credential may be sent to without TLS (S13).
    bool isLoopback() const { return m_loopback; }
    /// Same scheme, host and port.
    bool hasOriginOf(const QUrl& url) const;
    /// scheme://host:port, for messages.
    const std::string& text() const { return m_text; }
    int port() const { return m_origin.port(isTls() ? 443 : 80); }
    std::string host() const { return m_origin.host().toStdString(); }

private:
    Endpoint() = default;

    QUrl m_origin;
    std::string m_base;  // percent-encoded, without a slash at the end
    std::string m_text;
    bool m_loopback = false;
};

}  // namespace rollcall
