// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tar_listing.h"

#include <algorithm>
#include <optional>

namespace rollcall::report {
namespace {

constexpr std::size_t block = 512;

std::string_view text(std::string_view field) {
    return field.substr(0, field.find('\0'));
}

/// Octal digits, framed by blanks or NULs. Base-256 numbers (first bit set) are for sizes no report has.
std::optional<std::uint64_t> octal(std::string_view field) {
    field = text(field);
    while (!field.empty() && field.front() == ' ') {
        field.remove_prefix(1);
    }
    while (!field.empty() && field.back() == ' ') {
        field.remove_suffix(1);
    }
    std::uint64_t value = 0;
    for (char c : field) {
        if (c < '0' || c > '7') {
            return std::nullopt;
        }
        value = value * 8 + static_cast<std::uint64_t>(c - '0');
    }
    return value;
}

/// The sum of all header bytes, the checksum field itself counted as blanks.
bool checksumHolds(std::string_view header) {
    constexpr std::size_t at = 148;
    constexpr std::size_t width = 8;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < block; ++i) {
        sum += i >= at && i < at + width ? ' ' : static_cast<unsigned char>(header[i]);
    }
    return octal(header.substr(at, width)) == sum;
}

std::string nameOf(std::string_view header) {
    auto name = std::string(text(header.substr(0, 100)));
    const bool ustar = header.substr(257, 5) == "ustar";
    const auto prefix = ustar ? text(header.substr(345, 155)) : std::string_view();
    return prefix.empty() ? name : std::string(prefix) + '/' + name;
}

}  // namespace

Result<std::vector<ListedEntry>> listTar(std::string_view bytes) {
    std::vector<ListedEntry> entries;
    std::vector<std::string> folders;
    std::size_t at = 0;
    for (;;) {
        if (bytes.size() - at < block) {
            return refused("its tar stream is cut off");
        }
        const auto header = bytes.substr(at, block);
        if (std::all_of(header.begin(), header.end(), [](char c) { return c == '\0'; })) {
            break;
        }
        const auto size = octal(header.substr(124, 12));
        if (!checksumHolds(header) || !size) {
            return refused("its tar stream is damaged");
        }
        at += block;
        auto name = nameOf(header);
        const char type = header[156];
        if (type == '5' && *size == 0 && folders.size() < maxEntries) {
            folders.push_back(name.substr(0, name.find_last_not_of('/') + 1));
            continue;
        }
        if (type != '0' && type != '\0') {
            return refused(showName(name) + " is a link or a special file");
        }
        if (*size > bytes.size() - at || entries.size() >= maxEntries) {
            return refused(entries.size() >= maxEntries ? "too many entries" : "its tar stream is cut off");
        }
        entries.push_back({std::move(name), *size, at, 0});
        at = std::min(bytes.size(), at + (*size + block - 1) / block * block);
    }
    if (auto names = checkReportNames(folders); !names) {
        return names.error();
    }
    return entries;
}

}  // namespace rollcall::report
