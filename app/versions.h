// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/dialogs.h"

namespace rollcall {

/// Every version that matters, for About and reports: ours, Qt's at run time, OpenSSL's, the libraries' at build time.
VersionList versionList();

}  // namespace rollcall
