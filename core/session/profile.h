// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/controller/profile.h"  // part of what the window sees, so it has an address in this room
