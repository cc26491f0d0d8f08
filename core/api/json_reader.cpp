// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/json_reader.h"

#include <algorithm>

namespace rollcall::json {

namespace {
// Watch lines are a few kilobytes; what one list of 500 needs is kept, what an unpaged list of everything needs is not.
constexpr std::size_t kSmallestCapacity = 16 * 1024;
constexpr std::size_t kLargestKept = 4 * 1024 * 1024;

/// Some slack for what is kept, none for what is given back at once.
std::size_t roomFor(std::size_t size) {
    return size > kLargestKept ? size : std::max(kSmallestCapacity, size + size / 4);
}

std::vector<std::unique_ptr<Scratch>>& spare() {
    thread_local std::vector<std::unique_ptr<Scratch>> scratches;
    return scratches;
}
}  // namespace

simdjson::error_code Scratch::parse(const char* data, std::size_t size, std::size_t allocated, od::document& document) {
    m_text = {data, size};
    if (m_parser.capacity() < size) {
        if (const auto error = m_parser.allocate(roomFor(size), simdjson::DEFAULT_MAX_DEPTH)) return error;
    }
    return m_parser.iterate(simdjson::padded_string_view(data, size, allocated)).get(document);
}

simdjson::error_code Scratch::open(std::string_view text, od::document& document) {
    const std::size_t wanted = text.size() + simdjson::SIMDJSON_PADDING;
    if (m_capacity < wanted) {
        m_capacity = roomFor(wanted);
        m_buffer.reset(new char[m_capacity]);
    }
    std::memcpy(m_buffer.get(), text.data(), text.size());
    std::memset(m_buffer.get() + text.size(), 0, simdjson::SIMDJSON_PADDING);
    return parse(m_buffer.get(), text.size(), wanted, document);
}

simdjson::error_code Scratch::openInPlace(std::string& text, od::document& document) {
    // Growing and shrinking again writes the padding into the spare capacity. Without spare, growing would double the
    // text.
    const std::size_t size = text.size();
    if (text.capacity() - size < simdjson::SIMDJSON_PADDING) return open(text, document);
    text.append(simdjson::SIMDJSON_PADDING, '\0');
    text.resize(size);
    return parse(text.data(), size, size + simdjson::SIMDJSON_PADDING, document);
}

void Scratch::shrink() {
    m_text = {};
    if (m_capacity > kLargestKept) {
        m_buffer.reset();
        m_capacity = 0;
    }
    if (m_parser.capacity() > kLargestKept) m_parser = od::parser();
}

ScratchLease::ScratchLease() {
    auto& scratches = spare();
    if (scratches.empty()) {
        m_scratch = std::make_unique<Scratch>();
    } else {
        m_scratch = std::move(scratches.back());
        scratches.pop_back();
    }
}

ScratchLease::~ScratchLease() {
    m_scratch->shrink();
    spare().push_back(std::move(m_scratch));
}

simdjson::error_code rawValue(od::value& value, std::string_view& out) {
    const char first = firstOf(value);
    simdjson::error_code error = simdjson::SUCCESS;
    if (first == '{') {
        od::object object;
        error = value.get_object().get(object);
        if (!error) error = object.raw_json().get(out);
    } else if (first == '[') {
        od::array array;
        error = value.get_array().get(array);
        if (!error) error = array.raw_json().get(out);
    } else {
        out = value.raw_json_token();
    }
    out = trimmed(out);
    return error;
}

}  // namespace rollcall::json
