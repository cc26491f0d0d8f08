// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/login_wait.h"

#include <mutex>
#include <optional>

#include "core/base/waker.h"

namespace rollcall {

struct LoginWait::Box {
    std::mutex mutex;  // guards the next two; the waker is only woken under it, so it is alive then
    std::optional<Result<ExecCredentialPtr>> result;
    std::unique_ptr<Waker> waker;
};

LoginWait::LoginWait(ExecLogin& login, std::function<void(Result<ExecCredentialPtr>)> ready)
    : m_login(login), m_box(std::make_shared<Box>()) {
    m_box->waker = std::make_unique<Waker>([box = std::weak_ptr(m_box), ready = std::move(ready)] {
        const auto alive = box.lock();
        if (!alive) return;
        std::optional<Result<ExecCredentialPtr>> result;
        {
            const std::lock_guard lock(alive->mutex);
            result = alive->result;
        }
        const auto call = ready;  // destroying the wait destroys this closure
        if (result) call(std::move(*result));
    });
    m_ticket = login.request([box = m_box](Result<ExecCredentialPtr> result) {
        const std::lock_guard lock(box->mutex);
        if (!box->waker) return;
        box->result = std::move(result);
        box->waker->wake();
    });
}

LoginWait::~LoginWait() {
    m_login.forget(m_ticket);
    std::unique_ptr<Waker> waker;
    {
        const std::lock_guard lock(m_box->mutex);
        waker = std::move(m_box->waker);
    }
    // It may be running its handler.
    if (waker) waker.release()->deleteLater();
}

}  // namespace rollcall
