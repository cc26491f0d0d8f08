// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace rollcall {

class Theme;

/// The bar's buttons that open something: "Sandbox  all namespaces ▾", "Profile  Corrected ▾": a strong and a muted
/// part and an arrow. **Thread**: GUI.
class TwoPartButton final : public QToolButton {
    Q_OBJECT
public:
    TwoPartButton(const Theme& theme, QWidget* parent = nullptr);

    struct Parts {
        QString icon;  ///< shape before the text; may be empty
        QColor iconColor;
        QString first, second;
        bool firstStrong = true;  ///< else the second one is
    };
    void setParts(const Parts& parts);
    /// Leaves the muted part out, for narrow windows.
    void setCompact(bool compact);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double wantedWidth() const;

    const Theme& m_theme;
    Parts m_parts;
    bool m_compact = false;
};

}  // namespace rollcall
