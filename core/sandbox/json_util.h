// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace rollcall::sandbox {

/// Objects keep their members sorted, as Go's encoder writes maps.
using Json = nlohmann::json;

/// Reads one JSON document. On failure `error` gets the wording of Go's encoding/json.
std::optional<Json> parseJson(std::string_view text, std::string& error);

/// Compact; bytes that are no UTF-8 are replaced, so that it never fails.
std::string dump(const Json& value);
std::string dumpPretty(const Json& value);

/// The member at a dotted path ("metadata.name"), or nullptr. Keys with dots in them need at().
const Json* find(const Json& root, std::string_view dottedPath);
/// The string there, or "" when it is absent or no string.
std::string textAt(const Json& root, std::string_view dottedPath);
/// The integer there, or `otherwise`.
std::int64_t intAt(const Json& root, std::string_view dottedPath, std::int64_t otherwise = 0);
bool boolAt(const Json& root, std::string_view dottedPath, bool otherwise = false);
/// The object or array there, or an empty one that outlives the caller.
const Json& objectAt(const Json& root, std::string_view dottedPath);
const Json& arrayAt(const Json& root, std::string_view dottedPath);
/// The strings of an array; anything else in it is passed over.
std::vector<std::string> stringsAt(const Json& root, std::string_view dottedPath);
/// The member as an object, made if it is missing or something else.
Json& ensureObject(Json& parent, const std::string& key);

/// A string as Go's %q writes it.
std::string goQuote(std::string_view text);

}  // namespace rollcall::sandbox
