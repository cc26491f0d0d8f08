// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace rollcall {

class Theme;

/// A row of TargetsModel: shape, name, the red mark, whether the server answered, and a second line of details or of why it
/// cannot be used. **Thread**: GUI.
class TargetDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kHeight = 46;

    TargetDelegate(const Theme& theme, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

private:
    double paintMarks(QPainter& painter, QRectF room, const QModelIndex& index, const QColor& background) const;

    const Theme& m_theme;
};

}  // namespace rollcall
