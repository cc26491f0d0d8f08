// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace rollcall {

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
};

}  // namespace rollcall
