// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <QSyntaxHighlighter>

namespace rollcall {

class Theme;

/// Keys in the accent, comments muted, as the theme has them. **Thread**: GUI.
class YamlHighlighter final : public QSyntaxHighlighter {
    Q_OBJECT
public:
    YamlHighlighter(QTextDocument* document, const Theme& theme);

protected:
    void highlightBlock(const QString& text) override;

private:
    const Theme& m_theme;
};

/// YAML in the fixed font, to read or to edit. **Thread**: GUI. Text is plain: markup in it stays text.
class YamlView final : public QPlainTextEdit {
    Q_OBJECT
public:
    YamlView(const Theme& theme, bool editable, QWidget* parent = nullptr);
    /// Replaces the text and keeps the place one was reading at.
    void setYaml(const QString& yaml);
    void markLine(int line);  ///< 1-based; 0 = none
    /// Lines that `other` does not have, one by one in order, in the selection's colour.
    void markDifferences(const QString& other);
    /// Of a text that is a difference: lines that begin with + and − in colours.
    void markChanges();

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyFont();
    const Theme& m_theme;
};

}  // namespace rollcall
