// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room: the parts of an entry that are more than one scalar.
#pragma once

#include <string>

#include "core/config/entry_reader.h"

namespace rollcall::kubeconfig {

/// "exec" of a user entry (clientcmd's validation.go and defaulting: v1beta1 without interactiveMode is IfAvailable).
void readExec(EntryReader& reader, User& user);
/// "as", "as-uid", "as-groups", "as-user-extra"; the last three need the first (clientcmd validation.go).
void readImpersonation(EntryReader& reader, User& user);
/// The cluster's extension client.authentication.k8s.io/exec as JSON; empty when there is none.
std::string readExecConfig(EntryReader& reader);
/// Empty when the address is empty or one that kubectl takes (clientcmd helpers.go, parseProxyURL). Never quotes it: it
/// may hold a password.
std::string whyBadProxy(const std::string& url);

}  // namespace rollcall::kubeconfig
