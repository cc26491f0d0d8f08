// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <string>
#include <string_view>

#include "core/api/json_reader.h"
#include "core/base/error.h"

namespace rollcall::json {

/// A metav1.Status, as far as decisions need it.
struct StatusFields {
    std::string kind, status, message, reason, firstCause;
    std::int64_t code = 0;
    std::int64_t retryAfterSeconds = 0;
};

/// Reads what is there; anything of a wrong type stays empty.
simdjson::error_code readStatus(od::object& object, StatusFields& out);
simdjson::error_code readStatusField(std::string_view key, od::value& value, StatusFields& out);

/// `httpStatus` is used when the Status has no code of its own.
Error errorFromStatus(const StatusFields& status, int httpStatus);

/// "not a Kubernetes answer: <first 120 characters>".
std::string notKubernetes(std::string_view body);

}  // namespace rollcall::json
