// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/host_bridge.h"

#include <algorithm>

namespace rollcall {

namespace {
constexpr int kFrameMs = 33;  ///< 30 frames a second: as smooth as tables need, half the work of 60
}

HostBridge::HostBridge(ControllerHost& host, LiveData& data, QObject* parent)
    : QObject(parent), m_host(host), m_data(data) {
    m_frame.setSingleShot(true);
    connect(&m_frame, &QTimer::timeout, this, &HostBridge::drainNow);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, [this] {
        readClock();
        Q_EMIT second();
    });
    m_second.start();
    m_tenth.setInterval(100);
    connect(&m_tenth, &QTimer::timeout, this, [this] {
        readClock();
        Q_EMIT countdown();
    });
    m_host.setOnChanged([this] { schedule(); });
    readClock();
}

HostBridge::~HostBridge() {
    m_host.setOnChanged({});
}

void HostBridge::schedule() {
    if (m_frame.isActive()) return;
    const qint64 passed = m_sinceDrain.isValid() ? m_sinceDrain.elapsed() : kFrameMs;
    m_frame.start(int(std::clamp<qint64>(kFrameMs - passed, 0, kFrameMs)));
}

void HostBridge::readClock() {
    m_data.setNow(m_host.now(), m_host.wallNow());
}

void HostBridge::drainNow() {
    m_frame.stop();
    m_sinceDrain.start();
    readClock();
    m_data.apply(m_host.drain());
}

void HostBridge::setCountingDown(bool counting) {
    if (counting == m_tenth.isActive()) return;
    if (counting)
        m_tenth.start();
    else
        m_tenth.stop();
}

}  // namespace rollcall
