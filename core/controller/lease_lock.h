// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/api/lease.h"
#include "core/base/cancel_token.h"
#include "core/client/api_client.h"
#include "core/record/event_recorder.h"

namespace rollcall {

/// The object that an election is about, as leader election needs it (client-go tools/leaderelection/resourcelock,
/// Interface). Thread: the elector's; `done` is called there, once, unless the token was flipped first.
class LeaseLock {
public:
    using GetDone = std::function<void(Result<LeaseSpec>)>;
    using WriteDone = std::function<void(Result<Unit>)>;

    virtual ~LeaseLock() = default;
    virtual void get(CancelToken cancel, GetDone done) = 0;
    virtual void create(const LeaseSpec& spec, CancelToken cancel, WriteDone done) = 0;
    /// On top of what get(), create() or update() saw last: a change by anybody else since is a conflict (409).
    virtual void update(const LeaseSpec& spec, CancelToken cancel, WriteDone done) = 0;
    /// "became leader", "stopped leading". `cause`: the seq of the transition that says so.
    virtual void recordEvent(const std::string& what, std::uint64_t cause) = 0;
    virtual std::string describe() const = 0;  ///< "namespace/name"
};

/// A Lease in the API server (resourcelock/leaselock.go). It keeps the object that it saw last, and writes it back
/// whole.
/// **Thread**: the API thread. **Errors**: the API's; a lost connection is one like any other.
class ApiLeaseLock final : public LeaseLock, public std::enable_shared_from_this<ApiLeaseLock> {
public:
    struct Options {
        std::string ns, name, identity;
        /// No request may last longer, so that one that hangs cannot cost the leadership
        /// (resourcelock.NewFromKubeconfig: half the renew deadline, 1 s at least). Real time.
        std::chrono::milliseconds requestTimeout{5000};
    };
    /// `recorder` may be null. `client` outlives every call.
    ApiLeaseLock(ApiClient& client, Options options, std::shared_ptr<EventRecorder> recorder = {});

    void get(CancelToken cancel, GetDone done) override;
    void create(const LeaseSpec& spec, CancelToken cancel, WriteDone done) override;
    void update(const LeaseSpec& spec, CancelToken cancel, WriteDone done) override;
    void recordEvent(const std::string& what, std::uint64_t cause) override;
    std::string describe() const override { return m_options.ns + '/' + m_options.name; }

private:
    void send(HttpRequest request, CancelToken cancel, std::function<void(Result<LeasePtr>)> done);
    void write(const char* method, std::string path, std::string body, CancelToken cancel, WriteDone done);

    ApiClient& m_client;
    const Options m_options;
    const std::shared_ptr<EventRecorder> m_recorder;
    LeasePtr m_lease;  ///< as seen last
};

}  // namespace rollcall
