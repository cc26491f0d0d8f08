// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTranslator>

namespace rollcall {

/// The window's language, changed while it runs: every widget gets a LanguageChange event and reads its texts again.
/// **Thread**: GUI. **Owns** the translators.
class Language final : public QObject {
    Q_OBJECT
public:
    explicit Language(QObject* parent = nullptr);
    ~Language() override;

    /// "en", "zh_CN"; anything else = the system's language when there is a translation, else English.
    void set(const QString& code);
    QString current() const { return m_current; }

private:
    QTranslator m_ours, m_qt;
    QString m_current;
};

}  // namespace rollcall
