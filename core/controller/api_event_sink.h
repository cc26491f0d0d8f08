// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/api_client.h"
#include "core/record/event_recorder.h"

namespace rollcall {

/// Events into the API server by the API that each was made for (EventRecorderOptions::api): POST, and a
/// strategic-merge PATCH for a raised count or a series. Thread: see EventSink; the client's callbacks come on the API
/// thread, which is the recorder's too.
class ApiEventSink final : public EventSink {
public:
    explicit ApiEventSink(ApiClient& client) : m_client(client) {}
    void create(const EventBody& event, Done done) override;
    void patchCount(const EventBody& event, Done done) override;

private:
    ApiClient& m_client;
};

}  // namespace rollcall
