// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/config/connection.h"
#include "core/config/exec_policy.h"

namespace rollcall {

/// What a person is asked before a plugin runs for the first time (S3). Holds no values of variables; `args` may hold
/// secrets: show them, never log them.
struct ExecQuestion {
    std::string program;  ///< absolute, as it will be run
    std::vector<std::string> args;
    std::vector<std::string> envNames;
    std::string sha256;  ///< of the program file, hex
    std::string user, sourceFile;

    /// One text for (program, arguments, file hash): what a yes is remembered by. Hex, without secrets.
    std::string key() const;
};

enum class TrustDecision { Allow, Deny };
/// Answers once, from any thread, now or later. Runs on the login thread: do not wait in it.
using AskTrust = std::function<void(const ExecQuestion&, std::function<void(TrustDecision)> answer)>;

/// Where a program is looked for.
struct ExecSearch {
    std::string path;  ///< PATH
    std::string home;
    std::vector<std::string> folders;  ///< further ones, from a setting

    /// PATH first, then the setting's, then where such programs usually are: a program started from a menu has a short
    /// PATH (X1). Only absolute folders: Go refuses what it finds in the current one.
    std::vector<std::string> allFolders() const;
};

/// The absolute path of what `command` names. Errors: Config, with the PATH that was searched and the install hint.
Result<std::string> findExecProgram(const ExecPlugin& plugin, const ExecSearch& search);

/// Empty when the policy lets it run, else why not (client-go exec.go, checkAllowlistLocked): an entry matches the
/// command as written, the resolved program, or resolves to it.
std::string whyPolicyRefuses(const ExecPolicy& policy, const std::string& command, const std::string& program,
                             const ExecSearch& search);

/// The question for a program. Errors: Config, when the file cannot be read.
Result<ExecQuestion> execQuestion(const ExecPlugin& plugin, const std::string& program);

}  // namespace rollcall
