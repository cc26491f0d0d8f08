// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"

namespace rollcall {

/// Writes `text` to `file` so that only its owner can read it (0600) and a reader never sees half of it. Returns the absolute
/// path. Thread: any; blocks on the disk. Errors: Io, naming the file.
Result<std::string> writePrivateFile(const std::string& file, const std::string& text);

/// "v1.36.3" out of the body of /version; empty when it is none.
std::string serverVersionOf(const std::string& body);

}  // namespace rollcall
