// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "core/session/feed.h"
#include "core/session/profile.h"

namespace rollcall {

/// The answer that ends the inspector and is a chip's tooltip: why the key is where it is, with the limiter's own
/// numbers.
struct WhyText {
    QString question;  ///< "Why is it waiting?"
    QString answer;
};

/// Of the run that the key belongs to: which limiter its queue was built with, and where that one's bucket stands.
struct LimiterFacts {
    LimiterKind kind = LimiterKind::ControllerDefault;
    std::optional<double> bucketTokens;  ///< negative = debt; nothing = not known, or there is no bucket
};

/// Thread: pure.
WhyText whyText(const QueueRow& row, const Profile& profile, MonoTime now, const LimiterFacts& limiter = {});

}  // namespace rollcall
