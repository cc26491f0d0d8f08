// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/report/report_bundle.h"
#include "core/report/report_rules.h"

namespace rollcall::report {

// Packing and unpacking in memory; archive.cpp is the one file that sees KArchive. In memory, because KArchive does not
// tell of every write that failed, and because a report is small: its limits hold before anything is unpacked.
// **Thread**: any. **Errors**: Io, without the file's name.

Result<std::string> packZip(const std::vector<ReportEntry>& entries);
Result<std::string> packTarGz(const std::vector<ReportEntry>& entries);

/// Unpacks what listZip() found in the same bytes; an entry of another size or checksum than listed is an error.
Result<std::vector<ReportEntry>> unpackZip(const std::string& bytes, const std::vector<ListedEntry>& listing);

/// Unpacks a gzip stream, and gives up once it passes `limit` bytes.
Result<std::string> gunzip(const std::string& bytes, std::uint64_t limit);

}  // namespace rollcall::report
