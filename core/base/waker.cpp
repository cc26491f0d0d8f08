// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/waker.h"

#include <QCoreApplication>
#include <QEvent>

namespace rollcall {

namespace {
const QEvent::Type kWake = static_cast<QEvent::Type>(QEvent::registerEventType());
}

Waker::Waker(std::function<void()> handler, QObject* parent) : QObject(parent), m_handler(std::move(handler)) {}

void Waker::wake() {
    if (!m_pending.exchange(true, std::memory_order_acq_rel)) QCoreApplication::postEvent(this, new QEvent(kWake));
}

bool Waker::event(QEvent* e) {
    if (e->type() != kWake) return QObject::event(e);
    m_pending.exchange(false, std::memory_order_acq_rel);
    m_handler();
    return true;
}

}  // namespace rollcall
