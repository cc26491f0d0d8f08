// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace rollcall {

class Theme;

/// A row of the picker: shape, name, and a second line of details or of why it cannot be used. **Thread**: GUI.
class TargetDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    enum Role { DetailRole = Qt::UserRole + 1, IconRole, CurrentRole };
    static constexpr int kHeight = 46;

    TargetDelegate(const Theme& theme, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

private:
    const Theme& m_theme;
};

}  // namespace rollcall
