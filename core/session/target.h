// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"

namespace rollcall {

/// Where the controllers run: the sandbox, a context of the kubeconfigs, or the in-cluster files.
struct Target {
    enum class Kind { Sandbox, Context, InCluster };
    Kind kind = Kind::Sandbox;
    std::string context;         ///< Context: its name; empty = the current one
    std::string kubeconfig;      ///< Context: explicit file; empty = kubectl's rule
    std::string user, cluster;   ///< Context: entries to use instead of the context's; empty = the context's
    std::string master;          ///< overrides the server
    std::string ns;              ///< namespace scope; empty = all namespaces
    /// The file came from somebody else, dropped on the window perhaps: none of its exec plugins runs, whatever the
    /// policy, until a person has said otherwise and the target is set again without this (S3).
    bool strangersFile = false;

    bool operator==(const Target&) const = default;
};

/// An entry of the same name in a file that comes later: kubectl never sees it.
struct ShadowedEntry {
    std::string what;            ///< "context", "cluster" or "user"
    std::string place;           ///< file:line
};

/// One entry of the picker. Plain text everywhere; nothing in it is secret.
struct TargetChoice {
    Target target;
    std::string name, server, userKind, ns, file;
    std::string unusable;        ///< why it is greyed; empty = usable
    int line = 0;                ///< of the context in `file`; 0 = unknown
    std::string cluster, user;   ///< names of the entries
    std::string execCommand;     ///< the program that signs in, as written; its arguments may hold secrets and are not here
    std::string actAs;           ///< impersonated user; empty = nobody
    std::string proxy;           ///< proxy-url without user and password
    std::string tlsServerName;
    bool insecure = false;       ///< insecure-skip-tls-verify: whoever answers is believed (S17)
    bool current = false;        ///< its file's current-context
    std::vector<ShadowedEntry> shadowed;
};

/// A kubeconfig that was named by itself: opened, dropped or remembered.
struct TargetFile {
    std::string path;
    bool missing = false;
    std::string broken;          ///< "file:line: message" when nothing of it can be used
};

struct TargetChoices {
    std::vector<TargetChoice> choices;       ///< the sandbox first; the contexts of `files` last, file by file
    std::vector<std::string> problems;       ///< "file:line: message"
    std::vector<TargetFile> files;           ///< those asked for, in that order
    std::vector<TargetFile> brokenFiles;     ///< any that were there, and of which nothing can be used
};

/// One thing looked at before the controllers start, and what to do about it. Text for people, nothing secret.
struct TargetCheck {
    enum class State { Ok, Failed, Unknown };  ///< Unknown: the server would not say
    std::string name;            ///< "reachable", "students: list", …
    bool ok = false;
    bool fatal = false;          ///< the controllers cannot do their job; a missing CRD is waited for, so it is not
    std::string sentence;        ///< what was found and what to do
    Error error;                 ///< when not ok
    State state = State::Unknown;
    std::string found, advice;   ///< the two halves of `sentence`
    bool missingCrd = false;     ///< the server has no Students: Install CRD helps
    bool insecure = false;       ///< the check of the certificate is switched off
};

/// An exec plugin that a kubeconfig wants to run for the first time. It is a program like any other: a person decides.
/// Plain text; `args` may hold secrets: show them, never log them.
struct LoginQuestion {
    std::string program, user, file;           ///< absolute path; the kubeconfig's user entry and file
    std::vector<std::string> args, envNames;
    std::string key;                           ///< of program, arguments and the program's content: what a yes is remembered by
};

/// What an exec plugin is doing. Plain text for people.
struct LoginProgress {
    bool running = false;                      ///< a credential is being made
    bool asking = false;                       ///< … and a person has to answer a LoginQuestion first
    std::string program, user;                 ///< as the kubeconfig names them
    std::string said;                          ///< the end of what it wrote to stderr; printable, redacted, with line breaks
};

/// Whether somebody answers at a target's address. No credential was sent.
struct TargetReach {
    bool reachable = false;
    std::string version;                       ///< "v1.36.3"; empty when the server tells it to nobody
    Error error;                               ///< when not reachable
};

}  // namespace rollcall
