// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pipeline/pipeline_strip.h"

#include <QFontMetricsF>
#include <QStyle>
#include <algorithm>
#include <numeric>

#include "ui/theme/theme.h"

namespace rollcall {

namespace {

constexpr int kFrameMs = 16;
constexpr double kChipGap = 6;
/// What the mock-up gives each station at 1440; a longer word in another language asks for more.
constexpr StationWidths kDrawn{122, 142, 104, 112, 330, 212, 116};
constexpr double kLeastQueue = 190;
constexpr double kReadable = 110, kLeastChip = 60;
/// In a narrow window names may end in an ellipsis: a chip in the queue says more than the end of "last event".
constexpr double kTight = 0.88;

std::int64_t watchEvents(const PipelineStats& p) {
    return p.added + p.updated + p.deleted;
}

}  // namespace

PipelineStrip::PipelineStrip(const LiveData& live, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_data(live), m_theme(theme) {
    setObjectName(QStringLiteral("pipeline"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] {
        measure();
        refresh();
    });
    measure();
    describe();
}

QSize PipelineStrip::sizeHint() const {
    return {1416, int(pipelineHeight() * m_zoom)};
}
QSize PipelineStrip::minimumSizeHint() const {
    return {760, int(pipelineHeight() * m_zoom)};
}
ControllerId PipelineStrip::other() const {
    return m_open == ControllerId::Students ? ControllerId::Pods : ControllerId::Students;
}

void PipelineStrip::setServerVersion(const QString& version) {
    if (version == m_serverVersion) return;
    m_serverVersion = version;
    measure();
    refresh();
}

void PipelineStrip::setZoom(double zoom) {
    m_zoom = zoom;
    m_motion.clear();
    updateGeometry();
    refresh();
}

void PipelineStrip::updateLogical(const QRectF& rect) {
    update(QRectF(rect.topLeft() * m_zoom, rect.size() * m_zoom).toAlignedRect());
}

void PipelineStrip::setWorkers(int workers) {
    m_workers = workers;
    refresh();
}

void PipelineStrip::setOpen(ControllerId id) {
    if (id == m_open) return;
    m_open = id;
    m_motion.clear();
    refresh();
    Q_EMIT openChanged(id);
}

void PipelineStrip::setSelection(ControllerId controller, const std::string& key) {
    m_selectedController = controller;
    m_selectedKey = key;
    placeChips();
    update();
}

StationInput PipelineStrip::input(ControllerId id) const {
    const auto i = std::size_t(id);
    return {id,
            m_data.stats(id),
            m_data.hostState(),
            m_serverVersion,
            m_events[i].perSecond(m_data.now()),
            m_posts[i].perSecond(m_data.now()),
            m_data.now()};
}

/// Station widths for the longest texts they are likely to hold, so that nothing moves while numbers grow.
void PipelineStrip::measure() {
    const QFontMetricsF small(m_theme.font(Theme::Font::Small)), strong(m_theme.font(Theme::Font::SmallStrong)),
        fixed(m_theme.font(Theme::Font::Fixed));
    StationInput sample = input(m_open);
    sample.stats.reflector = ReflectorState::Streaming;
    sample.stats.p50 = std::chrono::milliseconds(11);
    sample.stats.p99 = std::chrono::milliseconds(480);
    sample.stats.done = 1;
    const double number = fixed.horizontalAdvance(QStringLiteral("10000"));
    for (int i = 0; i < kStationCount; ++i) {
        const StationText text = stationText(Station(i), sample);
        double head = strong.horizontalAdvance(text.title), body = fixed.horizontalAdvance(text.foot);
        for (const StationText::Line& line : text.lines) {
            body = std::max(
                body, small.horizontalAdvance(line.name) + 7 + std::max(number, fixed.horizontalAdvance(line.value)));
        }
        constexpr double kPadding = 18, kShape = 17, kGap = 8;
        if (text.state != VisualState::None) head += kShape;  // the word goes first when it gets tight
        m_least[std::size_t(i)] = (std::max(head, body) + kPadding) * kTight;
        const double word = text.stateText.isEmpty() ? 0 : strong.horizontalAdvance(text.stateText) + kGap;
        m_wanted[std::size_t(i)] = std::max({kDrawn[std::size_t(i)], head + word + kPadding, body + kPadding});
    }
    m_wanted[std::size_t(Station::Queue)] = kDrawn[std::size_t(Station::Queue)];
    m_least[std::size_t(Station::Queue)] = kLeastQueue;
    m_laneLabel = 0;
    for (const VisualState state : {VisualState::Ready, VisualState::Waiting, VisualState::Parked}) {
        m_laneLabel = std::max(m_laneLabel, small.horizontalAdvance(stateWord(state)) +
                                                fixed.horizontalAdvance(QStringLiteral("99")) + 20);
    }
}

void PipelineStrip::refresh() {
    for (const ControllerId id : {ControllerId::Students, ControllerId::Pods}) {
        m_events[std::size_t(id)].sample(m_data.now(), watchEvents(m_data.stats(id)));
        m_posts[std::size_t(id)].sample(m_data.now(), m_data.stats(id).posted);
    }
    layoutAll();
    update();
}

void PipelineStrip::layoutAll() {
    const auto lanes = int(m_data.stats(m_open).lanes.size());
    StationWidths wanted = m_wanted, least = m_least;
    // Enlarged, a key that can be read is worth more than the stations that only count.
    for (const Station s : {Station::Handlers, Station::ApiServer, Station::Recorder}) {
        constexpr double kBetween = 26 * (kStationCount - 1) + 24;
        if (m_zoom <= 1 || std::accumulate(wanted.begin(), wanted.end(), kBetween) <= width() / m_zoom) break;
        wanted[std::size_t(s)] = least[std::size_t(s)] = 0;
    }
    m_geometry = layoutPipeline(width() / m_zoom, wanted, least, lanes > 0 ? lanes : m_workers);
    m_lanes.chips = collectChips(m_data.queue(), m_open, m_data.stats(m_open).lanes);
    placeChips();
}

void PipelineStrip::placeChips() {
    for (int lane = 0; lane < kLaneCount; ++lane) placeLane(Lane(lane));
    placeWorkers();
    m_motion.sweep();
    if (m_motion.isMoving() && !m_frames.isActive()) m_frames.start(kFrameMs, this);
}

void PipelineStrip::placeLane(Lane lane) {
    const QRectF room = m_geometry.lane(lane).adjusted(m_laneLabel + 4, 0, -4, 0);
    auto& chips = m_lanes.chips.lanes[std::size_t(lane)];
    const QString most = QStringLiteral("+%1").arg(m_lanes.chips.counts[std::size_t(lane)]);
    const double overflow = QFontMetricsF(m_theme.font(Theme::Font::Fixed)).horizontalAdvance(most) + kChipGap;
    const bool animate = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    double x = room.left();
    std::size_t shown = 0;
    for (Chip& chip : chips) {
        const bool last =
            shown + 1 == chips.size() && std::size_t(m_lanes.chips.counts[std::size_t(lane)]) == chips.size();
        const double limit = room.right() - (last ? 0 : overflow);
        double width = chipWidth(chip, m_theme);
        if (x + width > limit) {
            // One more, shortened, if enough of its key can be read; the first one in any case.
            chip.right.clear();  // the ring tells
            width = chipWidth(chip, m_theme);
            if (limit - x < std::min(width, shown > 0 ? kReadable : kLeastChip)) break;
            width = std::min(width, limit - x);
        }
        chip.rect = QRectF(x, room.center().y() - metric::kChip / 2.0, width, metric::kChip);
        chip.selected = m_selectedController == m_open && chip.key == m_selectedKey;
        m_motion.place("queue " + chip.key, chip.rect, m_motion.lastPlace("worker " + chip.key), animate);
        x += width + kChipGap;
        ++shown;
    }
    for (std::size_t i = shown; i < chips.size(); ++i) chips[i].rect = {};
    m_lanes.hidden[std::size_t(lane)] = m_lanes.chips.counts[std::size_t(lane)] - int(shown);
}

void PipelineStrip::placeWorkers() {
    const bool animate = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    for (std::size_t i = 0; i < m_lanes.chips.workers.size() && i < m_geometry.workers.size(); ++i) {
        Chip& chip = m_lanes.chips.workers[i];
        if (chip.key.empty()) continue;
        const QRectF cell = m_geometry.workers[i];
        const double left = cell.left() + 6 +
                            QFontMetricsF(m_theme.font(Theme::Font::Fixed)).horizontalAdvance(QStringLiteral("16")) + 5;
        const double room = cell.right() - 4 - left;
        if (chipWidth(chip, m_theme) > room) chip.right.clear();
        const double height = std::min<double>(metric::kChip, cell.height());
        chip.rect = QRectF(left, cell.center().y() - height / 2, std::min(chipWidth(chip, m_theme), room), height);
        chip.selected = m_selectedController == m_open && chip.key == m_selectedKey;
        m_motion.place("worker " + chip.key, chip.rect, m_motion.lastPlace("queue " + chip.key), animate);
    }
}

bool PipelineStrip::hasCountdown() const {
    const auto& waiting = m_lanes.chips.lanes[std::size_t(Lane::Waiting)];
    const auto& workers = m_lanes.chips.workers;
    return !waiting.empty() ||
           std::any_of(workers.begin(), workers.end(), [](const Chip& c) { return !c.key.empty(); });
}

void PipelineStrip::tickCountdowns() {
    const auto touch = [this](std::vector<Chip>& chips) {
        for (Chip& chip : chips) {
            if (chip.key.empty() || chip.rect.isNull()) continue;
            const QueueRow* row = m_data.queue().row(m_open, chip.key);
            if (!row) continue;
            const bool timed = !chip.right.isEmpty();
            setChipTime(chip, *row, m_data.now());
            if (!timed) chip.right.clear();
            updateLogical(chipTimePart(chip));
        }
    };
    touch(m_lanes.chips.lanes[std::size_t(Lane::Waiting)]);
    touch(m_lanes.chips.workers);
}

void PipelineStrip::tickSecond() {
    if (m_data.hostState() != HostState::Running && m_data.hostState() != HostState::Stopping) return;
    for (const ControllerId id : {ControllerId::Students, ControllerId::Pods}) {
        m_events[std::size_t(id)].sample(m_data.now(), watchEvents(m_data.stats(id)));
        m_events[std::size_t(id)].mark(m_data.now());
        m_posts[std::size_t(id)].sample(m_data.now(), m_data.stats(id).posted);
    }
    update();
}

std::vector<Chip> PipelineStrip::chips() const {
    std::vector<Chip> all;
    const auto add = [&](const std::vector<Chip>& chips) {
        std::copy_if(chips.begin(), chips.end(), std::back_inserter(all),
                     [](const Chip& c) { return !c.key.empty() && !c.rect.isNull(); });
    };
    for (const auto& lane : m_lanes.chips.lanes) add(lane);
    add(m_lanes.chips.workers);
    return all;
}

}  // namespace rollcall
