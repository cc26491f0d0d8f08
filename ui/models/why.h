// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/session/feed.h"
#include "core/session/profile.h"

namespace rollcall {

/// The answer that ends the inspector and is a chip's tooltip: why the key is where it is, with the limiter's own
/// numbers.
struct WhyText {
    QString question;  ///< "Why is it waiting?"
    QString answer;
};

/// Thread: pure.
WhyText whyText(const QueueRow& row, const Profile& profile, MonoTime now);

}  // namespace rollcall
