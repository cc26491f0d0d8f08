// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace rollcall {

class Theme;

/// The tables' header row: small muted titles, aligned as their columns, with our own sort arrow. **Thread**: GUI.
class TableHeader final : public QHeaderView {
    Q_OBJECT
public:
    TableHeader(const Theme& theme, QWidget* parent);

    QSize sizeHint() const override;
    void setZoom(double zoom);
    int titleWidth(int section) const;  ///< what the whole title needs, padding included

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    bool viewportEvent(QEvent* event) override;

private:
    const Theme& m_theme;
    double m_zoom = 1;
};

}  // namespace rollcall
