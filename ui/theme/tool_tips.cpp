// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tool_tips.h"

#include <QToolTip>

namespace rollcall {

QString plainToolTip(const QString& text) {
    if (text.isEmpty()) return {};
    QString escaped = text.toHtmlEscaped();
    escaped.replace(u'\n', QStringLiteral("<br>"));
    return QStringLiteral("<qt>") + escaped + QStringLiteral("</qt>");
}

void showPlainToolTip(const QPoint& globalPos, const QString& text, QWidget* widget) {
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(globalPos, plainToolTip(text), widget);
}

}  // namespace rollcall
