// SPDX-License-Identifier: GPL-3.0-or-later
// The library holds resources only; a static library needs a member.
namespace rollcall {
const char* const kResources = ":/rollcall";
}
