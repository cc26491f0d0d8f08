// SPDX-License-Identifier: GPL-3.0-or-later
// What plain (unquoted) scalars mean.
#pragma once

#include <string>
#include <string_view>

namespace rollcall::yaml {

enum class PlainKind { Text, Null, True, False, Integer, Float, NotFinite };

/// YAML 1.2 core schema (chapter 10.3.2): what a person's plain scalar means here.
PlainKind coreKind(std::string_view text);

/// A core integer or float as a JSON number. The digits are kept: nothing goes through a double.
std::string jsonNumber(std::string_view text);

/// Whether other readers may take this plain text for something else than text. kubectl and most of its relatives still
/// read YAML 1.1 (y, on, 0777, 1_000, 12:30:45, 2001-01-01), so these are quoted on the way out.
bool isAmbiguous(std::string_view text);

/// A JSON number as kubectl prints it: integers as they are, others as Go's strconv.FormatFloat(f, 'g', -1, 64).
std::string yamlNumber(std::string_view json);

}  // namespace rollcall::yaml
