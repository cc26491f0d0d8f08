// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>

#include "core/sandbox/api_names.h"
#include "core/sandbox/builtin_resources.h"
#include "core/sandbox/crd_controller.h"
#include "core/sandbox/json_path.h"
#include "core/sandbox/text_pattern.h"

namespace rollcall::sandbox {
namespace {

constexpr const char* kApprovalHint = "protected groups must have approval annotation \"api-approved.kubernetes.io\"";
constexpr const char* kApprovalLink = ", see https://github.com/kubernetes/enhancements/pull/1111";

bool endsWith(const std::string& text, std::string_view end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

void setDefault(Json& object, const char* key, Json value) {
    if (!object.contains(key) || object[key].is_null() || object[key] == "") object[key] = std::move(value);
}

void defaultSpec(Json& crd) {
    Json& spec = ensureObject(crd, "spec");
    setDefault(spec, "conversion", {{"strategy", "None"}});
    Json& names = ensureObject(spec, "names");
    const std::string kind = textAt(names, "kind");
    setDefault(names, "singular", lower(kind));
    if (!kind.empty()) setDefault(names, "listKind", kind + "List");
}

void prepareCreate(Json& crd, WallTime) {
    defaultSpec(crd);
    Json stored = Json::array();
    for (const Json& version : arrayAt(crd, "spec.versions")) {
        if (boolAt(version, "storage")) stored.push_back(textAt(version, "name"));
    }
    crd["status"] = {{"conditions", nullptr},
                     {"acceptedNames", {{"plural", ""}, {"kind", ""}}},
                     {"storedVersions", std::move(stored)}};
}

void validateNames(const Json& crd, FieldErrors& errors) {
    const std::string plural = textAt(crd, "spec.names.plural"), group = textAt(crd, "spec.group");
    const std::string name = textAt(crd, "metadata.name");
    if (name != plural + "." + group) {
        errors.push_back(field::invalid("metadata.name", goQuote(name), "must be spec.names.plural+\".\"+spec.group"));
    }
    if (group.empty()) {
        errors.push_back(field::required("spec.group"));
    } else if (const std::string problem = dns1123SubdomainProblem(group); !problem.empty()) {
        errors.push_back(field::invalid("spec.group", goQuote(group), problem));
    } else if (group.find('.') == std::string::npos) {
        errors.push_back(field::invalid("spec.group", goQuote(group), "should be a domain with at least one dot"));
    }
    const std::string scope = textAt(crd, "spec.scope");
    if (scope.empty()) {
        errors.push_back(field::required("spec.scope"));
    } else if (scope != "Cluster" && scope != "Namespaced") {
        errors.push_back(field::notSupported("spec.scope", goQuote(scope), {"Cluster", "Namespaced"}));
    }
    for (const char* part : {"plural", "singular", "kind", "listKind"}) {
        const std::string path = std::string("spec.names.") + part;
        const std::string text = textAt(crd, path);
        if (text.empty()) {
            errors.push_back(field::required(path));
        } else if (const std::string problem = dns1035LabelProblem(
                       std::string_view(part).find("ind") == std::string_view::npos ? text : lower(text));
                   !problem.empty()) {
            errors.push_back(field::invalid(path, goQuote(text), problem));
        }
    }
}

// apiextensions validateAPIApproval (KEP 2337).
void validateApproval(const Json& crd, FieldErrors& errors) {
    if (!isProtectedGroup(textAt(crd, "spec.group"))) return;
    const Json& annotations = objectAt(crd, "metadata.annotations");
    const std::string approval = annotations.value(kApprovalAnnotation, std::string());
    const std::string path = std::string("metadata.annotations[") + kApprovalAnnotation + "]";
    if (approval.empty()) {
        errors.push_back(field::required(path, std::string(kApprovalHint) + kApprovalLink));
    } else if (!isApproved(approval) && approval.compare(0, 10, "unapproved") != 0) {
        errors.push_back(field::invalid(path, goQuote(approval),
                                        std::string(kApprovalHint) +
                                            " with either a URL or a reason starting with \"unapproved\"" +
                                            kApprovalLink));
    }
}

// What validation of objects relies on later: types that exist and patterns that can be read.
void validateSchemaNode(const Json& schema, const std::string& path, FieldErrors& errors) {
    if (!schema.is_object()) return;
    const std::string type = textAt(schema, "type");
    static const std::vector<std::string> types = {"array", "boolean", "integer", "number", "object", "string"};
    const bool typed =
        schema.contains("x-kubernetes-int-or-string") || schema.contains("x-kubernetes-preserve-unknown-fields");
    if (type.empty() && !typed) {
        errors.push_back(field::required(path + ".type", "must not be empty for specified object fields"));
    } else if (!type.empty() && std::find(types.begin(), types.end(), type) == types.end()) {
        errors.push_back(field::notSupported(path + ".type", goQuote(type), types));
    }
    if (const std::string pattern = textAt(schema, "pattern"); !pattern.empty() && !patternProblem(pattern).empty()) {
        errors.push_back(field::invalid(path + ".pattern", goQuote(pattern),
                                        "must be a valid regular expression, but isn't: " + patternProblem(pattern)));
    }
    for (const auto& [name, inner] : objectAt(schema, "properties").items()) {
        validateSchemaNode(inner, path + ".properties[" + name + "]", errors);
    }
    if (const Json* items = find(schema, "items")) validateSchemaNode(*items, path + ".items", errors);
    if (const Json* more = find(schema, "additionalProperties"))
        validateSchemaNode(*more, path + ".additionalProperties", errors);
}

void validateVersions(const Json& crd, FieldErrors& errors) {
    const Json& versions = arrayAt(crd, "spec.versions");
    if (versions.empty()) errors.push_back(field::required("spec.versions", "must have at least one version"));
    std::size_t storage = 0;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const Json& version = versions[i];
        const std::string path = "spec.versions[" + std::to_string(i) + "]";
        storage += boolAt(version, "storage");
        if (const std::string problem = dns1035LabelProblem(textAt(version, "name")); !problem.empty()) {
            errors.push_back(field::invalid(path + ".name", goQuote(textAt(version, "name")), problem));
        }
        // A single version is checked in its older form, as if its parts stood in the spec itself.
        const bool single = versions.size() == 1;
        const std::string schemaPath = single ? "spec.validation.openAPIV3Schema" : path + ".schema.openAPIV3Schema";
        const Json* schema = find(version, "schema.openAPIV3Schema");
        if (!schema || !schema->is_object()) {
            errors.push_back(field::required(path + ".schema.openAPIV3Schema"));
        } else if (textAt(*schema, "type").empty()) {
            errors.push_back(field::required(schemaPath + ".type", "must not be empty at the root"));
        } else {
            validateSchemaNode(*schema, schemaPath, errors);
        }
        const Json& columns = arrayAt(version, "additionalPrinterColumns");
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const std::string column =
                (single ? "spec" : path) + ".additionalPrinterColumns[" + std::to_string(c) + "]";
            const std::string jsonPath = textAt(columns[c], "jsonPath");
            if (textAt(columns[c], "name").empty()) errors.push_back(field::required(column + ".name"));
            if (jsonPath.empty()) {
                errors.push_back(field::required(column + ".JSONPath"));
            } else if (jsonPath[0] != '.' || !isJsonPath(jsonPath)) {
                errors.push_back(field::invalid(column + ".JSONPath", goQuote(jsonPath),
                                                "must be a simple json path starting with ."));
            }
        }
    }
    if (storage != 1 && !versions.empty()) {
        errors.push_back(
            field::invalid("spec.versions", dump(versions), "must have exactly one version marked as storage version"));
    }
}

void validateImmutable(const Json& crd, const Json& old, FieldErrors& errors) {
    for (const char* path : {"spec.group", "spec.names.plural", "spec.scope", "spec.names.kind"}) {
        if (textAt(crd, path) != textAt(old, path)) {
            errors.push_back(field::invalid(path, goQuote(textAt(crd, path)), "field is immutable"));
        }
    }
}

}  // namespace

bool isProtectedGroup(const std::string& group) {
    return group == "k8s.io" || group == "kubernetes.io" || endsWith(group, ".k8s.io") ||
           endsWith(group, ".kubernetes.io");
}

bool isApproved(const std::string& annotation) {
    return annotation.compare(0, 8, "https://") == 0 || annotation.compare(0, 7, "http://") == 0;
}

KindRules customResourceDefinitionRules() {
    KindRules rules;
    rules.prepareCreate = prepareCreate;
    rules.prepareUpdate = [](Json& crd, const Json& old) {
        defaultSpec(crd);
        crd["status"] = objectAt(old, "status");
    };
    rules.prepareStatus = [](Json& crd, const Json& old) { crd["spec"] = objectAt(old, "spec"); };
    rules.validate = [](const Json& crd, const Json* old, FieldErrors& errors) {
        validateNames(crd, errors);
        validateApproval(crd, errors);
        validateVersions(crd, errors);
        if (old) validateImmutable(crd, *old, errors);
    };
    // The first deletion only marks it; the controller removes the objects and then takes the finalizer off.
    rules.prepareDelete = markTerminating;
    rules.heldBack = [](const Json& crd) { return find(crd, "metadata.deletionTimestamp") == nullptr; };
    rules.cells = [](const Json& crd, WallTime) {
        return std::vector<Json>{textAt(crd, "metadata.name"), textAt(crd, "metadata.creationTimestamp")};
    };
    return rules;
}

}  // namespace rollcall::sandbox
