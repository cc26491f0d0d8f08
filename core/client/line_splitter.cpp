// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/line_splitter.h"

#include <utility>

namespace rollcall {

bool LineSplitter::add(std::string_view data, Batch& batch) {
    batch.lines.clear();
    const auto lastBreak = data.rfind('\n');
    if (lastBreak == std::string_view::npos) {
        if (m_rest.size() + data.size() > kLongestLine) return false;
        m_rest.append(data);
        return true;
    }
    // Only what is new can hold line breaks; the rest of the last read is the start of the first line.
    const std::size_t scanned = m_rest.size();
    batch.bytes = std::exchange(m_rest, std::string(data.substr(lastBreak + 1)));
    batch.bytes.append(data.substr(0, lastBreak + 1));
    std::string_view left = batch.bytes;
    std::size_t from = scanned;
    for (auto end = left.find('\n', from); end != std::string_view::npos; end = left.find('\n')) {
        std::string_view line = left.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.empty()) batch.lines.push_back(line);
        left.remove_prefix(end + 1);
    }
    return m_rest.size() <= kLongestLine;
}

}  // namespace rollcall
