// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_rules.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace rollcall::report {
namespace {

// ASCII by intent: the locale must not decide what is a letter.
bool isPartChar(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
}

bool isSafePart(std::string_view part) {
    return !part.empty() && part.front() != '.' && part.front() != '-' && part.back() != '.' &&
           std::all_of(part.begin(), part.end(), isPartChar);
}

bool isSafeName(std::string_view name) {
    if (name.size() > maxNameBytes) {
        return false;
    }
    std::size_t depth = 1;
    for (auto slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/')) {
        if (!isSafePart(name.substr(0, slash)) || ++depth > maxDepth) {
            return false;
        }
        name.remove_prefix(slash + 1);
    }
    return isSafePart(name);
}

std::string foldCase(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return name;
}

}  // namespace

Error refused(std::string message) {
    return makeError(ErrorKind::Io, std::move(message));
}

std::string showName(const std::string& foreign) {
    constexpr std::size_t shown = 80;
    std::string text = "'";
    for (char c : foreign.substr(0, shown)) {
        text += c >= ' ' && c <= '~' ? c : '?';
    }
    return text + (foreign.size() > shown ? "...'" : "'");
}

Result<Unit> checkReportNames(const std::vector<std::string>& names) {
    std::set<std::string> folders;
    std::set<std::string> files;
    for (const auto& name : names) {
        if (!isSafeName(name)) {
            return refused("the entry name " + showName(name) + " is not allowed in a report");
        }
        const auto folded = foldCase(name);
        if (!files.insert(folded).second) {
            return refused("two entries are named " + showName(name));
        }
        for (auto slash = folded.find('/'); slash != std::string::npos; slash = folded.find('/', slash + 1)) {
            folders.insert(folded.substr(0, slash));
        }
    }
    for (const auto& folder : folders) {
        if (files.count(folder) != 0) {
            return refused(showName(folder) + " is both a file and a folder");
        }
    }
    return Unit{};
}

Result<Unit> checkReportSizes(const std::vector<ListedEntry>& entries, std::uint64_t archiveBytes) {
    if (entries.size() > maxEntries) {
        return refused("more than " + std::to_string(maxEntries) + " entries");
    }
    std::uint64_t total = 0;
    for (const auto& entry : entries) {
        // Checked one by one, so that no sum can wrap.
        if (entry.size > maxTotalBytes || (total += entry.size) > maxTotalBytes) {
            return refused("more than " + std::to_string(maxTotalBytes / 1024 / 1024) + " MiB unpacked");
        }
    }
    if (total > ratioFreeBytes && total / maxRatio > archiveBytes) {
        return refused("it unpacks to more than " + std::to_string(maxRatio) + " times its size");
    }
    return Unit{};
}

}  // namespace rollcall::report
