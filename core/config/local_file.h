// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"

namespace rollcall {

/// Certificates, keys and tokens are small; what is larger, or no regular file, was named by mistake or malice (S4).
inline constexpr std::size_t kCredentialFileBytes = 1024 * 1024;

/// The whole content of a regular file. Never waits for a FIFO or device. Errors: Config, with path and reason (K29)
/// and nothing of the content; httpStatus stays 0 and `reason` is "NotFound" when there is no such file. Thread: any;
/// blocks on the disk.
Result<std::string> readLocalFile(const std::string& path, std::size_t most = kCredentialFileBytes);

}  // namespace rollcall
