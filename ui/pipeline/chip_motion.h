// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QRectF>
#include <map>
#include <string>

namespace rollcall {

/// Where a chip is drawn while it travels to its place: 180 ms, in real time, only for moves that happened. Above forty
/// moves a second nobody could follow them, so they are cut short; the counts on the arrows tell. **Thread**: GUI.
class ChipMotion {
public:
    ChipMotion() { m_time.start(); }

    /// Tells where the chip belongs now; `id` is the key with its place (queue or worker). `from`: where it came from
    /// when it is new, such as the queue lane it left; empty = it simply appears.
    void place(const std::string& id, const QRectF& target, const QRectF& from, bool animate);
    QRectF current(const std::string& id) const;
    bool isMoving() const;
    /// Forgets chips that were not placed since the last call.
    void sweep();
    void clear() { m_chips.clear(); }
    QRectF lastPlace(const std::string& id) const;

private:
    struct Motion {
        QRectF from, to;
        qint64 start = 0;
        bool moving = false, seen = false;
    };
    bool tooMany();
    double progress(const Motion& motion) const;

    std::map<std::string, Motion> m_chips;
    QElapsedTimer m_time;
    qint64 m_second = 0;
    int m_movesInSecond = 0;
};

}  // namespace rollcall
