// SPDX-License-Identifier: GPL-3.0-or-later
#include "hostile_archives.h"

#include <zlib.h>

#include <cstdio>

namespace hostile {
namespace {

std::string little(std::uint64_t value, int width) {
    std::string bytes;
    for (int i = 0; i < width; ++i, value >>= 8U) {
        bytes += static_cast<char>(value & 0xffU);
    }
    return bytes;
}

std::string packed(const std::string& bytes, int windowBits) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, bytes.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

struct Packed {
    std::string data;
    unsigned method;
    std::uint64_t size;
    unsigned long crc;
};

Packed pack(const ZipEntry& entry) {
    const bool stored = entry.method == 0;
    auto crc =
        ::crc32(0, reinterpret_cast<const Bytef*>(entry.content.data()), static_cast<uInt>(entry.content.size()));
    return {stored ? entry.content : packed(entry.content, -MAX_WBITS),
            entry.method < 0 ? 8U : static_cast<unsigned>(entry.method),
            entry.claimedSize < 0 ? entry.content.size() : static_cast<std::uint64_t>(entry.claimedSize),
            entry.wrongChecksum ? crc ^ 1U : crc};
}

}  // namespace

std::string gzip(const std::string& bytes) {
    return packed(bytes, MAX_WBITS + 16);
}

std::string zip(const std::vector<ZipEntry>& entries, const std::string& comment) {
    std::string locals;
    std::string directory;
    for (const auto& entry : entries) {
        const auto p = pack(entry);
        const auto common = little(20, 2) + little(entry.flags, 2) + little(p.method, 2) + little(0x5d7e21, 4) +
                            little(p.crc, 4) + little(p.data.size(), 4) + little(p.size, 4);
        const auto& localName = entry.localName.empty() ? entry.name : entry.localName;
        directory += "PK\x01\x02" + little(3U << 8U | 20U, 2) + common + little(entry.name.size(), 2) + little(0, 2) +
                     little(0, 2) + little(0, 2) + little(0, 2) + little(std::uint64_t{entry.unixMode} << 16U, 4) +
                     little(locals.size(), 4) + entry.name;
        locals += "PK\x03\x04" + common + little(localName.size(), 2) + little(0, 2) + localName + p.data;
    }
    return locals + directory + "PK\x05\x06" + little(0, 4) + little(entries.size(), 2) + little(entries.size(), 2) +
           little(directory.size(), 4) + little(locals.size(), 4) + little(comment.size(), 2) + comment;
}

std::string tar(const std::vector<TarEntry>& entries, bool closed) {
    std::string out;
    const auto put = [](std::string& header, std::size_t at, const std::string& field) {
        header.replace(at, field.size(), field);
    };
    const auto octal = [](std::size_t value, int digits) {
        char text[16];
        std::snprintf(text, sizeof text, "%0*zo", digits, value);
        return std::string(text);
    };
    for (const auto& entry : entries) {
        std::string header(512, '\0');
        put(header, 0, entry.name);
        put(header, 100, "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, entry.sizeField.empty() ? octal(entry.content.size(), 11) : entry.sizeField);
        put(header, 136, "15303337510");
        put(header, 148, "        ");
        header[156] = entry.type;
        put(header, 157, entry.link);
        put(header, 257, std::string("ustar\00000", 8));
        put(header, 345, entry.prefix);
        std::size_t sum = entry.wrongChecksum ? 1 : 0;
        for (char c : header) {
            sum += static_cast<unsigned char>(c);
        }
        put(header, 148, octal(sum, 6) + std::string("\0 ", 2));
        out += header + entry.content + std::string((512 - entry.content.size() % 512) % 512, '\0');
    }
    return closed ? out + std::string(1024, '\0') : out;
}

}  // namespace hostile
