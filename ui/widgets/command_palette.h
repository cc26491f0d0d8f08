// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>
#include <vector>

class QLineEdit;
class QTreeWidget;

namespace rollcall {

class Theme;

/// One field over everything that the window can do or show: commands, keys, targets. Typing narrows it down, Enter does it.
/// **Thread**: GUI. Everything in it is plain text.
class CommandPalette final : public QFrame {
    Q_OBJECT
public:
    struct Entry {
        QString title, hint;  ///< what it does; its shortcut or where it comes from
        std::function<void()> run;
    };

    explicit CommandPalette(const Theme& theme, QWidget* parent);

    /// Entries in the order in which they stand while nothing is typed.
    void openOver(QWidget* window, std::vector<Entry> entries);
    QLineEdit* field() { return m_field; }
    /// Titles as they stand in the list, best first.
    QStringList shownTitles() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void narrow();
    void runCurrent();

    const Theme& m_theme;
    QLineEdit* m_field;
    QTreeWidget* m_list;
    std::vector<Entry> m_entries;
    std::vector<std::size_t> m_shown;
};

}  // namespace rollcall
