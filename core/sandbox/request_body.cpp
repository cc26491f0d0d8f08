// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/request_body.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "core/sandbox/json_syntax.h"
#include "core/sandbox/proto_wire.h"
#include "core/sandbox/schema.h"
#include "core/sandbox/yaml_writer.h"

namespace rollcall::sandbox {
namespace {

const std::vector<std::string> kBodyTypes = {"application/json", "application/yaml",
                                             "application/vnd.kubernetes.protobuf"};
constexpr std::string_view kProtobuf = "application/vnd.kubernetes.protobuf";

// apiserver endpoints/handlers, summarizeData: 30 bytes of text, or of hexadecimal digits.
std::string summarize(const std::string& body) {
    constexpr std::size_t most = 30;
    if (body.empty()) return "<empty>";
    const std::string cut = body.substr(0, most);
    std::string shown = cut;
    if (body[0] != '{') {
        shown.clear();
        for (const char c : cut) {
            constexpr const char* digits = "0123456789abcdef";
            shown += digits[static_cast<unsigned char>(c) >> 4];
            shown += digits[static_cast<unsigned char>(c) & 15];
        }
    }
    return body.size() > most ? shown + " ..." : shown;
}

ApiStatus unrecognized(const ResourceDescriptor& d, const std::string& why, const std::string& body) {
    return status::badRequest("the object provided is unrecognized (must be of type " + d.kind + "): " + why + " (" +
                              summarize(body) + ")");
}

ApiStatus cannotHandle(const ResourceDescriptor& d, const std::string& why) {
    return status::badRequest(d.kind + " in version " + goQuote(d.version) + " cannot be handled as a " + d.kind +
                              ": " + why);
}

Outcome<Json> readBody(const HttpRequest& request, const ResourceDescriptor& d) {
    const std::string type = mediaType(request.header("Content-Type"));
    if (type == "application/json") {
        std::string error;
        auto json = parseJson(request.body, error);
        if (!json) return unrecognized(d, "couldn't get version/kind; json parse error: " + error, request.body);
        return std::move(*json);
    }
    if (type == "application/yaml") {
        Outcome<Json> read = fromYaml(request.body);
        if (!read) return unrecognized(d, read.failure().message, request.body);
        return read;
    }
    if (type == kProtobuf && !d.custom) return fromKubernetesProtobuf(request.body);
    return status::unsupportedMediaType(kBodyTypes);
}

// Built-in kinds may leave their type out; a custom resource has no other way to say what it is.
std::optional<ApiStatus> checkType(Json& object, const ResourceDescriptor& d, const std::string& body) {
    if (!object.is_object()) {
        const std::string actual = object.is_array()     ? "array"
                                   : object.is_string()  ? "string"
                                   : object.is_boolean() ? "bool"
                                                         : "number";
        return unrecognized(
            d,
            "couldn't get version/kind; json parse error: json: cannot unmarshal " + actual +
                " into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "
                "Kind string \"json:\\\"kind,omitempty\\\"\" }",
            body);
    }
    const std::string kind = textAt(object, "kind"), version = textAt(object, "apiVersion");
    if (d.custom && kind.empty()) return unrecognized(d, "Object 'Kind' is missing in '" + body + "'", body);
    const bool otherView =
        version != d.apiVersion() && version == d.storedApiVersion;  // a core Event for events.k8s.io
    if (!d.custom && !otherView &&
        ((!version.empty() && version != d.apiVersion()) || (!kind.empty() && kind != d.kind))) {
        const std::string given = version.empty() ? d.apiVersion() : version, named = kind.empty() ? d.kind : kind;
        const std::string shown = given.substr(given.find('/') + 1);
        return status::badRequest(named + " in version " + goQuote(shown) + " cannot be handled as a " + d.kind +
                                  ": no kind " + goQuote(named) + " is registered for version " + goQuote(given));
    }
    if ((d.custom || !version.empty()) && version != d.apiVersion()) {
        return status::badRequest("the API version in the data (" + version +
                                  ") does not match the expected API version (" + d.apiVersion() + ")");
    }
    if (auto refused = checkKind(object, d)) return *refused;
    object["kind"] = d.kind;
    object["apiVersion"] = d.apiVersion();
    return std::nullopt;
}

const Json* schemaAt(const Json& schema, const std::string& path) {
    const Json* at = &schema;
    std::size_t begin = 0;
    while (at && begin <= path.size()) {
        const std::size_t end = std::min(path.find_first_of(".[", begin), path.size());
        const std::string name = path.substr(begin, end - begin);
        if (path[begin ? begin - 1 : 0] == '[' && begin) {
            at = find(*at, "items");
        } else if (const Json* property = find(*at, "properties." + name)) {
            at = property;
        } else {
            at = find(*at, "additionalProperties");
        }
        begin = end + 1;
        if (end < path.size() && path[end - 1] == ']') ++begin;
    }
    return at;
}

std::string goTypeName(const Json* schema) {
    const std::string type = schema ? textAt(*schema, "type") : std::string();
    if (type == "integer") return schema && textAt(*schema, "format") == "int32" ? "int32" : "int64";
    if (type == "boolean") return "bool";
    if (type == "array") return "[]" + goTypeName(find(*schema, "items"));
    if (type == "object" && schema->contains("additionalProperties")) return "map[string]string";
    return type == "object" ? "struct" : type;
}

std::string capitalized(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

// metav1.Time and MicroTime name the layout that they wanted.
std::string goTimeProblem(const std::string& path, const std::string& text) {
    const std::string name = path.substr(path.rfind('.') + 1);
    const bool micro =
        name == "eventTime" || name == "lastObservedTime" || name == "acquireTime" || name == "renewTime";
    return "parsing time " + goQuote(text) + " as " +
           goQuote(micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00") + ": cannot parse " +
           goQuote(text) + " as \"2006\"";
}

// A wrong type in a built-in kind fails in Go's decoder, before any validation; its words name the Go struct.
std::string goTypeProblem(const Json& object, const ResourceDescriptor& d) {
    FieldErrors errors;
    validateSchema(object, d.schema, errors);
    for (const FieldError& error : errors) {
        if (error.reason != "FieldValueTypeInvalid") continue;
        const std::size_t end = error.detail.rfind(": \"");
        const std::string actual = error.detail.substr(end + 3, error.detail.size() - end - 4);
        if (error.detail.find("must be of type date-time") != std::string::npos)
            return goTimeProblem(error.field, actual);
        const Json* schema = schemaAt(d.schema, error.field);
        const std::size_t dot = error.field.find('.');
        const std::string owner = d.kind + (dot == std::string::npos ? "" : capitalized(error.field.substr(0, dot)));
        return "json: cannot unmarshal " +
               (actual == "boolean"   ? "bool"
                : actual == "integer" ? "number"
                                      : actual) +
               " into Go struct field " + owner + "." + error.field + " of type " + goTypeName(schema);
    }
    return {};
}

}  // namespace

std::optional<ApiStatus> checkKind(const Json& object, const ResourceDescriptor& d) {
    const std::string kind = textAt(object, "kind"), version = textAt(object, "apiVersion"),
                      name = textAt(object, "metadata.name");
    const std::size_t slash = version.find('/');
    const std::string group = slash == std::string::npos ? "" : version.substr(0, slash);
    FieldErrors errors;
    if (!kind.empty() && kind != d.kind) errors.push_back(field::invalid("kind", goQuote(kind), "must be " + d.kind));
    if (!version.empty() && version != d.apiVersion()) {
        errors.push_back(field::invalid("apiVersion", goQuote(version), "must be " + d.apiVersion()));
    }
    if (errors.empty()) return std::nullopt;
    return status::invalid(group, kind, name, std::move(errors));
}

Outcome<WriteParams> WriteParams::parse(const Query& query, const char* options, bool applies) {
    WriteParams params;
    FieldErrors errors;
    const std::string& dryRun = query.get("dryRun");
    if (dryRun == "All") {
        params.dryRun = true;
    } else if (!dryRun.empty()) {
        errors.push_back(field::notSupported("dryRun", "[" + goQuote(dryRun) + "]", {"All"}));
    }
    params.fieldManager = query.get("fieldManager");
    params.force = query.flag("force");
    if (applies && params.fieldManager.empty()) {
        errors.push_back(field::required("fieldManager", "is required for apply patch"));
    } else if (!applies && query.has("force") && std::string_view(options) == "PatchOptions") {
        errors.push_back(field::forbidden("force", "may not be specified for non-apply patch"));
    }
    const std::string& validation = query.get("fieldValidation");
    if (validation == "Ignore") {
        params.unknown = Unknown::Ignore;
    } else if (validation == "Strict") {
        params.unknown = Unknown::Strict;
    } else if (!validation.empty() && validation != "Warn") {
        errors.push_back(field::notSupported("fieldValidation", goQuote(validation), {"", "Ignore", "Strict", "Warn"}));
    }
    if (!errors.empty()) return status::invalid("meta.k8s.io", options, "", std::move(errors));
    return params;
}

std::vector<std::string> unknownFieldTexts(const std::vector<std::string>& unknown) {
    std::vector<std::string> texts;
    for (const std::string& path : unknown) texts.push_back("unknown field " + goQuote(path));
    return texts;
}

Outcome<std::vector<std::string>> pruneObject(Json& object, const ResourceDescriptor& d) {
    std::vector<std::string> unknown;
    if (const std::string problem = checkObjectMeta(object, unknown); !problem.empty()) return cannotHandle(d, problem);
    pruneUnknown(object, d.schema, unknown);
    if (!d.custom) {
        if (const std::string problem = goTypeProblem(object, d); !problem.empty()) return cannotHandle(d, problem);
    }
    return unknown;
}

Outcome<DecodedBody> decodeBody(const HttpRequest& request, const ResourceDescriptor& d, const WriteParams& params) {
    Outcome<Json> read = readBody(request, d);
    if (!read) return read.failure();
    DecodedBody decoded{std::move(*read), {}};
    if (auto refused = checkType(decoded.object, d, request.body)) return *refused;
    const Outcome<std::vector<std::string>> unknown = pruneObject(decoded.object, d);
    if (!unknown) return unknown.failure();
    std::vector<std::string> texts;
    if (params.unknown != WriteParams::Unknown::Ignore &&
        mediaType(request.header("Content-Type")) == "application/json") {
        for (const std::string& path : duplicateFields(request.body))
            texts.push_back("duplicate field " + goQuote(path));
    }
    for (const std::string& text : unknownFieldTexts(*unknown)) texts.push_back(text);
    if (params.unknown == WriteParams::Unknown::Warn) decoded.warnings = texts;
    if (params.unknown == WriteParams::Unknown::Strict && !texts.empty()) {
        std::string joined;
        for (const std::string& text : texts) joined += (joined.empty() ? "" : ", ") + text;
        return cannotHandle(d, "strict decoding error: " + joined);
    }
    return decoded;
}

Outcome<DeleteOptions> decodeDeleteOptions(const HttpRequest& request, const Query& query) {
    DeleteOptions options;
    Json body = Json::object();
    if (!request.body.empty()) {
        const std::string type = mediaType(request.header("Content-Type"));
        std::string error;
        if (type == "application/json") {
            auto json = parseJson(request.body, error);
            if (!json || !json->is_object())
                return status::badRequest("couldn't get version/kind; json parse error: " + error);
            body = std::move(*json);
        } else if (type == "application/yaml" || type == kProtobuf) {
            Outcome<Json> read = type == kProtobuf ? fromKubernetesProtobuf(request.body) : fromYaml(request.body);
            if (!read) return read.failure();
            body = std::move(*read);
        } else {
            return status::unsupportedMediaType(kBodyTypes);
        }
    }
    if (const Json* grace = find(body, "gracePeriodSeconds"); grace && grace->is_number_integer()) {
        options.gracePeriodSeconds = grace->get<std::int64_t>();
    }
    if (const std::string& grace = query.get("gracePeriodSeconds"); !grace.empty()) {
        std::int64_t seconds = 0;
        if (std::from_chars(grace.data(), grace.data() + grace.size(), seconds).ec != std::errc()) {
            return status::badRequest("strconv.ParseInt: parsing " + goQuote(grace) + ": invalid syntax");
        }
        options.gracePeriodSeconds = seconds;
    }
    options.uid = textAt(body, "preconditions.uid");
    options.resourceVersion = textAt(body, "preconditions.resourceVersion");
    options.dryRun = query.get("dryRun") == "All" || !stringsAt(body, "dryRun").empty();
    std::string policy = textAt(body, "propagationPolicy");
    if (policy.empty()) policy = query.get("propagationPolicy");
    if (!policy.empty() && policy != "Orphan" && policy != "Background" && policy != "Foreground") {
        return status::invalid(
            "meta.k8s.io", "DeleteOptions", "",
            {field::notSupported("propagationPolicy", goQuote(policy), {"Foreground", "Background", "Orphan", "nil"})});
    }
    return options;
}

std::optional<ApiStatus> checkPlace(const ResourcePath& path, const Json& object) {
    const std::string name = textAt(object, "metadata.name"), ns = textAt(object, "metadata.namespace");
    if (!name.empty() && name != path.name) {
        return status::badRequest("the name of the object (" + name + ") does not match the name on the URL (" +
                                  path.name + ")");
    }
    if (!path.ns.empty() && !ns.empty() && ns != path.ns) {
        return status::badRequest(
            "the namespace of the provided object does not match the namespace sent on the request");
    }
    return std::nullopt;
}

}  // namespace rollcall::sandbox
