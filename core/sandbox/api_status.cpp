// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/api_status.h"

namespace rollcall::sandbox {
namespace {

std::string join(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
    return text;
}

// Several errors stand in brackets and equal ones once (apimachinery util/errors, Aggregate.Error).
std::string aggregate(const FieldErrors& errors) {
    std::vector<std::string> texts;
    for (const FieldError& error : errors) {
        std::string text = error.field + ": " + error.detail;
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
    }
    return texts.size() == 1 ? texts.front() : "[" + join(texts) + "]";
}

ApiStatus make(int code, std::string reason, std::string message) {
    ApiStatus made;
    made.code = code;
    made.reason = std::move(reason);
    made.message = std::move(message);
    return made;
}

ApiStatus about(ApiStatus made, const GroupResource& what, const std::string& name) {
    made.group = what.group;
    made.kind = what.resource;
    made.name = name;
    return made;
}

}  // namespace

namespace field {

FieldError required(std::string path, const std::string& text) {
    return {"FieldValueRequired", std::move(path), text.empty() ? "Required value" : "Required value: " + text};
}
FieldError invalid(std::string path, const std::string& value, const std::string& text) {
    return {"FieldValueInvalid", std::move(path), "Invalid value: " + value + ": " + text};
}
FieldError typeInvalid(std::string path, const std::string& value, const std::string& text) {
    return {"FieldValueTypeInvalid", std::move(path), "Invalid value: " + value + ": " + text};
}
FieldError notSupported(std::string path, const std::string& value, const std::vector<std::string>& supported) {
    std::vector<std::string> quoted;
    for (const std::string& one : supported) quoted.push_back(goQuote(one));
    return {"FieldValueNotSupported", std::move(path),
            "Unsupported value: " + value + ": supported values: " + join(quoted)};
}
FieldError forbidden(std::string path, const std::string& text) {
    return {"FieldValueForbidden", std::move(path), "Forbidden: " + text};
}
FieldError tooLong(std::string path, std::size_t maxBytes) {
    return {"FieldValueTooLong", std::move(path),
            "Too long: may not be more than " + std::to_string(maxBytes) + " bytes"};
}
FieldError tooMany(std::string path, std::size_t actual, std::size_t most) {
    return {"FieldValueTooMany", std::move(path),
            "Too many: " + std::to_string(actual) + ": must have at most " + std::to_string(most) + " items"};
}
FieldError duplicate(std::string path, const std::string& value) {
    return {"FieldValueDuplicate", std::move(path), "Duplicate value: " + value};
}

}  // namespace field

Json ApiStatus::toJson() const {
    Json details = Json::object();
    if (!name.empty()) details["name"] = name;
    if (!group.empty()) details["group"] = group;
    if (!kind.empty()) details["kind"] = kind;
    if (!uid.empty()) details["uid"] = uid;
    if (retryAfterSeconds > 0) details["retryAfterSeconds"] = retryAfterSeconds;
    for (const FieldError& cause : causes) {
        Json one = {{"reason", cause.reason}};
        if (!cause.detail.empty()) one["message"] = cause.detail;
        if (!cause.field.empty()) one["field"] = cause.field;
        details["causes"].push_back(std::move(one));
    }
    Json json = {
        {"kind", "Status"}, {"apiVersion", "v1"}, {"metadata", Json::object()}, {"status", "Failure"}, {"code", code}};
    if (code < 400) json["status"] = "Success";
    if (!continueToken.empty()) json["metadata"]["continue"] = continueToken;
    if (!message.empty()) json["message"] = message;
    if (!reason.empty()) json["reason"] = reason;
    if (!details.empty() || emptyDetails.value_or(false)) json["details"] = std::move(details);
    return json;
}

namespace status {

ApiStatus badRequest(std::string message) {
    return make(400, "BadRequest", std::move(message));
}
ApiStatus unauthorized() {
    return make(401, "Unauthorized", "Unauthorized");
}

ApiStatus forbidden(std::string message) {
    ApiStatus made = make(403, "Forbidden", std::move(message));
    made.emptyDetails = true;
    return made;
}

ApiStatus forbidden(const GroupResource& what, const std::string& name, const std::string& why) {
    const std::string subject = name.empty() ? what.text() : what.text() + " " + goQuote(name);
    return about(make(403, "Forbidden", subject + " is forbidden: " + why), what, name);
}

ApiStatus notFound(const GroupResource& what, const std::string& name) {
    return about(make(404, "NotFound", what.text() + " " + goQuote(name) + " not found"), what, name);
}

ApiStatus pathNotFound() {
    ApiStatus made = make(404, "NotFound", "the server could not find the requested resource");
    made.emptyDetails = true;
    return made;
}

ApiStatus methodNotAllowed() {
    ApiStatus made = make(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
    made.emptyDetails = true;
    return made;
}

ApiStatus methodNotSupported(const GroupResource& what, const std::string& verb) {
    return about(make(405, "MethodNotAllowed", verb + " is not supported on resources of kind " + goQuote(what.text())),
                 what, {});
}

ApiStatus notAcceptable(const std::vector<std::string>& mediaTypes) {
    return make(406, "NotAcceptable", "only the following media types are accepted: " + join(mediaTypes));
}

ApiStatus unsupportedMediaType(const std::vector<std::string>& mediaTypes) {
    return make(415, "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: " + join(mediaTypes));
}

ApiStatus alreadyExists(const GroupResource& what, const std::string& name) {
    return about(make(409, "AlreadyExists", what.text() + " " + goQuote(name) + " already exists"), what, name);
}

ApiStatus conflict(const GroupResource& what, const std::string& name, const std::string& why) {
    return about(
        make(409, "Conflict", "Operation cannot be fulfilled on " + what.text() + " " + goQuote(name) + ": " + why),
        what, name);
}

ApiStatus modified(const GroupResource& what, const std::string& name) {
    return conflict(what, name,
                    "the object has been modified; please apply your changes to the latest version and try again");
}

ApiStatus invalid(const std::string& group, const std::string& kind, const std::string& name, FieldErrors errors) {
    const GroupResource what{group, kind};
    ApiStatus made = about(
        make(422, "Invalid", what.text() + " " + goQuote(name) + " is invalid: " + aggregate(errors)), what, name);
    made.causes = std::move(errors);
    return made;
}

ApiStatus rejectedPatch() {
    ApiStatus made = make(422, "Invalid", "the server rejected our request due to an error in our request");
    made.emptyDetails = true;
    return made;
}

ApiStatus expired(std::string message) {
    return make(410, "Expired", std::move(message));
}

ApiStatus tooLargeBody(std::size_t limitBytes) {
    return make(413, "RequestEntityTooLarge", "Request entity too large: limit is " + std::to_string(limitBytes));
}

ApiStatus tooLargeResourceVersion(const std::string& wanted, std::uint64_t current) {
    ApiStatus made = make(504, "Timeout",
                          "Timeout: Too large resource version: " + wanted + ", current: " + std::to_string(current));
    made.causes.push_back({"ResourceVersionTooLarge", {}, "Too large resource version"});
    made.retryAfterSeconds = 1;
    return made;
}

ApiStatus internal(std::string message) {
    ApiStatus made = make(500, "InternalError", "Internal error occurred: " + message);
    made.causes.push_back({{}, {}, std::move(message)});
    return made;
}

ApiStatus unnamedFailure(std::string message) {
    return make(500, {}, std::move(message));
}

}  // namespace status
}  // namespace rollcall::sandbox
