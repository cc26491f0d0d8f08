// SPDX-License-Identifier: GPL-3.0-or-later
// client-go rest/config.go, InClusterConfig.
#include <cstdlib>

#include "core/config/kubeconfig.h"
#include "core/config/local_file.h"

namespace rollcall {

namespace {

std::string value(const KubeconfigOptions& options, const char* name) {
    if (options.environment) return options.environment(name);
    const char* text = std::getenv(name);
    return text ? text : "";
}

std::string trimmedCopy(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string::npos ? std::string()
                                      : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

Result<Connection> inClusterConnection(const KubeconfigOptions& options) {
    const std::string host = value(options, "KUBERNETES_SERVICE_HOST");
    const std::string port = value(options, "KUBERNETES_SERVICE_PORT");
    if (host.empty() || port.empty()) {
        return makeError(
            ErrorKind::Config,
            "not inside a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set, and no kubeconfig "
            "(--kubeconfig) or server address (--master) is given");
    }
    Connection connection;
    connection.name = "in-cluster";
    connection.userKind = "token file";
    connection.tokenFile = options.serviceAccountDir + "/token";
    auto token = readLocalFile(connection.tokenFile);
    if (!token) return makeError(ErrorKind::Config, "in-cluster configuration: " + token.error().message);
    connection.token = trimmedCopy(*token);
    const bool isIpv6 = host.find(':') != std::string::npos;
    connection.server = "https://" + (isIpv6 ? '[' + host + ']' : host) + ':' + port;
    // Without it the system's authorities are asked, as client-go does.
    if (auto authority = readLocalFile(options.serviceAccountDir + "/ca.crt")) {
        connection.caPem = std::move(authority).value();
        connection.caFile = options.serviceAccountDir + "/ca.crt";
    }
    connection.ns = options.ns;
    if (connection.ns.empty()) {
        if (const auto ns = readLocalFile(options.serviceAccountDir + "/namespace")) connection.ns = trimmedCopy(*ns);
    }
    if (connection.ns.empty()) connection.ns = "default";
    return connection;
}

}  // namespace rollcall
