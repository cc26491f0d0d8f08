// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace rollcall {

Language::Language(QObject* parent) : QObject(parent) {
}

Language::~Language() {
    QCoreApplication::removeTranslator(&m_ours);
    QCoreApplication::removeTranslator(&m_qt);
}

void Language::set(const QString& code) {
    QString wanted = code;
    if (wanted != QLatin1String("en") && wanted != QLatin1String("zh_CN")) {
        const QLocale system = QLocale::system();
        wanted = system.language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
    }
    if (wanted == m_current) return;
    m_current = wanted;
    QCoreApplication::removeTranslator(&m_ours);
    QCoreApplication::removeTranslator(&m_qt);
    // English too: its file holds the plural forms.
    if (m_ours.load(QStringLiteral(":/rollcall/translations/rollcall_") + wanted + QStringLiteral(".qm"))) {
        QCoreApplication::installTranslator(&m_ours);
    }
    // Qt's own words (file dialog); without the distribution's package they stay English.
    if (wanted != QLatin1String("en") &&
        m_qt.load(QStringLiteral("qtbase_") + wanted, QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(&m_qt);
    }
}

}  // namespace rollcall
