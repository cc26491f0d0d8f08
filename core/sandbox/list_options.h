// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/sandbox/api_request.h"
#include "core/sandbox/resource_descriptor.h"

namespace rollcall::sandbox {

/// Where a paged list goes on (apiserver storage.EncodeContinue). `left` is ours: how many items follow, so that it
/// need not be counted again for every page.
struct ContinueToken {
    std::int64_t revision = 0;  ///< -1: whatever is there now
    std::string startKey;       ///< without the namespace of the request
    std::size_t left = 0;

    std::string encode() const;
    static Outcome<ContinueToken> decode(const std::string& text);
};

/// The parameters of a list or watch, decoded and checked as metav1.ListOptions is.
struct ListOptions {
    LabelSelector labels;
    FieldSelector fields;  ///< with the names of the stored form
    bool watch = false, bookmarks = false;
    std::optional<bool> sendInitialEvents;
    std::string resourceVersion;  ///< "" when unset
    std::uint64_t revision = 0;   ///< of it
    std::string match;            ///< resourceVersionMatch
    std::size_t limit = 0;
    std::optional<ContinueToken> token;
    std::int64_t timeoutSeconds = 0;  ///< 0 when unset
    IncludeObject include = IncludeObject::Metadata;

    static Outcome<ListOptions> parse(const Query& query, const ResourceDescriptor& descriptor);
    bool selects() const { return !labels.empty() || !fields.empty(); }
};

}  // namespace rollcall::sandbox
