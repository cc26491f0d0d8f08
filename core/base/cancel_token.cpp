// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cancel_token.h"

namespace rollcall {

void CancelToken::cancel() {
    std::map<int, Callback> callbacks;
    {
        std::lock_guard lock(m_state->mutex);
        if (m_state->cancelled) return;
        m_state->cancelled = true;
        callbacks.swap(m_state->callbacks);
    }
    for (auto& [handle, callback] : callbacks) callback();
}

bool CancelToken::isCancelled() const {
    std::lock_guard lock(m_state->mutex);
    return m_state->cancelled;
}

int CancelToken::onCancel(Callback callback) {
    {
        std::lock_guard lock(m_state->mutex);
        if (!m_state->cancelled) {
            m_state->callbacks.emplace(m_state->next, std::move(callback));
            return m_state->next++;
        }
    }
    callback();
    return 0;
}

void CancelToken::removeCallback(int handle) {
    std::lock_guard lock(m_state->mutex);
    m_state->callbacks.erase(handle);
}

}  // namespace rollcall
