// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBasicTimer>
#include <QWidget>
#include <string>

#include "core/session/profile.h"
#include "ui/models/live_data.h"
#include "ui/pipeline/chip_motion.h"
#include "ui/pipeline/queue_chips.h"
#include "ui/pipeline/rate_meter.h"
#include "ui/pipeline/station_text.h"

namespace rollcall {

class Theme;

/// The machinery as it runs: one controller open, the other as a line below it that swaps them.
/// **Thread**: GUI. **Owns** only what it draws; everything shown is read from LiveData. Repaints when told (refresh,
/// tick) and by itself only while chips travel.
class PipelineStrip final : public QWidget {
    Q_OBJECT
public:
    PipelineStrip(const LiveData& live, const Theme& theme, QWidget* parent = nullptr);

    void setServerVersion(const QString& version);
    void setProfile(ControllerId id, const Profile& profile) { m_profiles[std::size_t(id)] = profile; }
    /// So much larger, chips and type alike, for people far away.
    void setZoom(double zoom);
    void setWorkers(int workers);  ///< how many cells to draw before the machinery says
    void setOpen(ControllerId id);
    ControllerId open() const { return m_open; }
    void setSelection(ControllerId controller, const std::string& key);

    void refresh();         ///< the data changed
    void tickSecond();      ///< ages, rates
    void tickCountdowns();  ///< 10 Hz, while hasCountdown()
    bool hasCountdown() const;

    /// Every chip where it belongs, lanes first: for tests and the keyboard.
    std::vector<Chip> chips() const;
    QRectF otherControllerRect() const { return m_geometry.otherController; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void keyChosen(rollcall::ControllerId controller, const QString& key);
    void openChanged(rollcall::ControllerId controller);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Lanes {
        QueueChips chips;
        std::array<int, kLaneCount> hidden{};  ///< chips that did not fit
    };
    void updateLogical(const QRectF& rect);
    void measure();
    void layoutAll();
    void placeChips();
    void placeLane(Lane lane);
    void placeWorkers();
    void describe();
    ControllerId other() const;
    StationInput input(ControllerId id) const;
    const Chip* chipAt(const QPointF& point) const;
    QString toolTipAt(const QPointF& point) const;
    void paintQueue(QPainter& painter);
    void paintWorkers(QPainter& painter);
    Chip drawn(const Chip& chip, const char* place) const;

    const LiveData& m_data;
    const Theme& m_theme;
    ControllerId m_open = ControllerId::Students;
    std::array<Profile, kControllerCount> m_profiles;
    QString m_serverVersion;
    ControllerId m_selectedController = ControllerId::Students;
    std::string m_selectedKey;
    StationWidths m_wanted{}, m_least{};
    double m_laneLabel = 80;
    PipelineGeometry m_geometry;
    Lanes m_lanes;
    ChipMotion m_motion;
    std::array<RateMeter, kControllerCount> m_events, m_posts;
    QBasicTimer m_frames;
    double m_zoom = 1;
    int m_workers = 1;
    bool m_otherHovered = false;
    bool m_showFocus = false;  ///< the focus came by key: show where it is
};

}  // namespace rollcall
