// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room: the texts that go to a plugin and come from it (client-go pkg/apis/clientauthentication).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/config/connection.h"

namespace rollcall {

struct ExecCredential {
    std::string token, certPem, keyPem;
    std::optional<WallTime> expires;  ///< unset: good until the server refuses it
};

/// KUBERNETES_EXEC_INFO: ExecCredential with spec.interactive=false, and spec.cluster only if the plugin asks for it.
std::string execInfoJson(const ExecPlugin& plugin, const Connection& connection);

/// What a plugin printed. Errors: Config, each refusal in its own words (X2, X4, X10, X12); never quotes the text.
Result<ExecCredential> readExecCredential(std::string_view printed, const ExecPlugin& plugin);

}  // namespace rollcall
