// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/proxy_rules.h"

#include <QHostAddress>
#include <QUrl>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>

#include "core/api/text.h"

namespace rollcall {

namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::string trimmedCopy(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::optional<QHostAddress> addressOf(const std::string& text) {
    // QHostAddress also takes "10" and "10.1", which Go does not.
    const bool plain = text.find(':') != std::string::npos || std::count(text.begin(), text.end(), '.') == 3;
    QHostAddress address;
    if (!plain || !address.setAddress(QString::fromStdString(text))) return std::nullopt;
    bool isMapped = false;
    const quint32 v4 = address.toIPv4Address(&isMapped);
    return isMapped ? QHostAddress(v4) : address;
}

struct Target {
    std::string host, port;
    std::optional<QHostAddress> address;
};

/// "host:port" or "[v6]:port" → both; otherwise all of it is the host.
std::pair<std::string, std::string> splitPort(const std::string& entry) {
    const auto colon = entry.rfind(':');
    const bool bracketed = entry.starts_with('[') && colon != std::string::npos && entry[colon - 1] == ']';
    const bool single = colon != std::string::npos && entry.find(':') == colon;
    if (!bracketed && !single) return {entry, ""};
    std::string host = entry.substr(0, colon);
    if (bracketed) host = host.substr(1, host.size() - 2);
    return {host, entry.substr(colon + 1)};
}

bool isExempt(const std::string& entry, const Target& target) {
    if (entry.empty()) return false;
    if (entry.find('/') != std::string::npos) {
        const auto slash = entry.find('/');
        const auto network = addressOf(entry.substr(0, slash));
        const std::string bits = entry.substr(slash + 1);
        const bool isNumber =
            !bits.empty() && bits.find_first_not_of("0123456789") == std::string::npos && bits.size() < 4;
        if (network && isNumber) {
            return target.address && target.address->protocol() == network->protocol() &&
                   target.address->isInSubnet(*network, std::atoi(bits.c_str()));
        }
    }
    auto [host, port] = splitPort(entry);
    if (host.empty() || (!port.empty() && port != target.port)) return false;
    if (const auto address = addressOf(host)) return target.address && *target.address == *address;
    if (target.address) return false;  // names never match addresses
    if (host.starts_with("*.")) host.erase(0, 1);
    if (host.front() == '.') return target.host.ends_with(host);
    return target.host == host || target.host.ends_with('.' + host);
}

bool usesProxy(const Target& target, const std::string& noProxy) {
    if (target.host == "localhost" || (target.address && target.address->isLoopback())) return false;
    for (std::size_t from = 0; from <= noProxy.size();) {
        const std::size_t to = std::min(noProxy.find(',', from), noProxy.size());
        const std::string entry = lower(trimmedCopy(noProxy.substr(from, to - from)));
        if (entry == "*" || isExempt(entry, target)) return false;
        from = to + 1;
    }
    return true;
}

std::string environmentValue(const ReadEnvironment& environment, const char* upper) {
    for (const std::string& name : {std::string(upper), lower(upper)}) {
        const char* value = environment ? nullptr : std::getenv(name.c_str());
        std::string text = environment ? environment(name.c_str()) : std::string(value ? value : "");
        if (!text.empty()) return text;
    }
    return {};
}

Error unusable(const QUrl& url, const std::string& why) {
    const std::string shown = url.toString(QUrl::RemoveUserInfo | QUrl::FullyEncoded).toStdString();
    return makeError(ErrorKind::Config, "the proxy \"" + printable(shown) + "\" cannot be used: " + why);
}

}  // namespace

std::string proxyAddressFor(bool tls, const std::string& host, int port, const std::string& proxyUrl,
                            const ReadEnvironment& environment) {
    if (!proxyUrl.empty()) return proxyUrl;
    const std::string proxy = environmentValue(environment, tls ? "HTTPS_PROXY" : "HTTP_PROXY");
    if (proxy.empty()) return {};
    const Target target{lower(trimmedCopy(host)), std::to_string(port), addressOf(host)};
    if (!usesProxy(target, environmentValue(environment, "NO_PROXY"))) return {};
    return proxy.find("://") == std::string::npos ? "http://" + proxy : proxy;
}

Result<QNetworkProxy> networkProxyFor(const Endpoint& endpoint, const std::string& proxyUrl,
                                      const ReadEnvironment& environment) {
    const std::string address =
        proxyAddressFor(endpoint.isTls(), endpoint.host(), endpoint.port(), proxyUrl, environment);
    if (address.empty()) return QNetworkProxy(QNetworkProxy::NoProxy);
    const QUrl url = QUrl::fromEncoded(QByteArray::fromStdString(address), QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty()) return unusable(url, "it is no valid address");
    QNetworkProxy proxy;
    const QString scheme = url.scheme();
    if (scheme == QLatin1String("http")) {
        proxy.setType(QNetworkProxy::HttpProxy);
        proxy.setPort(static_cast<quint16>(url.port(80)));
    } else if (scheme == QLatin1String("socks5") || scheme == QLatin1String("socks5h")) {
        proxy.setType(QNetworkProxy::Socks5Proxy);
        proxy.setPort(static_cast<quint16>(url.port(1080)));
    } else if (scheme == QLatin1String("https")) {
        return unusable(url, "Qt cannot reach a proxy over TLS; use its http:// or socks5:// address");
    } else {
        return unusable(url, "it must begin with http:// or socks5://");
    }
    proxy.setHostName(url.host());
    proxy.setUser(url.userName(QUrl::FullyDecoded));
    proxy.setPassword(url.password(QUrl::FullyDecoded));
    return proxy;
}

}  // namespace rollcall
