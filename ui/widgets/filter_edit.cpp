// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filter_edit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QStringListModel>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/tool_tips.h"
#include "ui/widgets/labels.h"

namespace rollcall {

FilterEdit::FilterEdit(const Theme& theme, std::span<const FilterField> fields, QWidget* parent)
    : QLineEdit(parent), m_fields(fields), m_completer(new QCompleter(this)), m_offers(new QStringListModel(this)) {
    setProperty("look", QStringLiteral("filter"));
    setClearButtonEnabled(false);
    addAction(themedIcon(theme, QStringLiteral("search"), IconTone::Muted), QLineEdit::LeadingPosition);
    m_completer->setModel(m_offers);
    m_completer->setWidget(this);  // not setCompleter(): that completes the whole line, this only the last word
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->popup()->setProperty("look", QStringLiteral("popup"));
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &FilterEdit::accept);
    connect(this, &QLineEdit::textEdited, this, &FilterEdit::offer);
}

void FilterEdit::setError(const QString& sentence) {
    setToolTip(plainToolTip(sentence));
    setAccessibleDescription(sentence);
    if (property("wrong").toBool() != !sentence.isEmpty()) setLook(this, "wrong", !sentence.isEmpty());
}

QString FilterEdit::lastWord() const {
    const QString before = text().left(cursorPosition());
    return before.mid(before.lastIndexOf(u' ') + 1);
}

QStringList FilterEdit::completions() const {
    return filterCompletions(lastWord(), m_fields);
}

void FilterEdit::offer() {
    const QStringList found = completions();
    if (found.isEmpty()) return m_completer->popup()->hide();
    m_offers->setStringList(found);
    constexpr int kReadable = 180;
    QRect below = rect();
    below.setWidth(std::max(width(), kReadable));
    m_completer->complete(below);
}

void FilterEdit::accept(const QString& completion) {
    const int end = cursorPosition(), start = end - int(lastWord().size());
    setText(QString(text().left(start) + completion + text().mid(end)));
    setCursorPosition(start + int(completion.size()));
    if (completion.endsWith(u':')) offer();
}

void FilterEdit::keyPressEvent(QKeyEvent* event) {
    const bool choosing = m_completer->popup()->isVisible();
    // The popup hands its keys on to here; these belong to it.
    if (choosing && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Escape))
        return event->ignore();
    QLineEdit::keyPressEvent(event);
}

}  // namespace rollcall
