// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace rollcall {

namespace {

constexpr int kRecentFiles = 8;
constexpr const char* kThemes[] = {"system", "light", "dark", "high-contrast"};

QString defaultFile() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/rollcall/rollcall.conf");
}

}  // namespace

WindowSettings::WindowSettings(const QString& file) {
    const QString path = file.isEmpty() ? defaultFile() : file;
    const QDir folder = QFileInfo(path).absoluteDir();
    if (!folder.exists() && QDir().mkpath(folder.path())) {
        QFile::setPermissions(folder.path(), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    }
    m_settings = std::make_unique<QSettings>(path, QSettings::IniFormat);
}

ThemeMode WindowSettings::theme() const {
    const QString name = m_settings->value(QStringLiteral("theme")).toString();
    for (int i = 0; i < int(std::size(kThemes)); ++i) {
        if (name == QLatin1String(kThemes[i])) return ThemeMode(i);
    }
    return ThemeMode::System;
}

void WindowSettings::setTheme(ThemeMode mode) {
    m_settings->setValue(QStringLiteral("theme"), QLatin1String(kThemes[int(mode)]));
}

QString WindowSettings::language() const {
    const QString code = m_settings->value(QStringLiteral("language")).toString();
    return code == QLatin1String("en") || code == QLatin1String("zh_CN") ? code : QString();
}

void WindowSettings::setLanguage(const QString& code) {
    m_settings->setValue(QStringLiteral("language"), code);
}

QStringList WindowSettings::recentFiles() const {
    return m_settings->value(QStringLiteral("recentFiles")).toStringList();
}

void WindowSettings::addRecentFile(const QString& file) {
    QStringList files = recentFiles();
    files.removeAll(file);
    files.prepend(file);
    m_settings->setValue(QStringLiteral("recentFiles"), files.mid(0, kRecentFiles));
    save();
}

void WindowSettings::removeRecentFile(const QString& file) {
    QStringList files = recentFiles();
    files.removeAll(file);
    m_settings->setValue(QStringLiteral("recentFiles"), files);
    save();
}

void WindowSettings::save() {
    m_settings->sync();
    QFile::setPermissions(m_settings->fileName(), QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

}  // namespace rollcall
