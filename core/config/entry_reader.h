// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/api/yaml_tree.h"
#include "core/config/kubeconfig_model.h"

namespace rollcall::kubeconfig {

/// Reads the fields of one entry. The first thing that is wrong makes the entry unusable; what is only odd becomes a
/// note. Messages name fields and lines, never values.
class EntryReader {
public:
    /// `map` may be null: an entry without content.
    EntryReader(const YamlNode* map, Entry& entry, std::vector<KubeconfigSet::Problem>& notes)
        : m_map(map), m_entry(entry), m_notes(notes) {}

    bool has(std::string_view key) const;
    /// The literal text of a scalar, whatever it looks like (K11).
    std::string text(std::string_view key);
    /// A path, made absolute against the folder of the entry's file (K21).
    std::string path(std::string_view key);
    /// Decoded base64 (K12).
    std::string data(std::string_view key);
    /// An unquoted boolean (K15).
    bool flag(std::string_view key);
    const YamlNode* node(std::string_view key) const;

    void refuse(int line, const std::string& why);
    void note(int line, const std::string& message);

private:
    const YamlNode* m_map;
    Entry& m_entry;
    std::vector<KubeconfigSet::Problem>& m_notes;
};

}  // namespace rollcall::kubeconfig
