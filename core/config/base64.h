// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rollcall {

struct Base64Result {
    std::string bytes;
    std::optional<std::size_t> badByte;  ///< offset of the first byte that does not belong; unset = all is well
};

/// Standard alphabet with padding, as Go's base64.StdEncoding: CR and LF are skipped, nothing else is (K12).
Base64Result decodeBase64(std::string_view text);

}  // namespace rollcall
