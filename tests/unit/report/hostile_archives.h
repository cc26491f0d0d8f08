// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Builds archives byte by byte, so that every field can lie. Plain functions over bytes, apart from the code that is
/// tested: zlib does the packing here.
namespace hostile {

struct ZipEntry {
    std::string name;
    std::string content;
    unsigned unixMode = 0100644;
    unsigned flags = 0;
    int method = -1;                ///< -1: deflated, as it says
    std::int64_t claimedSize = -1;  ///< -1: the truth
    std::string localName;          ///< in the entry's own header; empty = the same
    bool wrongChecksum = false;
};

struct TarEntry {
    std::string name;
    std::string content;
    char type = '0';
    std::string sizeField;  ///< 12 bytes; empty = the truth
    std::string link;
    std::string prefix;
    bool wrongChecksum = false;
};

std::string zip(const std::vector<ZipEntry>& entries, const std::string& comment = {});
std::string tar(const std::vector<TarEntry>& entries, bool closed = true);
std::string gzip(const std::string& bytes);

}  // namespace hostile
