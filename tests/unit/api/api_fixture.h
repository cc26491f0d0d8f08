// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/api/decode.h"
#include "core/api/resource.h"

namespace rollcall::test {

/// A recorded answer.
inline std::string recorded(const std::string& name) {
    std::ifstream file(API_TEST_DATA + name, std::ios::binary);
    if (!file) qFatal("there is no %s", name.c_str());
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

inline std::vector<std::string> recordedLines(const std::string& name) {
    std::vector<std::string> lines;
    std::istringstream text(recorded(name));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline const Student& asStudent(const ObjectPtr& object) {
    return dynamic_cast<const Student&>(*object);
}
inline const Pod& asPod(const ObjectPtr& object) {
    return dynamic_cast<const Pod&>(*object);
}
inline const EventObject& asEvent(const ObjectPtr& object) {
    return dynamic_cast<const EventObject&>(*object);
}

}  // namespace rollcall::test
