// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/resource.h"

namespace rollcall {

/// One page of a list. `items: null` and a missing `items` are an empty page (W22); items without kind and apiVersion
/// take the list's (W23); an unreadable item is counted in `skipped`, never fatal (W7).
struct ListPage {
    std::vector<ObjectPtr> items;
    std::string resourceVersion;
    std::string continueToken;               ///< empty on the last page
    std::optional<std::int64_t> remaining;   ///< remainingItemCount: an estimate for progress only (W21)
    int skipped = 0;
};

/// Error kinds: Protocol when the text is no JSON list (cut body, HTML); Api when it is a Status.
Result<ListPage> decodeList(std::string_view body, const ResourceType& type);
/// The same without a copy of the text when `body` has 64 bytes of spare capacity, as the transport's answers do.
Result<ListPage> decodeListInPlace(std::string& body, const ResourceType& type);

enum class WatchEventType { Added, Modified, Deleted, Bookmark, Error };

struct WatchEvent {
    WatchEventType type = WatchEventType::Error;
    ObjectPtr object;              ///< Added, Modified, Deleted
    std::string resourceVersion;   ///< of the object or bookmark
    bool initialEventsEnd = false;  ///< bookmark annotated k8s.io/initial-events-end: "true"
    Error error;                   ///< Error: from the Status
};

/// Error::cause when a watch cannot be followed any further: a line that is no JSON, an event of an unknown type (W4).
inline constexpr const char* kWatchDecoding = "ClientWatchDecoding";

/// One line of a watch. A Table, another kind or an unreadable object is a Protocol error: the caller skips that event,
/// unless its cause is kWatchDecoding.
Result<WatchEvent> decodeWatchEvent(std::string_view line, const ResourceType& type);

/// Turns an HTTP answer that is not 2xx, or a Status body, into an Error. Never quotes more than 120 characters of a body
/// that is not a Status, control characters replaced (W32). `retryAfterHeader`: seconds or an HTTP date, may be empty.
Error errorFromAnswer(int httpStatus, std::string_view body, std::string_view contentType, std::string_view retryAfterHeader);

/// The JSON of an object as YAML: stable key order as kubectl's (sorted), block style, strings quoted only where YAML needs
/// it, non-ASCII text as is. `json` must be an object; otherwise the text comes back unchanged.
std::string yamlFromJson(std::string_view json);
/// YAML (or JSON) of one object to compact JSON; numbers, booleans and null by YAML 1.2 core rules, quoted text stays text.
/// Errors: Config with line and column.
Result<std::string> jsonFromYaml(std::string_view yaml);

}  // namespace rollcall
