// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pipeline/chip_motion.h"

#include <algorithm>

namespace rollcall {

namespace {
constexpr qint64 kTravelMs = 180;
constexpr int kMovesPerSecond = 40;
}  // namespace

bool ChipMotion::tooMany() {
    const qint64 second = m_time.elapsed() / 1000;
    if (second != m_second) {
        m_second = second;
        m_movesInSecond = 0;
    }
    return ++m_movesInSecond > kMovesPerSecond;
}

double ChipMotion::progress(const Motion& motion) const {
    return std::clamp(double(m_time.elapsed() - motion.start) / double(kTravelMs), 0.0, 1.0);
}

void ChipMotion::place(const std::string& id, const QRectF& target, const QRectF& from, bool animate) {
    const auto [it, isNew] = m_chips.try_emplace(id);
    Motion& motion = it->second;
    motion.seen = true;
    if (!isNew && motion.to == target) return;
    const QRectF start = isNew ? from : current(id);
    motion.moving = animate && !start.isNull() && start.topLeft() != target.topLeft() && !tooMany();
    motion.from = start;
    motion.to = target;
    motion.start = m_time.elapsed();
}

QRectF ChipMotion::current(const std::string& id) const {
    const auto it = m_chips.find(id);
    if (it == m_chips.end()) return {};
    const Motion& motion = it->second;
    if (!motion.moving) return motion.to;
    const double t = progress(motion), eased = 1 - (1 - t) * (1 - t) * (1 - t);
    const QPointF origin = motion.from.topLeft() + (motion.to.topLeft() - motion.from.topLeft()) * eased;
    return QRectF(origin, motion.to.size());
}

QRectF ChipMotion::lastPlace(const std::string& id) const {
    const auto it = m_chips.find(id);
    return it == m_chips.end() ? QRectF() : it->second.to;
}

bool ChipMotion::isMoving() const {
    return std::any_of(m_chips.begin(), m_chips.end(),
                       [this](const auto& entry) { return entry.second.moving && progress(entry.second) < 1; });
}

void ChipMotion::sweep() {
    std::erase_if(m_chips, [](const auto& entry) { return !entry.second.seen; });
    for (auto& [id, motion] : m_chips) motion.seen = false;
}

}  // namespace rollcall
