// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace rollcall {

/// One kind of call to the API server, in Kubernetes' words: its verb, its resource ("students", "pods/status", or the path
/// of what is no resource) and the answer's HTTP code; 0 = no answer came.
struct ApiCall {
    std::string verb, resource;
    int code = 0;
    auto operator<=>(const ApiCall&) const = default;
};
struct ApiCallCount {
    ApiCall call;
    std::int64_t count = 0;
    bool operator==(const ApiCallCount&) const = default;
};

}  // namespace rollcall
