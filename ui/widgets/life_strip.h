// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/trace/transition.h"

namespace rollcall {

class Theme;

/// The last steps of a key as dots on a line, equally spaced, oldest left; waits and results stand beside them.
/// **Thread**: GUI.
class LifeStrip final : public QWidget {
    Q_OBJECT
public:
    explicit LifeStrip(const Theme& theme, QWidget* parent = nullptr);
    void setLife(const std::vector<Transition>& oldestFirst);
    QSize sizeHint() const override { return {300, 54}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    double xOf(std::size_t index) const;

    const Theme& m_theme;
    std::vector<Transition> m_dots;
};

}  // namespace rollcall
