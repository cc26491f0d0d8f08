// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/client/api_call.h"
#include "core/client/transport.h"

namespace rollcall {

/// The verb and the resource of a request, by the rules that the API server applies to it (apiserver
/// pkg/endpoints/request/requestinfo.go): GET of a name is get, of a collection list, with watch=true watch.
ApiCall apiCallOf(const HttpRequest& request);

/// How often each kind of call was made, as client-go's rest_client_requests_total, with verb and resource beside the code.
/// A watch counts when its head came, or when it failed before. Thread: any.
class CallCounter {
public:
    void add(const ApiCall& call);
    std::vector<ApiCallCount> counts() const;  ///< by verb, resource and code
    void clear();

private:
    mutable std::mutex m_mutex;
    std::map<ApiCall, std::int64_t> m_counts;
};

/// A transport whose calls are counted. Thread: that of `inner`.
std::unique_ptr<Transport> countedTransport(std::unique_ptr<Transport> inner, std::shared_ptr<CallCounter> counter);

}  // namespace rollcall
