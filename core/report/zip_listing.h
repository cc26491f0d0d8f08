// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/report/report_rules.h"

namespace rollcall::report {

/// Reads a zip's central directory (PKWARE APPNOTE.TXT, 4.3.12 and 4.3.16) as it stands. KZip gives a tree, in which
/// entries of one name, odd names and links can no longer be told apart; this list is what the rules are held against.
/// Refuses what a report never holds: links and other special files, encryption, methods other than stored and
/// deflated, zip64, several disks. Entries of folders are left out once their names are checked.
Result<std::vector<ListedEntry>> listZip(std::string_view bytes);

}  // namespace rollcall::report
