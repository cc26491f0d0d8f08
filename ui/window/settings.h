// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QString>
#include <memory>

#include "ui/theme/theme.h"

namespace rollcall {

/// What the window remembers, by name. Holds no secret, yet the file is the user's alone (0600, folder 0700).
/// **Thread**: GUI. **Owns** the QSettings. Values that make no sense are replaced by the default.
class WindowSettings {
public:
    /// `file` empty: rollcall/rollcall.conf in the XDG configuration folder.
    explicit WindowSettings(const QString& file = {});

    ThemeMode theme() const;
    void setTheme(ThemeMode mode);
    QString language() const;  ///< "en", "zh_CN"; empty = the system's
    void setLanguage(const QString& code);

    QByteArray bytes(const QString& name) const { return m_settings->value(name).toByteArray(); }
    void setBytes(const QString& name, const QByteArray& value) { m_settings->setValue(name, value); }
    void remove(const QString& name) { m_settings->remove(name); }
    QStringList recentFiles() const;
    void addRecentFile(const QString& file);  ///< to the front
    void removeRecentFile(const QString& file);
    void save();

private:
    std::unique_ptr<QSettings> m_settings;
};

}  // namespace rollcall
