// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/local_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "core/api/text.h"

namespace rollcall {

namespace {

class Descriptor {
public:
    explicit Descriptor(const std::string& path)
        : m_fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
    ~Descriptor() {
        if (m_fd >= 0) ::close(m_fd);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return m_fd; }

private:
    int m_fd;
};

Error fileError(const std::string& path, const std::string& why) {
    return makeError(ErrorKind::Config, "cannot read " + printable(path) + ": " + why);
}

Error systemError(const std::string& path, int code) {
    std::string why = std::generic_category().message(code);
    struct stat info {};
    if (code == EACCES && ::stat(path.c_str(), &info) == 0) {
        std::array<char, 16> mode{};
        std::snprintf(mode.data(), mode.size(), "%04o", static_cast<unsigned>(info.st_mode & 07777));
        why += std::string(" (its mode is ") + mode.data() + ")";
    }
    Error error = fileError(path, why);
    if (code == ENOENT || code == ENOTDIR) error.reason = "NotFound";
    return error;
}

}  // namespace

Result<std::string> readLocalFile(const std::string& path, std::size_t most) {
    const Descriptor file(path);
    if (file.get() < 0) return systemError(path, errno);
    struct stat info {};
    if (::fstat(file.get(), &info) != 0) return systemError(path, errno);
    if (S_ISDIR(info.st_mode)) return fileError(path, "it is a folder");
    if (!S_ISREG(info.st_mode)) return fileError(path, "it is no regular file");
    const std::string tooLarge = "it is larger than " + std::to_string(most / 1024) + " KiB";
    if (static_cast<std::uint64_t>(info.st_size) > most) return fileError(path, tooLarge);
    std::string content;
    std::array<char, 65536> block{};
    for (;;) {
        const ssize_t count = ::read(file.get(), block.data(), block.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return systemError(path, errno);
        if (count == 0) return content;
        content.append(block.data(), static_cast<std::size_t>(count));
        if (content.size() > most) return fileError(path, tooLarge);
    }
}

}  // namespace rollcall
