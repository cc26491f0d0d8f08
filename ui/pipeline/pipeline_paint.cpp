// SPDX-License-Identifier: GPL-3.0-or-later
// How PipelineStrip is painted.
#include <QPainter>
#include <algorithm>

#include "ui/models/time_words.h"
#include "ui/pipeline/pipeline_strip.h"
#include "ui/pipeline/station_painter.h"
#include "ui/theme/theme.h"

namespace rollcall {

Chip PipelineStrip::drawn(const Chip& chip, const char* place) const {
    Chip copy = chip;
    copy.rect = m_motion.current(place + chip.key);
    if (copy.rect.isNull()) copy.rect = chip.rect;
    return copy;
}

void PipelineStrip::paintQueue(QPainter& painter) {
    StationPainter stations(painter, m_theme);
    constexpr VisualState kStates[] = {VisualState::Ready, VisualState::Waiting, VisualState::Parked};
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
        const QRectF rect = m_geometry.lanes[lane];
        stations.lane(rect, stateWord(kStates[lane]), m_lanes.chips.counts[lane], m_laneLabel);
        if (m_lanes.hidden[lane] > 0) {
            painter.setFont(m_theme.font(Theme::Font::Fixed));
            painter.setPen(m_theme.tokens().muted);
            painter.drawText(rect.adjusted(0, 0, -7, 0), Qt::AlignVCenter | Qt::AlignRight,
                             QStringLiteral("+%1").arg(m_lanes.hidden[lane]));
        }
    }
}

void PipelineStrip::paintWorkers(QPainter& painter) {
    StationPainter stations(painter, m_theme);
    const auto& lanes = m_data.stats(m_open).lanes;
    for (std::size_t i = 0; i < m_geometry.workers.size(); ++i) {
        const bool free = i < lanes.size() && lanes[i].key.empty();
        const bool crashed = free && !lanes[i].panic.empty();
        QString text;
        if (crashed) {
            const Duration left = std::max(Duration::zero(), lanes[i].restartsAt - m_data.now());
            text = m_geometry.smallCells ? QStringLiteral("✕") : tr("crashed, back in %1").arg(spanText(left));
        } else if (free && !m_geometry.smallCells) {
            text = lanes[i].since == MonoTime{} ? tr("idle") : tr("idle %1").arg(ageText(m_data.now() - lanes[i].since));
        }
        stations.workerCell(m_geometry.workers[i], int(i) + 1, text, crashed);
    }
    const StationText text = stationText(Station::Workers, input(m_open));
    if (!m_geometry.workerNumbers.isNull()) {
        const auto lines = std::size_t(m_geometry.workerNumbers.height() / 18);
        stations.lines(m_geometry.workerNumbers,
                       {text.lines.begin(), text.lines.begin() + std::ptrdiff_t(std::min(lines, text.lines.size()))});
    }
}

void PipelineStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = m_theme.tokens();
    painter.fillRect(rect(), t.surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), t.line);
    painter.scale(m_zoom, m_zoom);

    StationPainter stations(painter, m_theme);
    const StationInput in = input(m_open);
    const auto counts = arrowTexts(in);
    for (int i = 0; i < kStationCount; ++i) {
        if (m_geometry.stations[std::size_t(i)].isNull()) continue;
        StationText text = stationText(Station(i), in);
        if (Station(i) == Station::Workers) text.lines.clear();  // stand below the lanes
        std::vector<double> curve;
        if (Station(i) == Station::ApiServer) curve = m_events[std::size_t(m_open)].curve();
        stations.box(m_geometry.stations[std::size_t(i)], text, curve);
        if (i + 1 < kStationCount && !m_geometry.arrows[std::size_t(i)].isNull()) stations.arrow(m_geometry.arrows[std::size_t(i)], counts[std::size_t(i)]);
    }
    paintQueue(painter);
    paintWorkers(painter);
    const ReflectorState state = m_data.stats(other()).reflector;
    stations.miniLine(m_geometry.otherController, controllerTitle(other()), visualOf(state), reflectorWord(state),
                      miniLine(input(other())), m_otherHovered);
    for (const auto& lane : m_lanes.chips.lanes) {
        for (const Chip& chip : lane) {
            if (!chip.rect.isNull()) paintChip(painter, drawn(chip, "queue "), m_theme);
        }
    }
    for (const Chip& chip : m_lanes.chips.workers) {
        if (!chip.key.empty()) paintChip(painter, drawn(chip, "worker "), m_theme);
    }
    painter.resetTransform();
    if (hasFocus() && m_showFocus) {
        painter.setPen(QPen(t.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -3.5), metric::kPanelRadius,
                                metric::kPanelRadius);
    }
}

}  // namespace rollcall
