// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/exec_trust.h"

#include <sys/stat.h>
#include <unistd.h>
#include <QCryptographicHash>
#include <QFile>

#include <algorithm>
#include <filesystem>

#include "core/api/text.h"

namespace rollcall {

namespace {

std::string shown(const std::string& text) {
    return '"' + printable(firstCharacters(text, 200)) + '"';
}

bool isProgram(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

/// Empty when there is none.
std::string lookUp(const std::string& command, const ExecSearch& search) {
    if (command.find('/') != std::string::npos) return command.front() == '/' && isProgram(command) ? command : "";
    for (const std::string& folder : search.allFolders()) {
        const std::string path = folder + '/' + command;
        if (isProgram(path)) return path;
    }
    return {};
}

std::string cleaned(const std::string& path) {
    return std::filesystem::path(path).lexically_normal().string();
}

}  // namespace

std::vector<std::string> ExecSearch::allFolders() const {
    std::vector<std::string> all;
    const auto add = [&all](std::string folder) {
        while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
        if (folder.starts_with('/') && std::find(all.begin(), all.end(), folder) == all.end())
            all.push_back(std::move(folder));
    };
    for (std::size_t from = 0; from <= path.size();) {
        const std::size_t to = std::min(path.find(':', from), path.size());
        add(path.substr(from, to - from));
        from = to + 1;
    }
    for (const std::string& folder : folders) add(folder);
    for (const char* folder : {"/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin", "/snap/bin", "/usr/bin", "/bin",
                               "/usr/lib/google-cloud-sdk/bin"}) {
        add(folder);
    }
    if (home.starts_with('/')) {
        for (const char* folder :
             {"/bin", "/.local/bin", "/.krew/bin", "/go/bin", "/.asdf/shims", "/google-cloud-sdk/bin"}) {
            add(home + folder);
        }
    }
    return all;
}

Result<std::string> findExecProgram(const ExecPlugin& plugin, const ExecSearch& search) {
    if (std::string found = lookUp(plugin.command, search); !found.empty()) return found;
    std::string why = "the exec plugin " + shown(plugin.command);
    struct stat info {};
    const bool isPath = plugin.command.find('/') != std::string::npos;
    if (isPath && ::stat(plugin.command.c_str(), &info) == 0) {
        why += S_ISREG(info.st_mode) ? " may not be executed (its mode forbids it)" : " is no regular file";
    } else {
        why += " was not found";
        if (!isPath) why += "; PATH is " + shown(search.path) + ", and the usual folders were searched too";
    }
    if (!plugin.installHint.empty()) why += ". " + printable(firstBytes(plugin.installHint, 4096), true);
    Error error = makeError(ErrorKind::Config, why);
    error.reason = "ExecNotFound";
    return error;
}

std::string whyPolicyRefuses(const ExecPolicy& policy, const std::string& command, const std::string& program,
                             const ExecSearch& search) {
    if (policy.kind == ExecPolicy::Kind::AllowAll) return {};
    const std::string by = policy.source.empty() ? std::string() : " of " + printable(policy.source);
    if (policy.kind == ExecPolicy::Kind::DenyAll) {
        return "the exec plugin " + shown(command) + " was not run: the policy" + by + " is that none may run (DenyAll)";
    }
    if (policy.allowlist.empty()) return "the list of permitted exec plugins" + by + " is empty; use DenyAll to permit none";
    for (const std::string& entry : policy.allowlist) {
        if (entry.empty() || cleaned(entry) != entry) {
            return "the entry " + shown(entry) + " in the list of permitted exec plugins" + by + " is no clean path";
        }
    }
    for (const std::string& entry : policy.allowlist) {
        if (entry == cleaned(command) || entry == program || lookUp(entry, search) == program) return {};
    }
    return "the exec plugin " + shown(program) + " is not in the list of permitted ones" + by + " (Allowlist)";
}

Result<ExecQuestion> execQuestion(const ExecPlugin& plugin, const std::string& program) {
    QFile file(QString::fromStdString(program));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file)) {
        return makeError(ErrorKind::Config, "the exec plugin " + shown(program) +
                                                " cannot be read: " + printable(file.errorString().toStdString()));
    }
    ExecQuestion question;
    question.program = program;
    question.args = plugin.args;
    for (const auto& [name, value] : plugin.env) question.envNames.push_back(name);
    question.sha256 = hash.result().toHex().toStdString();
    question.user = plugin.user;
    question.sourceFile = plugin.sourceFile;
    return question;
}

std::string ExecQuestion::key() const {
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const std::string& text) {
        // With its length, so that ("a", "bc") and ("ab", "c") differ.
        const std::string whole = std::to_string(text.size()) + ':' + text;
        hash.addData(QByteArray::fromStdString(whole));
    };
    add(program);
    add(sha256);
    for (const std::string& arg : args) add(arg);
    return hash.result().toHex().toStdString();
}

}  // namespace rollcall
