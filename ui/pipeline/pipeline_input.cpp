// SPDX-License-Identifier: GPL-3.0-or-later
// PipelineStrip's answers to mouse, keyboard and changes of size or language.
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTimerEvent>
#include <QToolTip>
#include <algorithm>

#include "ui/models/plain_text.h"
#include "ui/models/key_story.h"
#include "ui/pipeline/pipeline_strip.h"
#include "ui/theme/tool_tips.h"

namespace rollcall {

const Chip* PipelineStrip::chipAt(const QPointF& point) const {
    const auto search = [&](const std::vector<Chip>& chips) -> const Chip* {
        const auto it = std::find_if(chips.begin(), chips.end(), [&](const Chip& c) { return c.rect.contains(point); });
        return it == chips.end() ? nullptr : &*it;
    };
    for (const auto& lane : m_lanes.chips.lanes) {
        if (const Chip* chip = search(lane)) return chip;
    }
    return search(m_lanes.chips.workers);
}

void PipelineStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    if (m_geometry.otherController.contains(event->position() / m_zoom)) return setOpen(other());
    if (const Chip* chip = chipAt(event->position() / m_zoom)) Q_EMIT keyChosen(m_open, rawText(chip->key));
}

void PipelineStrip::mouseMoveEvent(QMouseEvent* event) {
    const bool hovered = m_geometry.otherController.contains(event->position() / m_zoom);
    setCursor(hovered || chipAt(event->position() / m_zoom) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hovered == m_otherHovered) return;
    m_otherHovered = hovered;
    updateLogical(m_geometry.otherController);
}

void PipelineStrip::leaveEvent(QEvent* event) {
    m_otherHovered = false;
    updateLogical(m_geometry.otherController);
    QWidget::leaveEvent(event);
}

/// Left and right walk through the chips in the order in which they stand; up and down change the controller.
void PipelineStrip::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) return setOpen(other());
    if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right) return QWidget::keyPressEvent(event);
    const std::vector<Chip> all = chips();
    if (all.empty()) return;
    const auto it = std::find_if(all.begin(), all.end(), [](const Chip& c) { return c.selected; });
    const int count = int(all.size());
    int next = event->key() == Qt::Key_Right ? 0 : count - 1;
    if (it != all.end()) next = (int(it - all.begin()) + (event->key() == Qt::Key_Right ? 1 : count - 1)) % count;
    const std::string key = all[std::size_t(next)].key;
    Q_EMIT keyChosen(m_open, rawText(key));
}

QString PipelineStrip::toolTipAt(const QPointF& point) const {
    if (const Chip* chip = chipAt(point)) {
        const QueueRow* row = m_data.queue().row(m_open, chip->key);
        if (!row) return chip->label;
        const auto run = lastRun(m_data.life(), m_open, chip->key);
        const auto story = keyStory(m_data, m_open, chip->key, m_profiles[std::size_t(m_open)], run);
        return QString(chip->label + u'\n' + (story ? story->answer : QString()));
    }
    if (m_geometry.otherController.contains(point)) return tr("Show this controller");
    const QString sentences[kStationCount] = {
        tr("What the API server reports: its newest resource version, and how many events it sends."),
        tr("Lists once, then watches; after an error it backs off and lists again."),
        tr("The informer's cache. Reconcilers read from here, not from the API server."),
        tr("Each change of the store calls a handler, which puts the object's key into the queue."),
        tr("A key is here once, however often it changes. Ready: next for a worker. Waiting: until its delay ends. "
           "Parked: changed "
           "while a worker holds it."),
        tr("Each worker takes one key, reconciles it and calls Done. No key is ever with two workers."),
        tr("Events are merged, limited and posted to the API server."),
    };
    for (int i = 0; i < kStationCount; ++i) {
        if (m_geometry.stations[std::size_t(i)].contains(point)) return sentences[i];
    }
    return {};
}

bool PipelineStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    showPlainToolTip(help->globalPos(), toolTipAt(QPointF(help->pos()) / m_zoom), this);
    return true;
}

void PipelineStrip::focusInEvent(QFocusEvent* event) {
    m_showFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                  event->reason() == Qt::ShortcutFocusReason;
    QWidget::focusInEvent(event);
}

void PipelineStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_motion.clear();
    layoutAll();
}

void PipelineStrip::describe() {
    setAccessibleName(tr("Pipeline"));
    setAccessibleDescription(
        tr("The open controller's stations from the API server to the Event recorder. Left and right choose a "
           "key, up and down change the controller."));
}

void PipelineStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange) return;
    describe();
    measure();
    refresh();
}

void PipelineStrip::timerEvent(QTimerEvent* event) {
    if (event->timerId() != m_frames.timerId()) return QWidget::timerEvent(event);
    if (!m_motion.isMoving()) m_frames.stop();
    update();
}

}  // namespace rollcall
