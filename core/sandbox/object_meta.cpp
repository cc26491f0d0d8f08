// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/object_meta.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <random>

#include "core/sandbox/api_names.h"

namespace rollcall::sandbox {
namespace {

constexpr std::size_t kAnnotationsMaxBytes = 256 * 1024;

std::mt19937_64& randomness() {
    thread_local std::mt19937_64 engine{std::random_device{}()};
    return engine;
}

void validateName(const ResourceDescriptor& descriptor, const Json& metadata, FieldErrors& errors) {
    const std::string name = textAt(metadata, "name");
    const std::string base = textAt(metadata, "generateName");
    if (!base.empty()) {
        // The generated part follows, so a trailing dash is fine here.
        const std::string probe = base.back() == '-' ? base.substr(0, base.size() - 1) + "a" : base;
        if (const std::string problem = descriptor.nameProblem(probe); !problem.empty()) {
            errors.push_back(field::invalid("metadata.generateName", goQuote(base), problem));
        }
    }
    if (name.empty()) {
        errors.push_back(field::required("metadata.name", "name or generateName is required"));
    } else if (const std::string problem = descriptor.nameProblem(name); !problem.empty()) {
        errors.push_back(field::invalid("metadata.name", goQuote(name), problem));
    }
}

void validateLabels(const Json& labels, FieldErrors& errors) {
    for (const auto& [key, value] : labels.items()) {
        if (const std::string problem = qualifiedNameProblem(key); !problem.empty()) {
            errors.push_back(field::invalid("metadata.labels", goQuote(key), problem));
        }
        const std::string text = value.is_string() ? value.get<std::string>() : std::string();
        if (const std::string problem = labelValueProblem(text); !problem.empty()) {
            errors.push_back(field::invalid("metadata.labels", goQuote(text), problem));
        }
    }
}

void validateAnnotations(const Json& annotations, FieldErrors& errors) {
    std::size_t total = 0;
    for (const auto& [key, value] : annotations.items()) {
        std::string lower = key;  // upper case is allowed in annotation prefixes
        std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
        if (const std::string problem = qualifiedNameProblem(lower); !problem.empty()) {
            errors.push_back(field::invalid("metadata.annotations", goQuote(key), problem));
        }
        total += key.size() + (value.is_string() ? value.get_ref<const std::string&>().size() : 0);
    }
    if (total > kAnnotationsMaxBytes) errors.push_back(field::tooLong("metadata.annotations", kAnnotationsMaxBytes));
}

}  // namespace

void validateObjectMeta(const ResourceDescriptor& descriptor, const Json& object, FieldErrors& errors) {
    const Json& metadata = objectAt(object, "metadata");
    validateName(descriptor, metadata, errors);
    validateLabels(objectAt(metadata, "labels"), errors);
    validateAnnotations(objectAt(metadata, "annotations"), errors);
    for (const std::string& finalizer : stringsAt(metadata, "finalizers")) {
        if (const std::string problem = qualifiedNameProblem(finalizer); !problem.empty()) {
            errors.push_back(field::invalid("metadata.finalizers", goQuote(finalizer), problem));
        }
    }
}

void validateFinalizerUpdate(const Json& object, const Json& old, FieldErrors& errors) {
    if (!find(old, "metadata.deletionTimestamp")) return;
    const std::vector<std::string> before = stringsAt(old, "metadata.finalizers");
    std::string added;
    for (const std::string& finalizer : stringsAt(object, "metadata.finalizers")) {
        if (std::find(before.begin(), before.end(), finalizer) != before.end()) continue;
        added += (added.empty() ? "" : ", ") + goQuote(finalizer);
    }
    if (added.empty()) return;
    errors.push_back(field::forbidden("metadata.finalizers",
                                      "no new finalizers can be added if the object is being deleted, found new "
                                      "finalizers []string{" +
                                          added + "}"));
}

std::string newUid() {
    std::uint64_t high = randomness()(), low = randomness()();
    high = (high & ~0xF000ULL) | 0x4000ULL;                // version 4
    low = (low & ~(0xC000ULL << 48)) | (0x8000ULL << 48);  // variant 10
    char text[40];
    std::snprintf(text, sizeof text, "%08x-%04x-%04x-%04x-%012llx", static_cast<unsigned>(high >> 32),
                  static_cast<unsigned>((high >> 16) & 0xFFFF), static_cast<unsigned>(high & 0xFFFF),
                  static_cast<unsigned>(low >> 48), static_cast<unsigned long long>(low & 0xFFFFFFFFFFFFULL));
    return text;
}

std::string generateName(const std::string& base) {
    // No vowels and no look-alikes, so that no words come out (apimachinery util/rand).
    constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
    constexpr std::size_t baseMax = 58;
    std::string name = base.substr(0, baseMax);
    std::uniform_int_distribution<std::size_t> pick(0, letters.size() - 1);
    for (int i = 0; i < 5; ++i) name += letters[pick(randomness())];
    return name;
}

}  // namespace rollcall::sandbox
