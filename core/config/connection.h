// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace rollcall {

class ExecLogin;

/// A user entry's "exec": the program that makes the credential (client.authentication.k8s.io).
struct ExecPlugin {
    enum class Interactive { Never, IfAvailable, Always };

    std::string apiVersion;   ///< client.authentication.k8s.io/v1 or /v1beta1
    std::string command;      ///< absolute when it held a slash (K21), else to be searched in PATH
    std::vector<std::string> args;                         ///< may hold secrets
    std::vector<std::pair<std::string, std::string>> env;  ///< may hold secrets
    std::string installHint;
    Interactive interactive = Interactive::IfAvailable;
    bool provideClusterInfo = false;
    std::string clusterConfigJson;  ///< the cluster's extension client.authentication.k8s.io/exec; empty = none
    std::string user;               ///< the entry's name, for messages
    std::string sourceFile;         ///< the file that the entry came from
};

/// Whom to act as (Impersonate-* headers); the credential stays one's own.
struct Impersonation {
    std::string user, uid;
    std::vector<std::string> groups;
    std::vector<std::pair<std::string, std::vector<std::string>>> extra;

    bool isSet() const { return !user.empty(); }
};

/// Where the transports of one resolved connection find each other's login, so that a plugin runs once for all of them
/// (X8). Never shared between two resolutions: two windows share no credential (S11). **Thread**: any, under the mutex.
struct LoginSlot {
    std::mutex mutex;
    std::shared_ptr<ExecLogin> login;
};

/// Everything that is needed to reach one API server as one user, resolved: a context of a kubeconfig, the in-cluster
/// files, or the sandbox. Holds secrets: never log it, never put it into a report.
struct Connection {
    std::string name;             ///< context name, "in-cluster" or "sandbox"
    std::string server;           ///< scheme://host[:port][/prefix]
    std::string ns;               ///< default namespace, "default" when none was given
    std::string caPem;            ///< empty = the system's store
    std::string tlsServerName;    ///< SNI and verified name; empty = the server's host
    bool insecureSkipTlsVerify = false;
    std::string token;
    std::string tokenFile;        ///< absolute; wins over `token` once read, re-read about every 50 s (client-go token_source.go)
    std::string clientCertPem;
    std::string clientKeyPem;
    std::string username, password;
    std::string userKind;         ///< "certificate", "token", "token file", "basic", "exec", "none": for the picker
    std::string sourceFile;       ///< the file that the context came from; empty when built in
    std::string unusable;         ///< why it cannot be used (exec plugins, proxies, …); empty = usable

    // Where the PEM texts above came from, so that a change of the files is seen while running; empty = from the entry.
    std::string caFile, clientCertFile, clientKeyFile;
    std::string proxyUrl;         ///< http, https or socks5; empty = what the environment says
    bool disableCompression = false;
    Impersonation impersonate;
    std::shared_ptr<const ExecPlugin> exec;  ///< null when a static credential is there or none is needed (K27)
    std::shared_ptr<LoginSlot> login;        ///< set together with `exec`
};

}  // namespace rollcall
