// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/api/decode.h"
#include "core/api/object_reader.h"
#include "core/api/status_reader.h"
#include "core/api/text.h"

namespace rollcall {

namespace {

using simdjson::SUCCESS;
namespace od = json::od;

/// Bytes that were not UTF-8, by offset into the repaired text: an item that holds one is unreadable (W7).
using Wounds = std::vector<std::size_t>;

bool isWounded(const Wounds& wounds, std::string_view text, std::string_view item) {
    if (wounds.empty()) return false;
    const auto begin = static_cast<std::size_t>(item.data() - text.data());
    const auto it = std::lower_bound(wounds.begin(), wounds.end(), begin);
    return it != wounds.end() && *it < begin + item.size();
}

struct ListReader {
    const ResourceType& type;
    const Wounds& wounds;
    std::string_view text;
    ListPage page;
    json::StatusFields head;
    bool hasItems = false;

    simdjson::error_code readMeta(od::value& value) {
        return json::eachField(value, [&](std::string_view key, od::value& field) {
            std::int64_t number = 0;
            if (key == "resourceVersion")
                json::readString(field, page.resourceVersion);
            else if (key == "continue")
                json::readString(field, page.continueToken);
            else if (key == "remainingItemCount" && json::readInteger(field, number))
                page.remaining = number;
            return SUCCESS;
        });
    }

    simdjson::error_code readItem(od::value& item) {
        const char* begin = item.raw_json_token().data();
        simdjson::error_code broken = SUCCESS;
        auto object = json::readObject(item, type, broken);
        if (broken) return broken;
        if (object) {
            const char* end = begin;
            if (!wounds.empty() && item.current_location().get(end) != SUCCESS) end = text.data() + text.size();
            if (!isWounded(wounds, text, {begin, static_cast<std::size_t>(end - begin)})) {
                page.items.push_back(std::move(object).value());
                return SUCCESS;
            }
        }
        ++page.skipped;
        return SUCCESS;
    }

    simdjson::error_code readItems(od::value& value) {
        hasItems = true;
        if (json::firstOf(value) != '[') return SUCCESS;
        od::array items;
        if (const auto error = value.get_array().get(items)) return error;
        for (auto element : items) {
            od::value item;
            if (const auto error = std::move(element).get(item)) return error;
            if (const auto error = readItem(item)) return error;
        }
        return SUCCESS;
    }

    simdjson::error_code read(od::document& document) {
        od::object object;
        if (const auto error = document.get_object().get(object)) return error;
        const auto error = json::eachField(object, [&](std::string_view key, od::value& value) {
            if (key == "items") return readItems(value);
            if (key == "metadata") return readMeta(value);
            return json::readStatusField(key, value, head);
        });
        if (error) return error;
        return json::isAtEnd(document) ? SUCCESS : simdjson::TRAILING_CONTENT;
    }
};

bool endsWith(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

Result<ListPage> finish(ListReader& reader, simdjson::error_code error) {
    if (error) {
        const bool json = !reader.text.empty() && (reader.text.front() == '{' || reader.text.front() == '[');
        return makeError(ErrorKind::Protocol, json ? "the list of " + reader.type.plural +
                                                         " is cut off or damaged: " + simdjson::error_message(error)
                                                   : json::notKubernetes(reader.text));
    }
    if (reader.head.kind == "Status") return json::errorFromStatus(reader.head, 0);
    // A list without items is an empty one (W22); without any sign of being a list it is something else.
    if (!endsWith(reader.head.kind, "List") && !(reader.head.kind.empty() && reader.hasItems)) {
        return makeError(ErrorKind::Protocol, "the answer is no list of " + reader.type.plural);
    }
    return std::move(reader.page);
}

Result<ListPage> decodeRepaired(std::string_view body, const ResourceType& type) {
    Wounds wounds;
    const std::string repaired = validUtf8(body, &wounds);
    json::ScratchLease scratch;
    od::document document;
    simdjson::error_code error = scratch->open(repaired, document);
    ListReader reader{type, wounds, scratch->text(), {}, {}};
    if (!error) error = reader.read(document);
    return finish(reader, error);
}

}  // namespace

Result<ListPage> decodeList(std::string_view body, const ResourceType& type) {
    static const Wounds none;
    json::ScratchLease scratch;
    od::document document;
    simdjson::error_code error = scratch->open(body, document);
    if (error == simdjson::UTF8_ERROR) return decodeRepaired(body, type);
    ListReader reader{type, none, scratch->text(), {}, {}};
    if (!error) error = reader.read(document);
    return finish(reader, error);
}

Result<ListPage> decodeListInPlace(std::string& body, const ResourceType& type) {
    static const Wounds none;
    json::ScratchLease scratch;
    od::document document;
    simdjson::error_code error = scratch->openInPlace(body, document);
    if (error == simdjson::UTF8_ERROR) return decodeRepaired(body, type);
    ListReader reader{type, none, body, {}, {}};
    if (!error) error = reader.read(document);
    return finish(reader, error);
}

}  // namespace rollcall
