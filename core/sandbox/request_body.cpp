// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/request_body.h"

#include <charconv>

#include "core/sandbox/proto_wire.h"
#include "core/sandbox/schema.h"
#include "core/sandbox/yaml_writer.h"

namespace rollcall::sandbox {
namespace {

const std::vector<std::string> kBodyTypes = {"application/json", "application/yaml", "application/vnd.kubernetes.protobuf"};
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
    return status::badRequest(d.kind + " in version " + goQuote(d.version) + " cannot be handled as a " + d.kind + ": " + why);
}

Outcome<Json> readBody(const HttpRequest& request, const ResourceDescriptor& d) {
    const std::string type = mediaType(request.header("Content-Type"));
    if (type == "application/json") {
        std::string error;
        auto json = parseJson(request.body, error);
        if (!json) return unrecognized(d, "couldn't get version/kind; json parse error: " + error, request.body);
        return std::move(*json);
    }
    if (type == "application/yaml") return fromYaml(request.body);
    if (type == kProtobuf && !d.custom) return fromKubernetesProtobuf(request.body);
    return status::unsupportedMediaType(kBodyTypes);
}

// Built-in kinds may leave their type out; a custom resource has no other way to say what it is.
std::optional<ApiStatus> checkType(Json& object, const ResourceDescriptor& d, const std::string& body) {
    if (!object.is_object()) {
        return unrecognized(d, "couldn't get version/kind; json parse error: json: cannot unmarshal value into Go value", body);
    }
    const std::string kind = textAt(object, "kind"), version = textAt(object, "apiVersion");
    if (d.custom && kind.empty()) return unrecognized(d, "Object 'Kind' is missing in '" + body + "'", body);
    if (d.custom && version.empty()) return unrecognized(d, "Object 'apiVersion' is missing in '" + body + "'", body);
    if (!version.empty() && version != d.apiVersion()) {
        return status::badRequest("the API version in the data (" + version + ") does not match the expected API version (" +
                                  d.apiVersion() + ")");
    }
    if (!kind.empty() && kind != d.kind) {
        return status::badRequest("the kind in the data (" + kind + ") does not match the expected kind (" + d.kind + ")");
    }
    object["kind"] = d.kind;
    object["apiVersion"] = d.apiVersion();
    return std::nullopt;
}

// A wrong type in a built-in kind fails in Go's decoder, before any validation.
std::string goTypeProblem(const Json& object, const ResourceDescriptor& d) {
    FieldErrors errors;
    validateSchema(object, d.schema, errors);
    for (const FieldError& error : errors) {
        if (error.reason != "FieldValueTypeInvalid") continue;
        const std::size_t end = error.detail.rfind(": \"");
        const std::string actual = error.detail.substr(end + 3, error.detail.size() - end - 4);
        return "json: cannot unmarshal " + (actual == "boolean" ? "bool" : actual == "integer" ? "number" : actual) +
               " into Go struct field " + d.kind + "." + error.field;
    }
    return {};
}

}  // namespace

Outcome<WriteParams> WriteParams::parse(const Query& query, const char* options) {
    WriteParams params;
    FieldErrors errors;
    const std::string& dryRun = query.get("dryRun");
    if (dryRun == "All") {
        params.dryRun = true;
    } else if (!dryRun.empty()) {
        errors.push_back(field::notSupported("dryRun", "[" + goQuote(dryRun) + "]", {"All"}));
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
    if (!d.custom) {
        if (const std::string problem = goTypeProblem(object, d); !problem.empty()) return cannotHandle(d, problem);
    }
    pruneUnknown(object, d.schema, unknown);
    return unknown;
}

Outcome<DecodedBody> decodeBody(const HttpRequest& request, const ResourceDescriptor& d, const WriteParams& params) {
    Outcome<Json> read = readBody(request, d);
    if (!read) return read.failure();
    DecodedBody decoded{std::move(*read), {}};
    if (auto refused = checkType(decoded.object, d, request.body)) return *refused;
    const Outcome<std::vector<std::string>> unknown = pruneObject(decoded.object, d);
    if (!unknown) return unknown.failure();
    const std::vector<std::string> texts = unknownFieldTexts(*unknown);
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
            if (!json || !json->is_object()) return status::badRequest("couldn't get version/kind; json parse error: " + error);
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
        return status::invalid("meta.k8s.io", "DeleteOptions", "",
                               {field::notSupported("propagationPolicy", goQuote(policy), {"Foreground", "Background", "Orphan", "nil"})});
    }
    return options;
}

}  // namespace rollcall::sandbox
