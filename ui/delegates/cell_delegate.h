// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace rollcall {

class Theme;

/// Paints a cell from the model's roles: state as shape, word and colour; fixed font; muted rows; the accent bar of a
/// row that has just changed. One line each, cut with an ellipsis; tool tips are plain text.
/// **Thread**: GUI.
class CellDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    CellDelegate(const Theme& theme, QObject* parent);
    void setZoom(double zoom) { m_zoom = zoom; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

    static constexpr int kPadding = 7;
    static constexpr int kStateWidth = 16;  ///< shape and the gap behind it

private:
    void paintCell(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    const Theme& m_theme;
    double m_zoom = 1;
};

}  // namespace rollcall
