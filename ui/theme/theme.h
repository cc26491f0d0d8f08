// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QObject>
#include <QPalette>
#include <array>

#include "ui/models/visual_state.h"
#include "ui/theme/tokens.h"

namespace rollcall {

enum class ThemeMode { System, Light, Dark, HighContrast };

/// The look in force: colours, fonts, palette and style sheet, made from the tokens alone.
/// **Thread**: GUI. **Owns** nothing but its values. Widgets hold a reference and repaint on changed().
class Theme final : public QObject {
    Q_OBJECT
public:
    explicit Theme(QObject* parent = nullptr);

    void setMode(ThemeMode mode);
    ThemeMode mode() const { return m_mode; }
    bool isDark() const { return m_dark; }
    const Tokens& tokens() const { return *m_tokens; }

    enum class Font { Tiny, Small, SmallStrong, Body, Strong, Title, Huge, Fixed, FixedStrong };
    const QFont& font(Font role) const { return m_fonts[std::size_t(role)]; }

    QColor stateColor(VisualState state) const;
    /// The file name, without folder and ending, of the state's shape.
    static QString stateShape(VisualState state);

    /// Puts palette, fonts and style sheet on the application.
    void apply();
    QPalette palette() const;

Q_SIGNALS:
    void changed();

private:
    void choose();
    void makeFonts();

    ThemeMode m_mode = ThemeMode::System;
    bool m_dark = false;
    const Tokens* m_tokens;
    std::array<QFont, 9> m_fonts;
    QPalette m_desktop;  ///< as the desktop gave it, before ours replaced it
    QFont m_desktopFont;
};

}  // namespace rollcall
