// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <functional>

namespace rollcall {

/// Runs a handler on the thread it lives in, once for any number of wake() calls made meanwhile. Carries no payload.
/// Thread: wake() from any; everything else on the owner's.
class Waker final : public QObject {
public:
    explicit Waker(std::function<void()> handler, QObject* parent = nullptr);
    void wake();

protected:
    bool event(QEvent* e) override;

private:
    std::function<void()> m_handler;
    std::atomic<bool> m_pending{false};
};

}  // namespace rollcall
