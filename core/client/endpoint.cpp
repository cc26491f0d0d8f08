// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/endpoint.h"

#include <QHostAddress>

#include "core/api/text.h"

namespace rollcall {

namespace {

int effectivePort(const QUrl& url) {
    return url.port(url.scheme() == QLatin1String("https") ? 443 : 80);
}

bool isLoopbackHost(const QString& host) {
    if (host.compare(QLatin1String("localhost"), Qt::CaseInsensitive) == 0) return true;
    QHostAddress address;
    return address.setAddress(host) && address.isLoopback();
}

Error unusable(const std::string& server, const std::string& why) {
    // A user name or password in the address must not be repeated.
    const auto at = server.rfind('@');
    const std::string shown = at == std::string::npos ? server : server.substr(at + 1);
    return makeError(ErrorKind::Config, "the server address \"" + printable(shown) + "\" cannot be used: " + why);
}

}  // namespace

Result<Endpoint> Endpoint::parse(const std::string& server) {
    Endpoint endpoint;
    const QUrl url = QUrl::fromEncoded(QByteArray::fromStdString(server), QUrl::StrictMode);
    if (server.empty()) return makeError(ErrorKind::Config, "no server address is given");
    if (!url.isValid()) return unusable(server, "it is no valid URL");
    const QString scheme = url.scheme();
    if (scheme != QLatin1String("https") && scheme != QLatin1String("http")) {
        return unusable(server, "it must begin with https:// or http://");
    }
    if (url.host().isEmpty()) return unusable(server, "it names no host");
    if (!url.userInfo().isEmpty())
        return unusable(server, "it holds a user name; credentials belong to the user entry");
    if (url.hasQuery() || url.hasFragment()) return unusable(server, "it holds a query or fragment");
    endpoint.m_origin = url;
    endpoint.m_loopback = isLoopbackHost(url.host());
    endpoint.m_base = url.toEncoded(QUrl::FullyEncoded).toStdString();
    while (endpoint.m_base.ends_with('/')) endpoint.m_base.pop_back();
    endpoint.m_text = url.adjusted(QUrl::RemovePath).toString(QUrl::FullyEncoded).toStdString();
    return endpoint;
}

Result<QUrl> Endpoint::url(const HttpRequest& request) const {
    std::string text = m_base;
    if (!request.path.starts_with('/')) text += '/';
    text += request.path;
    char separator = '?';
    for (const auto& [key, value] : request.query) {
        text += separator;
        text += percentEncoded(key) + '=' + percentEncoded(value);
        separator = '&';
    }
    const QUrl url = QUrl::fromEncoded(QByteArray::fromStdString(text), QUrl::StrictMode);
    if (!url.isValid())
        return makeError(ErrorKind::Config, "the path \"" + printable(request.path) + "\" is no valid URL path");
    return url;
}

bool Endpoint::hasOriginOf(const QUrl& url) const {
    return url.scheme() == m_origin.scheme() && url.host() == m_origin.host() &&
           effectivePort(url) == effectivePort(m_origin);
}

}  // namespace rollcall
