// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_bundle.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "core/report/archive.h"
#include "core/report/report_rules.h"
#include "core/report/tar_listing.h"
#include "core/report/zip_listing.h"

namespace rollcall {
namespace {

Error atFile(const char* doing, const std::string& file, const std::string& why) {
    return makeError(ErrorKind::Io, std::string(doing) + " " + file + ": " + why);
}
Error systemError(const char* doing, const std::string& file) {
    return atFile(doing, file, std::generic_category().message(errno));
}

bool isTarGz(const std::string& file) {
    return file.ends_with(".tar.gz") || file.ends_with(".tgz");
}

/// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_fd; }
    bool valid() const { return m_fd >= 0; }
    /// The last moment at which a network file system tells of a failed write.
    bool close() {
        const int fd = m_fd;
        m_fd = -1;
        return fd < 0 || ::close(fd) == 0;
    }

private:
    int m_fd;
};

bool writeAll(int fd, const std::string& bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto wrote = ::write(fd, bytes.data() + done, bytes.size() - done);
        if (wrote < 0 && errno != EINTR) {
            return false;
        }
        done += static_cast<std::size_t>(std::max<ssize_t>(wrote, 0));
    }
    return ::fsync(fd) == 0;
}

/// The finished bytes go to a neighbour of `file` that only its owner can read, and then take its name in one step.
Result<Unit> replaceFile(const std::string& file, const std::string& bytes) {
    std::string temporary = file + ".XXXXXX";
    Descriptor fd(::mkostemp(temporary.data(), O_CLOEXEC));  // mode 0600, by definition
    if (!fd.valid()) {
        return systemError("cannot write", file);
    }
    if (!writeAll(fd.get(), bytes) || !fd.close() || std::rename(temporary.c_str(), file.c_str()) != 0) {
        const auto error = systemError("cannot write", file);
        ::unlink(temporary.c_str());
        return error;
    }
    return Unit{};
}

Result<Unit> checkEntries(const std::vector<report::ListedEntry>& listing, std::uint64_t archiveBytes) {
    if (auto sizes = report::checkReportSizes(listing, archiveBytes); !sizes) {
        return sizes;
    }
    std::vector<std::string> names;
    names.reserve(listing.size());
    for (const auto& entry : listing) {
        names.push_back(entry.name);
    }
    return report::checkReportNames(names);
}

Result<std::string> readWhole(const std::string& file) {
    // O_NONBLOCK: a pipe of this name must not hold us.
    const Descriptor fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat info {};
    if (!fd.valid() || ::fstat(fd.get(), &info) != 0) {
        return systemError("cannot read", file);
    }
    if (!S_ISREG(info.st_mode)) {
        return atFile("cannot read", file, "not a file");
    }
    if (static_cast<std::uint64_t>(info.st_size) > report::maxTotalBytes) {
        return atFile("cannot read", file, "too large for a report");
    }
    std::string bytes(static_cast<std::size_t>(info.st_size), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto got = ::read(fd.get(), bytes.data() + done, bytes.size() - done);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return got == 0 ? atFile("cannot read", file, "it changed meanwhile") : systemError("cannot read", file);
        }
        done += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    }
    return bytes;
}

Result<std::vector<ReportEntry>> readZip(const std::string& bytes) {
    const auto listing = report::listZip(bytes);
    if (!listing) {
        return listing.error();
    }
    if (auto allowed = checkEntries(*listing, bytes.size()); !allowed) {
        return allowed.error();
    }
    return report::unpackZip(bytes, *listing);
}

Result<std::vector<ReportEntry>> readTarGz(const std::string& bytes) {
    // Each entry takes a header and is filled up to whole blocks.
    constexpr std::uint64_t overhead = (report::maxEntries + 16) * 1024;
    const auto byRatio = std::max(report::ratioFreeBytes, report::maxRatio * bytes.size());
    const auto tar = report::gunzip(bytes, std::min(report::maxTotalBytes, byRatio) + overhead);
    if (!tar) {
        return tar.error();
    }
    const auto listing = report::listTar(*tar);
    if (!listing) {
        return listing.error();
    }
    if (auto allowed = checkEntries(*listing, bytes.size()); !allowed) {
        return allowed.error();
    }
    std::vector<ReportEntry> entries;
    entries.reserve(listing.value().size());
    for (const auto& listed : *listing) {
        entries.push_back({listed.name, tar.value().substr(listed.offset, listed.size)});
    }
    return entries;
}

}  // namespace

Result<Unit> writeReport(const std::string& file, const std::vector<ReportEntry>& entries) {
    std::vector<report::ListedEntry> listing;
    listing.reserve(entries.size());
    for (const auto& entry : entries) {
        listing.push_back({entry.name, entry.bytes.size(), 0, 0});
    }
    // Once before packing, so that nothing oversized is packed; once after it, when the ratio is known.
    if (auto allowed = checkEntries(listing, report::maxTotalBytes); !allowed) {
        return atFile("cannot write", file, allowed.error().message);
    }
    const auto packed = isTarGz(file) ? report::packTarGz(entries) : report::packZip(entries);
    if (!packed) {
        return atFile("cannot write", file, packed.error().message);
    }
    if (auto allowed = report::checkReportSizes(listing, packed.value().size()); !allowed) {
        return atFile("cannot write", file, allowed.error().message);
    }
    return replaceFile(file, *packed);
}

Result<std::vector<ReportEntry>> readReport(const std::string& file) {
    const auto bytes = readWhole(file);
    if (!bytes) {
        return bytes.error();
    }
    constexpr std::string_view gzipMagic{"\x1f\x8b", 2};
    auto entries = bytes.value().starts_with(gzipMagic) ? readTarGz(*bytes) : readZip(*bytes);
    if (!entries) {
        return atFile("cannot read", file, entries.error().message);
    }
    return entries;
}

}  // namespace rollcall
