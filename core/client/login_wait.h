// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <functional>
#include <memory>

#include "core/client/exec_login.h"

namespace rollcall {

/// Brings a login's result from its thread to the one that waits. **Thread**: made and destroyed on the waiting one,
/// where `ready` runs, once; it may destroy this. The login must outlive it.
class LoginWait {
public:
    LoginWait(ExecLogin& login, std::function<void(Result<ExecCredentialPtr>)> ready);
    ~LoginWait();
    LoginWait(const LoginWait&) = delete;
    LoginWait& operator=(const LoginWait&) = delete;

private:
    struct Box;

    ExecLogin& m_login;
    const std::shared_ptr<Box> m_box;
    ExecLogin::Ticket m_ticket = 0;
};

}  // namespace rollcall
