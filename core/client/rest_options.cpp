// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/rest_options.h"

namespace rollcall {

namespace {
void add(Query& query, const char* key, const std::string& value) {
    if (!value.empty()) query.emplace_back(key, value);
}
}  // namespace

Query ListOptions::query() const {
    Query query;
    add(query, "labelSelector", labelSelector);
    add(query, "fieldSelector", fieldSelector);
    if (limit > 0) add(query, "limit", std::to_string(limit));
    add(query, "continue", continueToken);
    add(query, "resourceVersion", resourceVersion);
    add(query, "resourceVersionMatch", resourceVersionMatch);
    return query;
}

Query WriteOptions::query() const {
    Query query;
    if (dryRun) add(query, "dryRun", "All");
    add(query, "fieldManager", fieldManager);
    if (strict) add(query, "fieldValidation", "Strict");
    return query;
}

}  // namespace rollcall
