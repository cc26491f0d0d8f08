// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"

namespace rollcall::sandbox {

/// A certificate authority of one's own and a server certificate for 127.0.0.1, ::1 and localhost, made anew for every
/// start and kept in memory only. kubectl needs it: client-go sends credentials over TLS alone.
/// Thread: plain data.
struct TlsIdentity {
    std::string caPem;
    std::string certificatePem;
    std::string keyPem;

    /// Errors: Tls, when the crypto library refuses.
    static Result<TlsIdentity> generate();
};

}  // namespace rollcall::sandbox
