// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/entry_reader.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/api/text.h"
#include "core/api/yaml_scalar.h"
#include "core/config/base64.h"

namespace rollcall::kubeconfig {

namespace {
template <std::size_t N>
bool isOneOf(const std::string& text, const std::array<const char*, N>& words) {
    return std::find(words.begin(), words.end(), text) != words.end();
}

std::string quoted(std::string_view key) {
    return '"' + std::string(key) + '"';
}
}  // namespace

const YamlNode* EntryReader::node(std::string_view key) const {
    const YamlNode* found = m_map ? m_map->find(key) : nullptr;
    return found && !found->isNull() ? found : nullptr;
}

bool EntryReader::has(std::string_view key) const {
    const YamlNode* found = node(key);
    return found && !(found->isScalar() && found->text.empty());
}

void EntryReader::refuse(int line, const std::string& why) {
    if (m_entry.unusable.empty()) m_entry.unusable = why;
    m_notes.push_back({m_entry.file, line, why});
}

void EntryReader::note(int line, const std::string& message) {
    m_notes.push_back({m_entry.file, line, message});
}

std::string EntryReader::text(std::string_view key) {
    const YamlNode* found = node(key);
    if (!found) return {};
    if (!found->isScalar()) {
        refuse(found->line, quoted(key) + " must be text");
        return {};
    }
    const bool looksOther = !found->quoted && !found->text.empty() && yaml::isAmbiguous(found->text);
    if (looksOther)
        note(found->line,
             quoted(key) +
                 " looks like a number or boolean and is taken as text; kubectl would refuse it without quotes");
    return validUtf8(found->text);
}

std::string EntryReader::path(std::string_view key) {
    const std::string given = text(key);
    if (given.empty() || given.front() == '/') return given;
    const std::filesystem::path folder = std::filesystem::path(m_entry.file).parent_path();
    return (folder / given).lexically_normal().string();
}

std::string EntryReader::data(std::string_view key) {
    const YamlNode* found = node(key);
    if (!found || (found->isScalar() && found->text.empty())) return {};
    if (!found->isScalar()) {
        refuse(found->line, quoted(key) + " must be text");
        return {};
    }
    auto decoded = decodeBase64(found->text);
    if (!decoded.badByte) return std::move(decoded.bytes);
    std::string why =
        quoted(key) + " is no base64 text: byte " + std::to_string(*decoded.badByte) + " does not belong there";
    if (found->text.starts_with("-----BEGIN")) why += "; it is PEM text, which must be base64-encoded once more";
    refuse(found->line, why);
    return {};
}

bool EntryReader::flag(std::string_view key) {
    // YAML 1.1 spellings, because that is what kubectl reads.
    static constexpr std::array<const char*, 11> kTrue = {"true", "True", "TRUE", "yes", "Yes", "YES",
                                                          "on",   "On",   "ON",   "y",   "Y"};
    static constexpr std::array<const char*, 11> kFalse = {"false", "False", "FALSE", "no", "No", "NO",
                                                           "off",   "Off",   "OFF",   "n",  "N"};
    const YamlNode* found = node(key);
    if (!found) return false;
    if (found->isScalar() && !found->quoted) {
        if (isOneOf(found->text, kTrue)) return true;
        if (isOneOf(found->text, kFalse)) return false;
    }
    refuse(found->line, quoted(key) + " must be true or false, without quotes");
    return false;
}

}  // namespace rollcall::kubeconfig
