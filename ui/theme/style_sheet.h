// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace rollcall {

class Theme;

/// The controls' look as a Qt style sheet made from the theme's tokens. Widgets choose a part by the dynamic property
/// "look": bar, panel, head, field, primary, flat, tab, muted, mono. Thread: GUI.
QString styleSheet(const Theme& theme);

}  // namespace rollcall
