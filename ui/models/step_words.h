// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/trace/transition.h"

namespace rollcall {

/// A step of the machinery in a few words, without its numbers. client-go's own names stay in them.
/// Thread: pure.
QString stepWords(Step step);

}  // namespace rollcall
