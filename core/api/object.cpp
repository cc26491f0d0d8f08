// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/object.h"

#include <algorithm>

namespace rollcall {

Result<NamespacedName> splitKey(std::string_view key) {
    const auto slash = key.find('/');
    if (slash == std::string_view::npos) return NamespacedName{{}, std::string(key)};
    if (key.find('/', slash + 1) != std::string_view::npos) {
        return makeError(ErrorKind::Internal, "unexpected key format: \"" + std::string(key) + "\"");
    }
    return NamespacedName{std::string(key.substr(0, slash)), std::string(key.substr(slash + 1))};
}

namespace {
bool isResourceVersion(std::string_view v) {
    return !v.empty() && v.front() != '0' &&
           std::all_of(v.begin(), v.end(), [](char c) { return c >= '0' && c <= '9'; });
}
}  // namespace

std::optional<int> compareResourceVersions(std::string_view a, std::string_view b) {
    if (!isResourceVersion(a) || !isResourceVersion(b)) return std::nullopt;
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    const int order = a.compare(b);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

}  // namespace rollcall
