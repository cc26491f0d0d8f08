// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <QNetworkRequest>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/config/connection.h"

namespace rollcall {

/// Impersonate-User, -Uid, -Group (one for each) and -Extra-<key> (client-go transport/round_trippers.go). Errors:
/// Config, when a value cannot be sent in a header; never quotes it.
Result<std::vector<std::pair<std::string, std::string>>> impersonationHeaders(const Impersonation& as);
Result<Unit> addImpersonation(QNetworkRequest& request, const Impersonation& as);

}  // namespace rollcall
