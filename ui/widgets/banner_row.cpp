// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/banner_row.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/theme/theme.h"

namespace rollcall {

BannerRow bannerRow(QFrame* banner, QWidget* title, QWidget* words) {
    auto* icon = new QWidget(banner);
    icon->setFixedSize(18, 18);
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(title);
    column->addWidget(words);
    auto* row = new QHBoxLayout(banner);
    constexpr int kOutside = 8;  // the style sheet's margin around the frame
    row->setContentsMargins(metric::kGap12 + kOutside, metric::kGap8 + kOutside, metric::kGap8 + kOutside, metric::kGap8);
    row->setSpacing(metric::kGap8);
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addLayout(column, 1);
    return {row, icon};
}

}  // namespace rollcall
