// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/api/event_body.h"
#include "core/base/result.h"

namespace rollcall {

/// Where Events go. Thread: the recorder's; `done` is called there, later, unless the sink is destroyed first.
class EventSink {
public:
    struct Written {
        std::int64_t count = 1;
        std::string name;
    };
    using Done = std::function<void(Result<Written>)>;

    virtual ~EventSink() = default;
    virtual void create(const EventBody& event, Done done) = 0;
    virtual void patchCount(const EventBody& event, Done done) = 0;
};

}  // namespace rollcall
