// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>

#include "core/sandbox/builtin_resources.h"
#include "core/sandbox/human_time.h"
#include "core/sandbox/table.h"

namespace rollcall::sandbox {
namespace {

// The two APIs name one internal event differently (pkg/apis/events/v1/conversion.go).
constexpr std::pair<const char*, const char*> kCoreToV1[] = {
    {"involvedObject", "regarding"},
    {"message", "note"},
    {"source", "deprecatedSource"},
    {"firstTimestamp", "deprecatedFirstTimestamp"},
    {"lastTimestamp", "deprecatedLastTimestamp"},
    {"count", "deprecatedCount"},
    {"reportingComponent", "reportingController"},
};

// Fields that Go always writes, even when they are empty.
void fillAlways(Json& event, bool v1) {
    const auto fill = [&](const char* key, Json value) {
        if (!event.contains(key)) event[key] = std::move(value);
    };
    fill("eventTime", nullptr);
    if (v1) {
        fill("deprecatedSource", Json::object());
        fill("deprecatedFirstTimestamp", nullptr);
        fill("deprecatedLastTimestamp", nullptr);
        return;
    }
    fill("involvedObject", Json::object());
    fill("source", Json::object());
    fill("firstTimestamp", nullptr);
    fill("lastTimestamp", nullptr);
    fill("reportingComponent", "");
    fill("reportingInstance", "");
}

void dropEmptyText(Json& event, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        const auto at = event.find(key);
        if (at != event.end() && *at == "") event.erase(at);
    }
}

bool hasEventTime(const Json& event) {
    return event.contains("eventTime") && !event["eventTime"].is_null();
}

// pkg/apis/core/validation/events.go, legacyValidateEvent: rules of both APIs.
void validateCommon(const Json& event, const char* controllerField, FieldErrors& errors) {
    const std::string ns = textAt(event, "metadata.namespace");
    const std::string involved = textAt(event, "involvedObject.namespace");
    const bool clusterScoped = involved.empty() && (ns == "default" || ns == "kube-system");
    if (ns != involved && !clusterScoped) {
        errors.push_back(
            field::invalid("involvedObject.namespace", goQuote(involved), "does not match event.namespace"));
    }
    if (!hasEventTime(event)) return;
    if (textAt(event, "reportingComponent").empty()) errors.push_back(field::required(controllerField));
    if (textAt(event, "reportingInstance").empty()) errors.push_back(field::required("reportingInstance"));
    if (textAt(event, "action").empty()) errors.push_back(field::required("action"));
    if (textAt(event, "reason").empty()) errors.push_back(field::required("reason"));
}

void validateCore(const Json& event, const Json* old, FieldErrors& errors) {
    if (!old) validateCommon(event, "reportingComponent", errors);
}

// ValidateEventCreate: what events.k8s.io/v1 asks beyond that.
void validateV1(const Json& event, const Json* old, FieldErrors& errors) {
    if (old) {
        // ValidateEventUpdate: the series may go on, the rest is history.
        for (const char* key :
             {"involvedObject", "reason", "message", "source", "firstTimestamp", "lastTimestamp", "count", "type",
              "eventTime", "action", "related", "reportingComponent", "reportingInstance"}) {
            const Json now = event.value(key, Json()), before = old->value(key, Json());
            if (now == before) continue;
            errors.push_back(field::invalid(key, now.is_string() ? goQuote(now.get<std::string>()) : dump(now),
                                            "field is immutable"));
        }
        return;
    }
    validateCommon(event, "reportingController", errors);
    if (!hasEventTime(event)) errors.push_back(field::required("eventTime"));
    const std::string type = textAt(event, "type");
    if (type != "Normal" && type != "Warning") {
        errors.push_back(field::invalid("type", "\"\"", "has invalid value: " + type));
    }
    for (const char* key : {"firstTimestamp", "lastTimestamp"}) {
        if (!textAt(event, key).empty()) errors.push_back(field::invalid(key, "\"\"", "needs to be unset"));
    }
    if (intAt(event, "count") != 0) errors.push_back(field::invalid("count", "\"\"", "needs to be unset"));
    if (!objectAt(event, "source").empty()) errors.push_back(field::invalid("source", "\"\"", "needs to be unset"));
}

TextPairs selectable(const Json& event) {
    TextPairs fields;
    for (const char* name : {"kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"}) {
        const std::string path = std::string("involvedObject.") + name;
        fields.emplace_back(path, textAt(event, path));
    }
    for (const char* name : {"reason", "type", "reportingComponent"}) fields.emplace_back(name, textAt(event, name));
    std::string source = textAt(event, "source.component");
    if (source.empty()) source = textAt(event, "reportingComponent");
    fields.emplace_back("source", std::move(source));
    return fields;
}

std::string target(const Json& event) {
    std::string kind = textAt(event, "involvedObject.kind");
    std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
    const std::string name = textAt(event, "involvedObject.name");
    return name.empty() ? kind : kind + "/" + name;
}

std::string firstText(std::string a, std::string b) {
    return a.empty() ? std::move(b) : std::move(a);
}

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

const Json* timeAt(const Json& event, const char* path) {
    const Json* value = find(event, path);
    return value && !value->is_null() ? value : nullptr;
}

// pkg/printers/internalversion, printEvent.
std::vector<Json> cells(const Json& event, WallTime now) {
    const Json* first = timeAt(event, "firstTimestamp");
    if (!first) first = timeAt(event, "eventTime");
    const Json* last = timeAt(event, "lastTimestamp");
    std::int64_t count = std::max<std::int64_t>(1, intAt(event, "count"));
    if (!last) last = first;
    if (find(event, "series") && !find(event, "series")->is_null()) {
        last = timeAt(event, "series.lastObservedTime");
        count = intAt(event, "series.count");
    }
    const std::string component = firstText(textAt(event, "source.component"), textAt(event, "reportingComponent"));
    const std::string instance = firstText(textAt(event, "source.host"), textAt(event, "reportingInstance"));
    return {ageOf(last, now),
            textAt(event, "type"),
            textAt(event, "reason"),
            target(event),
            textAt(event, "involvedObject.fieldPath"),
            instance.empty() ? component : component + ", " + instance,
            trimmed(textAt(event, "message")),
            ageOf(first, now),
            count,
            textAt(event, "metadata.name")};
}

}  // namespace

Json eventToV1(const Json& core) {
    Json event = core;
    for (const auto& [from, to] : kCoreToV1) {
        if (const auto at = event.find(from); at != event.end()) {
            event[to] = *at;
            event.erase(from);
        }
    }
    event["apiVersion"] = "events.k8s.io/v1";
    dropEmptyText(event, {"reportingController", "reportingInstance", "action", "reason", "note", "type"});
    if (event.contains("regarding") && event["regarding"].empty()) event.erase("regarding");
    fillAlways(event, true);
    return event;
}

Json eventFromV1(const Json& wire) {
    Json event = wire;
    for (const auto& [to, from] : kCoreToV1) {
        if (const auto at = event.find(from); at != event.end()) {
            event[to] = *at;
            event.erase(from);
        }
    }
    event["apiVersion"] = "v1";
    fillAlways(event, false);
    return event;
}

KindRules eventRules() {
    KindRules rules;
    rules.prepareCreate = [](Json& event, WallTime) { fillAlways(event, false); };
    rules.prepareUpdate = [](Json& event, const Json&) { fillAlways(event, false); };
    rules.validate = validateCore;
    rules.fields = selectable;
    rules.cells = cells;
    return rules;
}

KindRules eventV1Rules() {
    KindRules rules = eventRules();
    rules.validate = validateV1;
    rules.toWire = eventToV1;
    rules.fromWire = eventFromV1;
    return rules;
}

std::vector<TableColumn> eventColumns() {
    TableColumn name = nameColumn();
    name.priority = 1;
    return {
        textColumn("Last Seen", "The time at which the most recent occurrence of this event was recorded."),
        textColumn("Type", "Type of this event (Normal, Warning), new types could be added in the future"),
        textColumn("Reason",
                   "This should be a short, machine understandable string that gives the reason for the "
                   "transition into the object's current status."),
        textColumn("Object", "The object that this event is about."),
        textColumn("Subobject",
                   "If referring to a piece of an object instead of an entire object, this string should "
                   "contain a valid JSON/Go field access statement, such as "
                   "desiredState.manifest.containers[2].",
                   1),
        textColumn("Source", "The component reporting this event. Should be a short machine understandable string.", 1),
        textColumn("Message", "A human-readable description of the status of this operation."),
        textColumn("First Seen",
                   "The time at which the event was first recorded. (Time of server receipt is in "
                   "TypeMeta.)",
                   1),
        textColumn("Count", "The number of times this event has occurred.", 1),
        name};
}

}  // namespace rollcall::sandbox
