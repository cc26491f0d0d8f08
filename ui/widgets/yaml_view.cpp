// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/yaml_view.h"

#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>

#include "ui/theme/contrast.h"
#include "ui/theme/theme.h"

namespace rollcall {

YamlHighlighter::YamlHighlighter(QTextDocument* document, const Theme& theme)
    : QSyntaxHighlighter(document), m_theme(theme) {
    connect(&theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void YamlHighlighter::highlightBlock(const QString& text) {
    // A key is what stands before the first ": " or a ":" at the end, after indentation and list dashes.
    static const QRegularExpression key(
        QStringLiteral(R"(^(\s*(?:- )*)("[^"]*"|'[^']*'|[^\s#"'][^#]*?)(?=:(?:\s|$)))"));
    static const QRegularExpression comment(QStringLiteral(R"((?:^|\s)#.*$)"));
    const Tokens& t = m_theme.tokens();
    if (const auto match = key.match(text); match.hasMatch()) {
        setFormat(int(match.capturedStart(2)), int(match.capturedLength(2)), t.accent);
    }
    if (const auto match = comment.match(text); match.hasMatch()) {
        setFormat(int(match.capturedStart()), int(match.capturedLength()), t.muted);
    }
}

YamlView::YamlView(const Theme& theme, bool editable, QWidget* parent) : QPlainTextEdit(parent), m_theme(theme) {
    setReadOnly(!editable);
    setLineWrapMode(NoWrap);
    setTabChangesFocus(!editable);
    if (!editable) {
        setProperty("look", QStringLiteral("code"));
        setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    new YamlHighlighter(document(), theme);
    applyFont();
    connect(&theme, &Theme::changed, this, &YamlView::applyFont);
}

void YamlView::applyFont() {
    setFont(m_theme.font(Theme::Font::Fixed));
    document()->setDefaultFont(m_theme.font(Theme::Font::Fixed));
    setTabStopDistance(2 * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
}

/// The application's style sheet resets the font of every widget when it changes.
void YamlView::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::StyleChange) document()->setDefaultFont(m_theme.font(Theme::Font::Fixed));
}

void YamlView::setYaml(const QString& yaml) {
    if (toPlainText() == yaml) return;
    const int place = verticalScrollBar()->value();
    setPlainText(yaml);
    verticalScrollBar()->setValue(place);
}

void YamlView::markLine(int line) {
    QList<QTextEdit::ExtraSelection> marks;
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (line > 0 && block.isValid()) {
        QTextEdit::ExtraSelection mark;
        mark.format.setBackground(blended(m_theme.tokens().failed, m_theme.tokens().surface, 0.18));
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor = QTextCursor(block);
        marks << mark;
        setTextCursor(QTextCursor(block));
    }
    setExtraSelections(marks);
}

void YamlView::markChanges() {
    const Tokens& t = m_theme.tokens();
    QList<QTextEdit::ExtraSelection> marks;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const bool added = block.text().startsWith(u'+'), removed = block.text().startsWith(u'-');
        if (!added && !removed) continue;
        QTextEdit::ExtraSelection mark;
        mark.format.setBackground(blended(added ? t.processing : t.failed, t.surface, 0.16));
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor = QTextCursor(block);
        marks << mark;
    }
    setExtraSelections(marks);
}

void YamlView::markDifferences(const QString& other) {
    QStringList theirs = other.split(QLatin1Char('\n'));
    QList<QTextEdit::ExtraSelection> marks;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (theirs.removeOne(block.text())) continue;
        QTextEdit::ExtraSelection mark;
        mark.format.setBackground(m_theme.tokens().selection);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor = QTextCursor(block);
        marks << mark;
    }
    setExtraSelections(marks);
}

}  // namespace rollcall
