// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "ui/models/queue_numbers.h"

namespace rollcall {

class Theme;

/// How long keys waited or were worked at, in the eleven buckets that Kubernetes components use, for both controllers side
/// by side. Heights are shares of the fullest bucket. **Thread**: GUI.
class HistogramChart final : public QWidget {
    Q_OBJECT
public:
    explicit HistogramChart(const Theme& theme, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setNames(const QString& first, const QString& second);
    void setBuckets(const std::array<Buckets, kControllerCount>& buckets);
    /// "1 ms … 10 ms: Students 12, Pods 0"; empty outside.
    QString valuesAt(double x) const;
    void setZoom(double zoom);  ///< larger, for people far away
    QSize sizeHint() const override { return {300, 140}; }
    QSize minimumSizeHint() const override { return {150, 84}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF plot() const;
    std::int64_t most() const;

    QRectF area() const;  ///< before it is zoomed; x in here is of it

    const Theme& m_theme;
    double m_zoom = 1;
    QString m_title;
    std::array<QString, kControllerCount> m_names;
    std::array<Buckets, kControllerCount> m_buckets{};
};

}  // namespace rollcall
