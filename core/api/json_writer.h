// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/api/text.h"

namespace rollcall {

/// Writes compact JSON piece by piece: commas, quotes and escapes are its business. Calls must nest properly.
/// Thread: one at a time.
class JsonWriter {
public:
    JsonWriter& beginObject() { return open('{'); }
    JsonWriter& endObject() { return close('}'); }
    JsonWriter& beginArray() { return open('['); }
    JsonWriter& endArray() { return close(']'); }
    JsonWriter& key(std::string_view name) {
        separate();
        appendJsonString(m_text, name);
        m_text += ':';
        m_comma = false;
        return *this;
    }
    JsonWriter& string(std::string_view value) {
        separate();
        appendJsonString(m_text, value);
        return *this;
    }
    JsonWriter& number(std::int64_t value) { return raw(std::to_string(value)); }
    JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
    JsonWriter& null() { return raw("null"); }
    /// JSON text from elsewhere.
    JsonWriter& raw(std::string_view json) {
        separate();
        m_text += json;
        return *this;
    }

    JsonWriter& field(std::string_view name, std::string_view value) { return key(name).string(value); }
    /// Left out when empty, as Go's omitempty.
    JsonWriter& optionalField(std::string_view name, std::string_view value) {
        return value.empty() ? *this : field(name, value);
    }

    const std::string& text() const { return m_text; }
    std::string take() { return std::move(m_text); }

private:
    void separate() {
        if (m_comma) m_text += ',';
        m_comma = true;
    }
    JsonWriter& open(char bracket) {
        separate();
        m_text += bracket;
        m_comma = false;
        return *this;
    }
    JsonWriter& close(char bracket) {
        m_text += bracket;
        m_comma = true;
        return *this;
    }

    std::string m_text;
    bool m_comma = false;
};

}  // namespace rollcall
