// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <utility>

namespace rollcall {

bool Error::isTooLargeResourceVersion() const {
    if (cause == "ResourceVersionTooLarge") return true;
    return httpStatus == 504 && message.find("Too large resource version") != std::string::npos;
}

Error makeError(ErrorKind kind, std::string message) {
    Error e;
    e.kind = kind;
    e.message = std::move(message);
    return e;
}

}  // namespace rollcall
