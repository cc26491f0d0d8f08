// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace rollcall {

/// One line on the standard error, as glog writes it: "I1130 18:27:19.123456 rollcall] text". Control characters are shown
/// as symbols and secrets by their shape. Thread: any; lines never mix.
void writeLogLine(char severity, const std::string& text);

/// A sentence for a person on the standard error: "rollcall: text".
void writeMessage(const std::string& text);

}  // namespace rollcall
