// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room: simdjson stays out of the public headers.
#pragma once

#include <simdjson.h>

#include <charconv>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rollcall::json {

namespace od = simdjson::ondemand;

/// A parser and a padded copy of the text it reads. simdjson reads up to SIMDJSON_PADDING bytes past the end, which a
/// view into a network buffer does not own.
class Scratch {
public:
    /// Copies `text`; the document is valid until the next call.
    simdjson::error_code open(std::string_view text, od::document& document);
    /// Reads `text` where it is, when its spare capacity can be made to hold the padding.
    simdjson::error_code openInPlace(std::string& text, od::document& document);
    /// What the document's views point into.
    std::string_view text() const { return m_text; }
    /// A huge answer must not stay resident for the rest of the thread's life.
    void shrink();

private:
    simdjson::error_code parse(const char* data, std::size_t size, std::size_t allocated, od::document& document);

    std::unique_ptr<char[]> m_buffer;
    std::size_t m_capacity = 0;
    std::string_view m_text;
    od::parser m_parser;
};

/// Borrows one of the thread's scratches; nested leases get different ones.
class ScratchLease {
public:
    ScratchLease();
    ~ScratchLease();
    ScratchLease(const ScratchLease&) = delete;
    ScratchLease& operator=(const ScratchLease&) = delete;
    Scratch* operator->() const { return m_scratch.get(); }

private:
    std::unique_ptr<Scratch> m_scratch;
};

inline std::string_view trimmed(std::string_view text) {
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    return text;
}

/// The key as written. Escapes are left alone: no field that we look for needs them.
inline std::string_view keyOf(od::field& field) {
    const char* start = field.key().raw();
    const char* end = start;
    while (*end != '"') end += *end == '\\' ? 2 : 1;
    return {start, static_cast<std::size_t>(end - start)};
}

/// The scalar's text, quotes included, without consuming it.
inline std::string_view tokenOf(od::value& value) {
    return trimmed(value.raw_json_token());
}

inline char firstOf(od::value& value) {
    return value.raw_json_token().front();
}

/// False, with `out` untouched, when the value is no string (G4: a wrong type is an absent field).
inline bool readString(od::value& value, std::string& out) {
    const std::string_view token = tokenOf(value);
    if (token.size() < 2 || token.front() != '"') return false;
    const std::string_view inner = token.substr(1, token.size() - 2);
    if (!std::memchr(inner.data(), '\\', inner.size())) {
        out.assign(inner);
        return true;
    }
    std::string_view unescaped;
    if (value.get_string().get(unescaped) != simdjson::SUCCESS) return false;
    out.assign(unescaped);
    return true;
}

inline bool readInteger(od::value& value, std::int64_t& out) {
    const std::string_view token = tokenOf(value);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
    if (error != std::errc() || end != token.data() + token.size()) return false;
    out = number;
    return true;
}

/// After everything was read: nothing but blanks follows.
inline bool isAtEnd(od::document& document) {
    const char* rest = nullptr;
    return document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS;
}

/// The text of any value, consumed.
simdjson::error_code rawValue(od::value& value, std::string_view& out);

/// Calls `visit(key, value)` for each field of `value`; not being an object is no error, only no fields. `visit`
/// returns an error code, so that a broken document ends the walk.
template <class Visit>
simdjson::error_code eachField(od::object& object, Visit&& visit) {
    for (auto item : object) {
        od::field field;
        if (const auto error = std::move(item).get(field)) return error;
        const std::string_view key = keyOf(field);
        od::value value = field.value();
        if (const auto error = visit(key, value)) return error;
    }
    return simdjson::SUCCESS;
}

template <class Visit>
simdjson::error_code eachField(od::value& value, Visit&& visit) {
    if (firstOf(value) != '{') return simdjson::SUCCESS;
    od::object object;
    if (const auto error = value.get_object().get(object)) return error;
    return eachField(object, std::forward<Visit>(visit));
}

}  // namespace rollcall::json
