// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/report/report_rules.h"

namespace rollcall::report {

/// Reads the headers of a tar stream (POSIX.1-1988 ustar and the older v7 form). Refuses what a report never holds:
/// links, devices, long-name and pax extensions, a stream that ends without its closing block. Entries of folders are
/// left out once their names are checked.
Result<std::vector<ListedEntry>> listTar(std::string_view bytes);

}  // namespace rollcall::report
