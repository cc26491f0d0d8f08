// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/list_options.h"

#include <QByteArray>
#include <charconv>

namespace rollcall::sandbox {
namespace {

template <class Number>
std::optional<Number> parseNumber(const std::string& text) {
    Number number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (text.empty() || result.ec != std::errc() || result.ptr != end) return std::nullopt;
    return number;
}

Outcome<std::int64_t> integer(const Query& query, const char* name) {
    const std::string& text = query.get(name);
    if (text.empty()) return std::int64_t{0};
    if (const auto number = parseNumber<std::int64_t>(text)) return *number;
    return status::badRequest("strconv.ParseInt: parsing " + goQuote(text) + ": invalid syntax");
}

// apimachinery metainternalversion/validation.ValidateListOptions
FieldErrors validate(const ListOptions& options, bool hasContinue) {
    FieldErrors errors;
    const auto forbid = [&](const char* path, const std::string& text) {
        errors.push_back(field::forbidden(path, text));
    };
    if (options.watch && options.sendInitialEvents) {
        if (options.match != "NotOlderThan") {
            forbid("resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
            if (!options.match.empty())
                errors.push_back(field::notSupported("resourceVersionMatch", goQuote(options.match), {"NotOlderThan"}));
        }
        if (hasContinue) forbid("continue", "continue is forbidden for watch");
        return errors;
    }
    if (options.sendInitialEvents) forbid("sendInitialEvents", "sendInitialEvents is forbidden for list");
    if (options.match.empty()) return errors;
    if (options.watch) {
        forbid("resourceVersionMatch",
               "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
        if (options.match != "NotOlderThan") {
            errors.push_back(field::notSupported("resourceVersionMatch", goQuote(options.match), {"NotOlderThan"}));
        }
        return errors;
    }
    if (options.resourceVersion.empty()) {
        forbid("resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided");
    }
    if (hasContinue) forbid("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided");
    if (options.match != "Exact" && options.match != "NotOlderThan") {
        errors.push_back(
            field::notSupported("resourceVersionMatch", goQuote(options.match), {"Exact", "NotOlderThan", ""}));
    } else if (options.match == "Exact" && options.resourceVersion == "0") {
        forbid("resourceVersionMatch", "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
    }
    return errors;
}

// Field names that the kind does not know are refused with its own words; known ones get their stored names.
std::optional<ApiStatus> translateFields(FieldSelector& selector, const ResourceDescriptor& descriptor) {
    for (FieldSelector::Term& term : selector.terms) {
        if (term.field == "metadata.name" || (term.field == "metadata.namespace" && descriptor.namespaced)) continue;
        bool known = false;
        for (const auto& [wire, stored] : descriptor.selectableFields) {
            if (wire != term.field) continue;
            term.field = stored;
            known = true;
            break;
        }
        if (known) continue;
        if (descriptor.metaFieldErrors) {
            return status::badRequest(goQuote(term.field) +
                                      " is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
        }
        return status::badRequest("field label not supported: " + term.field);
    }
    return std::nullopt;
}

}  // namespace

std::string ContinueToken::encode() const {
    const Json json = {{"v", "meta.k8s.io/v1"}, {"rv", revision}, {"start", "/" + startKey}, {"left", left}};
    return QByteArray::fromStdString(dump(json))
        .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals)
        .toStdString();
}

Outcome<ContinueToken> ContinueToken::decode(const std::string& text) {
    const auto invalid = [](const std::string& why) {
        return status::badRequest("invalid continue token: continue key is not valid: " + why);
    };
    const auto decoded = QByteArray::fromBase64Encoding(
        QByteArray::fromStdString(text), QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded) return invalid("illegal base64 data at input byte 0");
    std::string error;
    const auto json = parseJson(decoded.decoded.toStdString(), error);
    if (!json) return invalid(error);
    if (textAt(*json, "v") != "meta.k8s.io/v1") {
        return invalid("server does not recognize this encoded version " + textAt(*json, "v"));
    }
    ContinueToken token;
    token.revision = intAt(*json, "rv");
    token.startKey = textAt(*json, "start");
    token.left = static_cast<std::size_t>(std::max<std::int64_t>(0, intAt(*json, "left")));
    if (token.revision == 0) return invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
    if (token.startKey.empty()) return invalid("encoded start key empty (version meta.k8s.io/v1)");
    if (token.startKey.find("/../") != std::string::npos) return invalid("start key is not valid");
    while (!token.startKey.empty() && token.startKey.front() == '/') token.startKey.erase(0, 1);
    return token;
}

Outcome<ListOptions> ListOptions::parse(const Query& query, const ResourceDescriptor& descriptor) {
    ListOptions options;
    options.watch = query.flag("watch");
    options.bookmarks = query.flag("allowWatchBookmarks");
    if (!query.get("sendInitialEvents").empty()) options.sendInitialEvents = query.flag("sendInitialEvents");
    options.resourceVersion = query.get("resourceVersion");
    options.match = query.get("resourceVersionMatch");
    const Outcome<std::int64_t> limit = integer(query, "limit"), timeout = integer(query, "timeoutSeconds");
    if (!limit) return limit.failure();
    if (!timeout) return timeout.failure();
    options.limit = static_cast<std::size_t>(std::max<std::int64_t>(0, *limit));
    options.timeoutSeconds = std::max<std::int64_t>(0, *timeout);
    Outcome<LabelSelector> labels = LabelSelector::parse(query.get("labelSelector"));
    if (!labels) return labels.failure();
    options.labels = std::move(*labels);
    Outcome<FieldSelector> fields = FieldSelector::parse(query.get("fieldSelector"));
    if (!fields) return fields.failure();
    options.fields = std::move(*fields);
    if (auto refused = translateFields(options.fields, descriptor)) return *refused;
    const std::string& include = query.get("includeObject");
    if (include == "None") options.include = IncludeObject::None;
    if (include == "Object") options.include = IncludeObject::Object;
    const std::string& token = query.get("continue");
    if (FieldErrors errors = validate(options, !token.empty()); !errors.empty()) {
        return status::invalid("meta.k8s.io", "ListOptions", "", std::move(errors));
    }
    if (!options.resourceVersion.empty()) {
        const auto revision = parseNumber<std::uint64_t>(options.resourceVersion);
        if (!revision) {
            const std::string quoted = goQuote(options.resourceVersion);
            const std::string problem = "resourceVersion: Invalid value: " + quoted + ": strconv.ParseUint: parsing " +
                                        quoted + ": invalid syntax";
            if (!options.watch) return status::badRequest("invalid resource version: " + problem);
            return status::unnamedFailure(problem);
        }
        options.revision = *revision;
    }
    if (token.empty()) return options;
    Outcome<ContinueToken> decoded = ContinueToken::decode(token);
    if (!decoded) return decoded.failure();
    if (!options.resourceVersion.empty() && options.resourceVersion != "0") {
        return status::badRequest("specifying resource version is not allowed when using continue");
    }
    options.token = *decoded;
    return options;
}

}  // namespace rollcall::sandbox
