// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/archive.h"

#include <KCompressionDevice>
#include <KTar>
#include <KZip>
#include <QBuffer>
#include <algorithm>
#include <array>
#include <memory>

namespace rollcall::report {
namespace {

QByteArray view(const std::string& bytes) {
    return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

/// CRC-32 of ISO 3309, which zip and gzip use; KArchive compares neither.
std::uint32_t crc32(const std::string& bytes) {
    static const auto table = [] {
        std::array<std::uint32_t, 256> t{};
        for (std::uint32_t i = 0; i < t.size(); ++i) {
            std::uint32_t c = i;
            for (int bit = 0; bit < 8; ++bit) {
                c = (c & 1U) != 0 ? 0xedb88320U ^ (c >> 1U) : c >> 1U;
            }
            t[i] = c;
        }
        return t;
    }();
    std::uint32_t crc = 0xffffffffU;
    for (char byte : bytes) {
        crc = table[(crc ^ static_cast<unsigned char>(byte)) & 0xffU] ^ (crc >> 8U);
    }
    return ~crc;
}

Result<Unit> addAll(KArchive& archive, const std::vector<ReportEntry>& entries) {
    for (const auto& entry : entries) {
        if (!archive.writeFile(QString::fromStdString(entry.name), view(entry.bytes), 0100600)) {
            return refused("the archive writer failed at " + showName(entry.name) + ": " +
                           archive.errorString().toStdString());
        }
    }
    if (!archive.close()) {
        return refused("the archive writer failed: " + archive.errorString().toStdString());
    }
    return Unit{};
}

/// Reads at most `limit` + 1 bytes: one more than expected tells that the entry lied about its size.
std::string readCapped(QIODevice& device, std::uint64_t limit) {
    constexpr std::uint64_t step = 256 * 1024;
    std::string bytes;
    while (bytes.size() <= limit) {
        const auto had = bytes.size();
        bytes.resize(had + std::min<std::uint64_t>(step, limit + 1 - had));
        const auto got = device.read(bytes.data() + had, static_cast<qint64>(bytes.size() - had));
        bytes.resize(had + static_cast<std::size_t>(std::max<qint64>(got, 0)));
        if (got <= 0) {
            break;
        }
    }
    return bytes;
}

}  // namespace

Result<std::string> packZip(const std::vector<ReportEntry>& entries) {
    QBuffer buffer;
    KZip zip(&buffer);
    if (!zip.open(QIODevice::WriteOnly)) {
        return refused("the archive writer failed: " + zip.errorString().toStdString());
    }
    if (auto added = addAll(zip, entries); !added) {
        return added.error();
    }
    return buffer.data().toStdString();
}

Result<std::string> packTarGz(const std::vector<ReportEntry>& entries) {
    QBuffer tarBuffer;
    KTar tar(&tarBuffer);
    if (!tar.open(QIODevice::WriteOnly)) {
        return refused("the archive writer failed: " + tar.errorString().toStdString());
    }
    if (auto added = addAll(tar, entries); !added) {
        return added.error();
    }
    // The two closing blocks that POSIX asks for; KTar leaves them out.
    const QByteArray stream = tarBuffer.data() + QByteArray(1024, '\0');
    QBuffer gzipped;
    KCompressionDevice gzip(&gzipped, false, KCompressionDevice::GZip);
    if (!gzip.open(QIODevice::WriteOnly) || gzip.write(stream) != stream.size()) {
        return refused("the gzip writer failed: " + gzip.errorString().toStdString());
    }
    gzip.close();
    return gzipped.data().toStdString();
}

Result<std::vector<ReportEntry>> unpackZip(const std::string& bytes, const std::vector<ListedEntry>& listing) {
    auto raw = view(bytes);
    QBuffer buffer(&raw);
    KZip zip(&buffer);
    if (!zip.open(QIODevice::ReadOnly) || zip.directory() == nullptr) {
        return refused("it is damaged: " + zip.errorString().toStdString());
    }
    std::vector<ReportEntry> entries;
    entries.reserve(listing.size());
    for (const auto& listed : listing) {
        const auto* file = zip.directory()->file(QString::fromStdString(listed.name));
        const std::unique_ptr<QIODevice> device(file != nullptr ? file->createDevice() : nullptr);
        if (device == nullptr) {
            return refused(showName(listed.name) + " is damaged");
        }
        auto content = readCapped(*device, listed.size);
        if (content.size() != listed.size || crc32(content) != listed.crc32) {
            return refused(showName(listed.name) + " is damaged");
        }
        entries.push_back({listed.name, std::move(content)});
    }
    return entries;
}

Result<std::string> gunzip(const std::string& bytes, std::uint64_t limit) {
    auto raw = view(bytes);
    QBuffer buffer(&raw);
    KCompressionDevice gzip(&buffer, false, KCompressionDevice::GZip);
    if (!gzip.open(QIODevice::ReadOnly)) {
        return refused("it is damaged: " + gzip.errorString().toStdString());
    }
    auto unpacked = readCapped(gzip, limit);
    if (unpacked.size() > limit) {
        return refused("it unpacks to more than " + std::to_string(limit / 1024 / 1024) + " MiB");
    }
    // The trailer (RFC 1952): checksum and length, least byte first. Only a whole stream of one member has it here.
    constexpr std::size_t trailer = 8;
    const auto length = static_cast<std::uint32_t>(unpacked.size());
    std::string expected;
    for (const std::uint32_t value : {crc32(unpacked), length}) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            expected += static_cast<char>(value >> shift & 0xffU);
        }
    }
    if (bytes.size() < trailer || bytes.compare(bytes.size() - trailer, trailer, expected) != 0) {
        return refused("it is damaged or cut off");
    }
    return unpacked;
}

}  // namespace rollcall::report
