// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rollcall {

// Text from files, servers and plugins is foreign: it may hold any byte. Pure functions, any thread.

/// Control characters (C0, DEL, C1, so ANSI escapes too), line separators and bidi controls as visible symbols, so that
/// foreign text can neither drive a terminal nor reorder a line (CVE-2021-25743; "Trojan Source"). Invalid UTF-8
/// becomes U+FFFD. With `keepLines`, \n and \t stay.
std::string printable(std::string_view text, bool keepLines = false);

/// Secrets replaced by their shape, for log lines and messages: JWTs, PEM blocks, "Bearer x" and "Basic x", and the
/// values of fields whose name says that they are secret (token, password, client-key-data, …).
std::string redact(std::string_view text);

/// Invalid bytes replaced by U+FFFD each, as Go's encoding/json does. `places`: offsets of those in the result.
std::string validUtf8(std::string_view text, std::vector<std::size_t>* places = nullptr);

/// At most `count` characters; never cuts one in two.
std::string_view firstCharacters(std::string_view text, std::size_t count);
/// At most `bytes` bytes, cut on a character border (E8: Event.message is limited to 1024 bytes).
std::string_view firstBytes(std::string_view text, std::size_t bytes);

/// RFC 3986: everything but unreserved characters as %XX.
std::string percentEncoded(std::string_view text);

/// Appends `text` as a JSON string with quotes; invalid UTF-8 becomes U+FFFD.
void appendJsonString(std::string& out, std::string_view text);

}  // namespace rollcall
