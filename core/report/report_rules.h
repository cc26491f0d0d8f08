// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace rollcall::report {

// What a report may hold. Archives have been used to write outside the folder they were unpacked to (CVE-2019-1002101,
// CVE-2019-11246, CVE-2019-11249 and CVE-2019-11251 in kubectl cp) and to fill memory and disk; a report of ours is far
// below each of these.
inline constexpr std::size_t maxEntries = 2000;
inline constexpr std::uint64_t maxTotalBytes = std::uint64_t{256} * 1024 * 1024;
inline constexpr std::uint64_t maxRatio = 200;
/// Below this an archive is harmless however well it compresses (a one-line table of spaces does).
inline constexpr std::uint64_t ratioFreeBytes = std::uint64_t{1024} * 1024;
inline constexpr std::size_t maxDepth = 8;
/// The name field of a tar header; longer names need extensions that this reader refuses.
inline constexpr std::size_t maxNameBytes = 99;

/// One entry as the archive's own directory states it, before anything is decompressed.
struct ListedEntry {
    std::string name;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;  ///< tar: where the content begins in the unpacked stream
    std::uint32_t crc32 = 0;   ///< zip
};

/// Names of parts [A-Za-z0-9._-], neither beginning with '.' or '-' nor ending with '.', at most maxDepth deep; no
/// two that are one on a file system without case; no file that is also a folder.
Result<Unit> checkReportNames(const std::vector<std::string>& names);

/// The number of entries, their sizes, and how they compare with the size of the archive that holds them.
Result<Unit> checkReportSizes(const std::vector<ListedEntry>& entries, std::uint64_t archiveBytes);

/// An Io error; the caller puts the file's name in front of `message`.
Error refused(std::string message);

/// Foreign text made fit for a message: cut, and free of control characters.
std::string showName(const std::string& foreign);

}  // namespace rollcall::report
