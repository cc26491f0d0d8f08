// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/object_words.h"

#include <charconv>

#include "core/base/time_text.h"
#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"

namespace rollcall {

QString objectAge(const ObjectMeta& meta, WallTime now) {
    const auto created = parseRfc3339(meta.creationTimestamp);
    return created ? ageText(now - *created) : QString();
}

double objectAgeSeconds(const ObjectMeta& meta, WallTime now) {
    const auto created = parseRfc3339(meta.creationTimestamp);
    return created ? std::chrono::duration<double>(now - *created).count() : -1;
}

qlonglong creationNanos(const ObjectMeta& meta) {
    const auto created = parseRfc3339(meta.creationTimestamp);
    return created ? qlonglong(created->time_since_epoch().count()) : 0;
}

QString namespaceOf(const std::string& key) {
    const std::size_t slash = key.find('/');
    return slash == std::string::npos ? QString() : shownText(std::string_view(key).substr(0, slash));
}

int compareVersions(const std::string& a, const std::string& b) {
    return a.size() == b.size() ? a.compare(b) : (a.size() < b.size() ? -1 : 1);
}

std::optional<qlonglong> versionNumber(const std::string& version) {
    qlonglong number = 0;
    const char* const end = version.data() + version.size();
    const auto [stop, error] = std::from_chars(version.data(), end, number);
    const bool plain = error == std::errc() && stop == end && number > 0 && version.front() != '0';
    return plain ? std::optional(number) : std::nullopt;
}

QString versionSortKey(const std::string& version) {
    constexpr int kDigitsOfUint64 = 20;
    return rawText(version).rightJustified(kDigitsOfUint64, u'0');
}

}  // namespace rollcall
