// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/schema.h"

#include <algorithm>

#include "core/base/time_text.h"

namespace rollcall::sandbox {
namespace {

struct MetaField {
    const char* name;
    const char* type;  ///< as Go names it
    bool (*accepts)(const Json&);
};

bool isText(const Json& v) {
    return v.is_string();
}
bool isWhole(const Json& v) {
    return v.is_number_integer();
}
bool isList(const Json& v) {
    return v.is_array();
}
bool isTextList(const Json& v) {
    return v.is_array() && std::all_of(v.begin(), v.end(), isText);
}
bool isTextMap(const Json& v) {
    return v.is_object() &&
           std::all_of(v.begin(), v.end(), [](const Json& one) { return one.is_string() || one.is_null(); });
}
// Go reads null as an empty string.
void emptyNulls(Json& map) {
    for (Json& value : map) {
        if (value.is_null()) value = "";
    }
}
// The part of a map or list that has the wrong type, or the whole.
const Json& culprit(const Json& v) {
    for (const Json& one : v) {
        if (v.is_structured() && !one.is_string() && !one.is_null()) return one;
    }
    return v;
}
bool isTime(const Json& v) {
    return v.is_string() && parseRfc3339(v.get_ref<const std::string&>()).has_value();
}

constexpr MetaField kMetaFields[] = {
    {"annotations", "map[string]string", isTextMap},
    {"creationTimestamp", "v1.Time", isTime},
    {"deletionGracePeriodSeconds", "int64", isWhole},
    {"deletionTimestamp", "v1.Time", isTime},
    {"finalizers", "[]string", isTextList},
    {"generateName", "string", isText},
    {"generation", "int64", isWhole},
    {"labels", "map[string]string", isTextMap},
    {"managedFields", "[]v1.ManagedFieldsEntry", isList},
    {"name", "string", isText},
    {"namespace", "string", isText},
    {"ownerReferences", "[]v1.OwnerReference", isList},
    {"resourceVersion", "string", isText},
    {"selfLink", "string", isText},
    {"uid", "types.UID", isText},
};

const char* goKind(const Json& value) {
    if (value.is_array()) return "array";
    if (value.is_object()) return "object";
    if (value.is_boolean()) return "bool";
    return value.is_string() ? "string" : "number";
}

}  // namespace

std::string checkObjectMeta(Json& object, std::vector<std::string>& unknown) {
    const auto at = object.find("metadata");
    if (at == object.end() || at->is_null()) return {};
    if (!at->is_object()) {
        return std::string("json: cannot unmarshal ") + goKind(*at) + " into Go value of type v1.ObjectMeta";
    }
    Json& metadata = *at;
    for (auto one = metadata.begin(); one != metadata.end();) {
        const auto known = std::find_if(std::begin(kMetaFields), std::end(kMetaFields),
                                        [&](const MetaField& f) { return one.key() == f.name; });
        if (known == std::end(kMetaFields)) {
            unknown.push_back("metadata." + one.key());
            one = metadata.erase(one);
        } else if (one.value().is_null()) {
            one = metadata.erase(one);
        } else if (!known->accepts(one.value())) {
            const Json& wrong = culprit(one.value());
            const bool inside = &wrong != &one.value();
            return std::string("json: cannot unmarshal ") + goKind(wrong) + " into Go struct field ObjectMeta." +
                   known->name + " of type " + (inside ? "string" : known->type);
        } else {
            if (known->accepts == isTextMap) emptyNulls(one.value());
            ++one;
        }
    }
    return {};
}

}  // namespace rollcall::sandbox
