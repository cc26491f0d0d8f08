// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/object_words.h"

#include "core/base/time_text.h"
#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"

namespace rollcall {

QString objectAge(const ObjectMeta& meta, WallTime now) {
    const auto created = parseRfc3339(meta.creationTimestamp);
    return created ? ageText(now - *created) : QString();
}

qlonglong creationNanos(const ObjectMeta& meta) {
    const auto created = parseRfc3339(meta.creationTimestamp);
    return created ? qlonglong(created->time_since_epoch().count()) : 0;
}

QString versionSortKey(const std::string& version) {
    constexpr int kDigitsOfUint64 = 20;
    return rawText(version).rightJustified(kDigitsOfUint64, u'0');
}

}  // namespace rollcall
