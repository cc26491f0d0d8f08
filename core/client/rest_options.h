// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rollcall {

using Query = std::vector<std::pair<std::string, std::string>>;

/// metav1.ListOptions as far as it is used; empty and zero members are left out of the query.
struct ListOptions {
    std::string labelSelector, fieldSelector;
    int limit = 0;
    std::string continueToken;
    std::string resourceVersion;
    std::string resourceVersionMatch;

    Query query() const;
};

/// metav1.CreateOptions, UpdateOptions and PatchOptions.
struct WriteOptions {
    bool dryRun = false;  ///< dryRun=All: everything but the storing
    std::string fieldManager = "rollcall";
    bool strict = false;      ///< fieldValidation=Strict: unknown and duplicate fields are errors
    std::string subresource;  ///< "status"

    Query query() const;
};

}  // namespace rollcall
