// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/object_reader.h"

#include <utility>

#include "core/api/lease.h"
#include "core/base/time_text.h"

namespace rollcall {

namespace {

using json::eachField;
using json::readInteger;
using json::readString;
namespace od = json::od;
using simdjson::SUCCESS;

/// Where metadata.managedFields lies in the text, from its key's quote to the end of its value.
struct Span {
    const char* begin = nullptr;
    const char* end = nullptr;
};

simdjson::error_code readMeta(od::value& value, ObjectMeta& meta, Span& managed) {
    return eachField(value, [&](std::string_view key, od::value& field) {
        if (key == "name")
            readString(field, meta.name);
        else if (key == "namespace")
            readString(field, meta.ns);
        else if (key == "uid")
            readString(field, meta.uid);
        else if (key == "resourceVersion")
            readString(field, meta.resourceVersion);
        else if (key == "creationTimestamp")
            readString(field, meta.creationTimestamp);
        else if (key == "deletionTimestamp")
            readString(field, meta.deletionTimestamp);
        else if (key == "generation")
            readInteger(field, meta.generation);
        else if (key == "managedFields") {
            std::string_view raw;
            if (const auto error = json::rawValue(field, raw)) return error;
            managed = {key.data() - 1, raw.data() + raw.size()};
        }
        return SUCCESS;
    });
}

// --- what each kind adds ---------------------------------------------------------------------------------------------

simdjson::error_code readPart(std::string_view part, od::value& value, Student& student) {
    if (part != "spec") return SUCCESS;
    return eachField(value, [&](std::string_view key, od::value& field) {
        if (key == "name")
            readString(field, student.name);
        else if (key == "school")
            readString(field, student.school);
        return SUCCESS;
    });
}

simdjson::error_code readPart(std::string_view part, od::value& value, Pod& pod) {
    if (part == "spec") {
        return eachField(value, [&](std::string_view key, od::value& field) {
            if (key == "nodeName") readString(field, pod.nodeName);
            return SUCCESS;
        });
    }
    if (part != "status") return SUCCESS;
    return eachField(value, [&](std::string_view key, od::value& field) {
        if (key == "phase") readString(field, pod.phase);
        return SUCCESS;
    });
}

simdjson::error_code readPart(std::string_view part, od::value& value, LeaseObject& lease) {
    if (part != "spec") return SUCCESS;
    const auto readTime = [](od::value& field, std::optional<WallTime>& to) {
        std::string text;
        readString(field, text);
        to = parseRfc3339(text);
    };
    return eachField(value, [&](std::string_view key, od::value& field) {
        LeaseSpec& spec = lease.spec;
        if (key == "holderIdentity")
            readString(field, spec.holder);
        else if (key == "leaseDurationSeconds")
            readInteger(field, spec.durationSeconds);
        else if (key == "leaseTransitions")
            readInteger(field, spec.transitions);
        else if (key == "acquireTime")
            readTime(field, spec.acquireTime);
        else if (key == "renewTime")
            readTime(field, spec.renewTime);
        else if (key == "preferredHolder")
            readString(field, spec.preferredHolder);
        else if (key == "strategy")
            readString(field, spec.strategy);
        return SUCCESS;
    });
}

/// Events made through events.k8s.io carry eventTime and series; seen through core/v1 their older fields are null. Read
/// through events.k8s.io/v1 the same fields have other names (pkg/apis/events/v1/conversion.go); no name means two things.
struct EventParts {
    std::string component, reportingComponent, eventTime, lastObserved;
    std::int64_t seriesCount = 0;
};

simdjson::error_code readInvolved(od::value& value, EventObject& event) {
    return eachField(value, [&](std::string_view key, od::value& field) {
        if (key == "kind")
            readString(field, event.involvedKind);
        else if (key == "namespace")
            readString(field, event.involvedNamespace);
        else if (key == "name")
            readString(field, event.involvedName);
        else if (key == "uid")
            readString(field, event.involvedUid);
        return SUCCESS;
    });
}

simdjson::error_code readEventPart(std::string_view part, od::value& value, EventObject& event, EventParts& parts) {
    if (part == "type")
        readString(value, event.type);
    else if (part == "reason")
        readString(value, event.reason);
    else if (part == "message" || part == "note")
        readString(value, event.message);
    else if (part == "firstTimestamp" || part == "deprecatedFirstTimestamp")
        readString(value, event.firstTimestamp);
    else if (part == "lastTimestamp" || part == "deprecatedLastTimestamp")
        readString(value, event.lastTimestamp);
    else if (part == "eventTime")
        readString(value, parts.eventTime);
    else if (part == "count" || part == "deprecatedCount")
        readInteger(value, event.count);
    else if (part == "reportingComponent" || part == "reportingController")
        readString(value, parts.reportingComponent);
    else if (part == "involvedObject" || part == "regarding")
        return readInvolved(value, event);
    else if (part == "source" || part == "deprecatedSource") {
        return eachField(value, [&](std::string_view key, od::value& field) {
            if (key == "component") readString(field, parts.component);
            return SUCCESS;
        });
    } else if (part == "series") {
        return eachField(value, [&](std::string_view key, od::value& field) {
            if (key == "count")
                readInteger(field, parts.seriesCount);
            else if (key == "lastObservedTime")
                readString(field, parts.lastObserved);
            return SUCCESS;
        });
    }
    return SUCCESS;
}

void settle(EventObject& event, EventParts& parts) {
    event.component = parts.component.empty() ? std::move(parts.reportingComponent) : std::move(parts.component);
    if (event.firstTimestamp.empty()) event.firstTimestamp = parts.eventTime;
    if (event.lastTimestamp.empty()) event.lastTimestamp = parts.lastObserved;
    if (event.lastTimestamp.empty()) event.lastTimestamp = event.firstTimestamp;
    if (parts.seriesCount > event.count) event.count = parts.seriesCount;
}

// --- the text that is kept -------------------------------------------------------------------------------------------

bool isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Widens the span by one neighbouring comma, so that what is left is JSON.
void takeComma(Span& span, std::string_view raw) {
    if (!span.begin) return;
    const char* after = span.end;
    while (after < raw.data() + raw.size() && isSpace(*after)) ++after;
    if (*after == ',') {
        span.end = after + 1;
        return;
    }
    const char* before = span.begin;
    while (before > raw.data() && isSpace(before[-1])) --before;
    if (before > raw.data() && before[-1] == ',') span.begin = before - 1;
}

/// The API server answers compactly, and a line break cannot occur inside a JSON string: a cheap sign of other writers.
bool looksPretty(std::string_view raw) {
    const auto colon = raw.find(':');
    return std::memchr(raw.data(), '\n', raw.size()) || (raw.size() > 1 && isSpace(raw[1])) ||
           (colon != std::string_view::npos && colon + 1 < raw.size() && isSpace(raw[colon + 1]));
}

void minifyInPlace(std::string& text) {
    std::string out(text.size() + simdjson::SIMDJSON_PADDING, '\0');
    std::size_t size = 0;
    if (simdjson::minify(text.data(), text.size(), out.data(), size) != SUCCESS) return;
    out.resize(size);
    out.shrink_to_fit();
    text = std::move(out);
}

/// Items of a typed list come without kind and apiVersion (W23); the kept text gets them, as an object read alone has.
std::string keptText(std::string_view raw, Span managed, const Object& object, bool hasKind, bool hasApiVersion) {
    std::string head = "{";
    if (!hasKind) head += "\"kind\":\"" + object.kind + "\",";
    if (!hasApiVersion) head += "\"apiVersion\":\"" + object.apiVersion + "\",";
    takeComma(managed, raw);
    const std::string_view tail =
        managed.begin ? raw.substr(static_cast<std::size_t>(managed.end - raw.data())) : std::string_view();
    const std::string_view body =
        managed.begin ? raw.substr(1, static_cast<std::size_t>(managed.begin - raw.data()) - 1) : raw.substr(1);
    std::string text;
    text.reserve(head.size() + body.size() + tail.size());
    text.append(head).append(body).append(tail);
    if (looksPretty(text)) minifyInPlace(text);
    return text;
}

Error unreadable(const ResourceType& type, std::string why) {
    return makeError(ErrorKind::Protocol, "unreadable " + type.kind + ": " + std::move(why));
}

template <class T>
Result<ObjectPtr> readAs(od::object& source, const ResourceType& type, simdjson::error_code& broken) {
    auto object = std::make_shared<T>();
    [[maybe_unused]] EventParts parts;
    Span managed;
    broken = eachField(source, [&](std::string_view key, od::value& value) {
        if (key == "metadata") return readMeta(value, object->meta, managed);
        if (key == "kind") return readString(value, object->kind), SUCCESS;
        if (key == "apiVersion") return readString(value, object->apiVersion), SUCCESS;
        if constexpr (std::is_same_v<T, EventObject>)
            return readEventPart(key, value, *object, parts);
        else
            return readPart(key, value, *object);
    });
    std::string_view raw;
    if (!broken) broken = source.raw_json().get(raw);
    if (broken) return unreadable(type, simdjson::error_message(broken));
    const bool hasKind = !object->kind.empty(), hasApiVersion = !object->apiVersion.empty();
    if (!hasKind) object->kind = type.kind;
    if (!hasApiVersion) object->apiVersion = type.apiVersion();
    if (object->kind != type.kind) return unreadable(type, "the object is of another kind");
    if (object->apiVersion != type.apiVersion()) return unreadable(type, "the object is of another version");
    if (object->meta.name.empty()) return unreadable(type, "metadata.name is missing");
    if constexpr (std::is_same_v<T, EventObject>) settle(*object, parts);
    object->json = keptText(json::trimmed(raw), managed, *object, hasKind, hasApiVersion);
    return ObjectPtr(std::move(object));
}

template <class T>
Result<ObjectPtr> decodeAs(std::string_view text, const ResourceType& type) {
    json::ScratchLease scratch;
    od::document document;
    od::object object;
    simdjson::error_code error = scratch->open(text, document);
    if (!error) error = document.get_object().get(object);
    if (error) return unreadable(type, simdjson::error_message(error));
    return readAs<T>(object, type, error);
}

template <class T>
Result<ObjectPtr> readValueAs(od::value& value, const ResourceType& type, simdjson::error_code& broken) {
    od::object object;
    broken = value.get_object().get(object);
    if (broken) return unreadable(type, simdjson::error_message(broken));
    return readAs<T>(object, type, broken);
}

}  // namespace

Result<ObjectPtr> decodeStudent(std::string_view json, const ResourceType& type) {
    return decodeAs<Student>(json, type);
}
Result<ObjectPtr> decodePod(std::string_view json, const ResourceType& type) {
    return decodeAs<Pod>(json, type);
}
Result<ObjectPtr> decodeEvent(std::string_view json, const ResourceType& type) {
    return decodeAs<EventObject>(json, type);
}
Result<ObjectPtr> decodeLease(std::string_view json, const ResourceType& type) {
    return decodeAs<LeaseObject>(json, type);
}

Result<ObjectPtr> json::readObject(od::value& value, const ResourceType& type, simdjson::error_code& broken) {
    broken = SUCCESS;
    if (firstOf(value) != '{') return unreadable(type, "it is no object");
    if (type.decode == &decodeStudent) return readValueAs<Student>(value, type, broken);
    if (type.decode == &decodePod) return readValueAs<Pod>(value, type, broken);
    if (type.decode == &decodeEvent) return readValueAs<EventObject>(value, type, broken);
    if (type.decode == &decodeLease) return readValueAs<LeaseObject>(value, type, broken);
    std::string_view raw;
    broken = rawValue(value, raw);
    if (broken) return unreadable(type, simdjson::error_message(broken));
    return type.decode(raw, type);
}

}  // namespace rollcall
