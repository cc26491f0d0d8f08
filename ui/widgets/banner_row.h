// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QFrame;
class QHBoxLayout;
class QWidget;

namespace rollcall {

/// The row of a banner above the tables: a place for its icon, its title over its words. The caller adds its buttons.
/// Thread: GUI. Owned by `banner`.
struct BannerRow {
    QHBoxLayout* row;
    QWidget* icon;  ///< empty: the banner paints into its geometry
};
BannerRow bannerRow(QFrame* banner, QWidget* title, QWidget* words);

}  // namespace rollcall
