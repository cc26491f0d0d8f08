// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace rollcall {

/// One file of a report: "students.csv", "shots/window.png". The names allowed are those of checkReportNames().
struct ReportEntry {
    std::string name;
    std::string bytes;

    bool operator==(const ReportEntry&) const = default;
};

/// Writes the entries, in this order, to `file`: a .zip, or a gzipped tar when it ends in ".tar.gz" or ".tgz". The
/// finished archive replaces an older one at once, or the older one stays as it was; its mode is 0600, for a report
/// tells of a cluster. Refuses whatever readReport() would refuse.
/// **Thread**: any; it blocks on the disk. **Errors**: Io, naming the file.
Result<Unit> writeReport(const std::string& file, const std::vector<ReportEntry>& entries);

/// Reads a report that may come from anyone. Nothing is unpacked to disk, and nothing is returned unless every entry
/// keeps the rules of report_rules.h. The kind is told by the first bytes, not by the name.
/// **Thread**: any; it blocks on the disk. **Errors**: Io, naming the file.
Result<std::vector<ReportEntry>> readReport(const std::string& file);

}  // namespace rollcall
