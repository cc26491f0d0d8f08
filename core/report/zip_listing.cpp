// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/zip_listing.h"

#include <optional>

namespace rollcall::report {
namespace {

constexpr std::string_view endSignature{"PK\x05\x06", 4};
constexpr std::string_view entrySignature{"PK\x01\x02", 4};
constexpr std::string_view localSignature{"PK\x03\x04", 4};
constexpr std::size_t endSize = 22;
constexpr std::size_t entrySize = 46;
constexpr std::size_t localSize = 30;
constexpr std::size_t maxComment = 0xffff;
constexpr unsigned unixHost = 3;        // "version made by", upper byte
constexpr unsigned typeMask = 0170000;  // S_IFMT; written out, for the archive's meaning of it is not this system's
constexpr unsigned typeRegular = 0100000;
constexpr unsigned typeFolder = 0040000;

std::uint32_t little(std::string_view bytes, std::size_t at, std::size_t width) {
    std::uint32_t value = 0;
    for (std::size_t i = width; i-- > 0;) {
        value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
    }
    return value;
}
std::uint32_t u16(std::string_view bytes, std::size_t at) {
    return little(bytes, at, 2);
}
std::uint32_t u32(std::string_view bytes, std::size_t at) {
    return little(bytes, at, 4);
}

struct Directory {
    std::size_t begin = 0, end = 0, count = 0;
};

Result<Directory> findDirectory(std::string_view bytes) {
    if (bytes.size() < endSize) {
        return refused("it is no zip archive");
    }
    const auto last = bytes.size() - endSize;
    const auto first = last > maxComment ? last - maxComment : 0;
    const auto at = bytes.rfind(endSignature, last);
    if (at == std::string_view::npos || at < first) {
        return refused("it is no zip archive, or its end is missing");
    }
    const auto count = u16(bytes, at + 10);
    const auto size = u32(bytes, at + 12);
    const auto offset = u32(bytes, at + 16);
    // Nothing may follow the comment, nor lie between the directory and its end record: other readers find other things
    // there.
    if (at + endSize + u16(bytes, at + 20) != bytes.size() || u16(bytes, at + 4) != 0 || u16(bytes, at + 6) != 0 ||
        u16(bytes, at + 8) != count || std::size_t{offset} + size != at) {
        return refused("its zip directory is damaged");
    }
    return Directory{offset, at, count};
}

/// Where the content that belongs to a directory entry ends, if the entry's own header lies at `at` and says the same.
/// Contents must follow each other without gap or overlap: overlapping ones make the worst bombs, and a header that is
/// missing sets KZip searching for another one, which it may never find (6.13 loops).
std::optional<std::size_t> contentEnd(std::string_view bytes, std::size_t at, std::string_view entry,
                                      std::size_t limit) {
    if (limit - at < localSize || bytes.substr(at, 4) != localSignature || u32(entry, 42) != at) {
        return std::nullopt;
    }
    const auto local = bytes.substr(at, localSize);
    const std::size_t nameSize = u16(local, 26);
    // Flags and method, checksum and sizes: 4.3.7 and 4.3.12 keep them in the same order. The time between them may
    // differ (KZip asks the clock for each). Bit 3 would move the sizes behind the content.
    if (local.substr(6, 4) != entry.substr(8, 4) || local.substr(14, 12) != entry.substr(16, 12) ||
        (u16(local, 6) & 8U) != 0 || nameSize != u16(entry, 28)) {
        return std::nullopt;
    }
    const auto end = at + localSize + nameSize + u16(local, 28) + u32(local, 18);
    if (end > limit || bytes.substr(at + localSize, nameSize) != entry.substr(entrySize, nameSize)) {
        return std::nullopt;
    }
    return end;
}

std::optional<Error> specialEntry(std::string_view header, const std::string& name) {
    const auto flags = u16(header, 8);
    const auto method = u16(header, 10);
    const auto type = (u32(header, 38) >> 16U) & typeMask;
    if ((flags & 1U) != 0) {
        return refused(showName(name) + " is encrypted");
    }
    if (method != 0 && method != 8) {
        return refused(showName(name) + " is packed with method " + std::to_string(method));
    }
    if (u16(header, 4) >> 8U == unixHost && type != 0 && type != typeRegular && type != typeFolder) {
        return refused(showName(name) + " is a link or a special file");
    }
    if (u32(header, 20) == 0xffffffffU || u32(header, 24) == 0xffffffffU || u32(header, 42) == 0xffffffffU) {
        return refused(showName(name) + " is too large");
    }
    return std::nullopt;
}

}  // namespace

Result<std::vector<ListedEntry>> listZip(std::string_view bytes) {
    const auto directory = findDirectory(bytes);
    if (!directory) {
        return directory.error();
    }
    std::vector<ListedEntry> entries;
    std::vector<std::string> folders;
    auto at = directory->begin;
    std::size_t content = 0;
    for (std::size_t i = 0; i < directory->count; ++i) {
        const auto left = directory->end - at;
        if (left < entrySize || bytes.substr(at, 4) != entrySignature) {
            return refused("its zip directory is damaged");
        }
        const auto header = bytes.substr(at, left);
        const std::size_t nameSize = u16(header, 28);
        const auto whole = entrySize + nameSize + u16(header, 30) + u16(header, 32);
        if (whole > left) {
            return refused("its zip directory is damaged");
        }
        ListedEntry entry{std::string(header.substr(entrySize, nameSize)), u32(header, 24), u32(header, 42),
                          u32(header, 16)};
        if (auto error = specialEntry(header, entry.name)) {
            return *error;
        }
        const auto end = contentEnd(bytes, content, header, directory->begin);
        if (!end) {
            return refused(showName(entry.name) + " is damaged");
        }
        content = *end;
        at += whole;
        if (!entry.name.empty() && entry.name.back() == '/' && entry.size == 0) {
            folders.push_back(entry.name.substr(0, entry.name.size() - 1));
        } else {
            entries.push_back(std::move(entry));
        }
    }
    if (at != directory->end || content != directory->begin) {
        return refused("its zip directory is damaged");
    }
    if (folders.size() > maxEntries) {
        return refused("too many folders");
    }
    if (auto names = checkReportNames(folders); !names) {
        return names.error();
    }
    return entries;
}

}  // namespace rollcall::report
