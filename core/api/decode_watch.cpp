// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/decode.h"
#include "core/api/object_reader.h"
#include "core/api/status_reader.h"
#include "core/api/text.h"

namespace rollcall {

namespace {

using simdjson::SUCCESS;
namespace od = json::od;

std::optional<WatchEventType> typeFrom(std::string_view text) {
    if (text == "ADDED") return WatchEventType::Added;
    if (text == "MODIFIED") return WatchEventType::Modified;
    if (text == "DELETED") return WatchEventType::Deleted;
    if (text == "BOOKMARK") return WatchEventType::Bookmark;
    if (text == "ERROR") return WatchEventType::Error;
    return std::nullopt;
}

/// A bookmark may hold nothing but a kind and a resource version (W10).
simdjson::error_code readBookmark(od::value& value, WatchEvent& event) {
    return json::eachField(value, [&](std::string_view part, od::value& meta) {
        if (part != "metadata") return SUCCESS;
        return json::eachField(meta, [&](std::string_view key, od::value& field) {
            if (key == "resourceVersion") json::readString(field, event.resourceVersion);
            if (key != "annotations") return SUCCESS;
            return json::eachField(field, [&](std::string_view name, od::value& text) {
                std::string flag;
                if (name == "k8s.io/initial-events-end" && json::readString(text, flag)) {
                    event.initialEventsEnd = flag == "true";
                }
                return SUCCESS;
            });
        });
    });
}

simdjson::error_code readError(od::value& value, WatchEvent& event) {
    json::StatusFields status;
    const auto error = json::eachField(
        value, [&](std::string_view key, od::value& field) { return json::readStatusField(key, field, status); });
    if (status.kind == "Status") event.error = json::errorFromStatus(status, 0);
    return error;
}

/// client-go ends a watch that it cannot decode with this error (apimachinery errors.NewClientErrorReporter).
Error brokenStream(std::string message) {
    Error error = makeError(ErrorKind::Protocol, std::move(message));
    error.httpStatus = 500;
    error.reason = "InternalError";
    error.cause = kWatchDecoding;
    return error;
}

struct LineReader {
    const ResourceType& type;
    WatchEvent event;
    std::string typeText;
    std::string_view early;  // "object" came before "type": kept as text and read afterwards
    std::optional<Error> unreadable;

    simdjson::error_code readObject(od::value& value) {
        if (event.type == WatchEventType::Bookmark) return readBookmark(value, event);
        if (event.type == WatchEventType::Error) return readError(value, event);
        simdjson::error_code broken = SUCCESS;
        auto object = json::readObject(value, type, broken);
        if (!object)
            unreadable = object.error();
        else {
            event.object = std::move(object).value();
            event.resourceVersion = event.object->meta.resourceVersion;
        }
        return broken;
    }

    simdjson::error_code read(od::document& document) {
        od::object line;
        if (const auto error = document.get_object().get(line)) return error;
        std::optional<WatchEventType> known;
        const auto error = json::eachField(line, [&](std::string_view key, od::value& value) {
            if (key == "type") {
                json::readString(value, typeText);
                known = typeFrom(typeText);
                if (known) event.type = *known;
            } else if (key == "object") {
                if (!known) return json::rawValue(value, early);
                return readObject(value);
            }
            return SUCCESS;
        });
        if (error) return error;
        if (!known)
            unreadable = brokenStream("unknown watch event type \"" + printable(firstCharacters(typeText, 40)) + '"');
        return json::isAtEnd(document) ? SUCCESS : simdjson::TRAILING_CONTENT;
    }

    simdjson::error_code readEarly() {
        json::ScratchLease scratch;
        od::document document;
        if (const auto error = scratch->open(early, document)) return error;
        od::value value;
        if (const auto error = document.get_value().get(value)) return error;
        return readObject(value);
    }
};

}  // namespace

Result<WatchEvent> decodeWatchEvent(std::string_view line, const ResourceType& type) {
    json::ScratchLease scratch;
    od::document document;
    LineReader reader{type, {}, {}, {}, {}};
    reader.event.error = makeError(ErrorKind::Protocol, "the watch reported an error without a Status");
    simdjson::error_code error = scratch->open(line, document);
    if (!error) error = reader.read(document);
    if (!error && !reader.unreadable && !reader.early.empty()) error = reader.readEarly();
    if (error) {
        std::string message = std::string("unreadable watch event: ") + simdjson::error_message(error);
        // Bytes that are no UTF-8 spoil this event only (W7); Go's decoder would put U+FFFD for them.
        if (error == simdjson::UTF8_ERROR) return makeError(ErrorKind::Protocol, std::move(message));
        return brokenStream(std::move(message));
    }
    if (reader.unreadable) return *reader.unreadable;
    const bool needsObject =
        reader.event.type != WatchEventType::Bookmark && reader.event.type != WatchEventType::Error;
    if (needsObject && !reader.event.object) return makeError(ErrorKind::Protocol, "watch event without an object");
    if (reader.event.type != WatchEventType::Error) reader.event.error = {};
    return std::move(reader.event);
}

}  // namespace rollcall
