// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/http_types.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace rollcall::sandbox {

std::string_view HttpRequest::header(std::string_view name) const {
    const auto equal = [](char a, char b) {
        return (a | 0x20) == (b | 0x20) && std::isalpha(static_cast<unsigned char>(a)) ? true : a == b;
    };
    for (const auto& [key, value] : headers) {
        if (key.size() == name.size() && std::equal(key.begin(), key.end(), name.begin(), equal)) return value;
    }
    return {};
}

std::shared_ptr<const std::string> frameChunk(std::string_view line) {
    char size[24];
    const int length = std::snprintf(size, sizeof size, "%zx\r\n", line.size());
    auto chunk = std::make_shared<std::string>();
    chunk->reserve(static_cast<std::size_t>(length) + line.size() + 2);
    chunk->append(size, static_cast<std::size_t>(length)).append(line).append("\r\n");
    return chunk;
}

}  // namespace rollcall::sandbox
