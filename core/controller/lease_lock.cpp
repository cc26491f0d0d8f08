// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controller/lease_lock.h"

#include <utility>

#include "core/api/write.h"

namespace rollcall {

ApiLeaseLock::ApiLeaseLock(ApiClient& client, Options options, std::shared_ptr<EventRecorder> recorder)
    : m_client(client), m_options(std::move(options)), m_recorder(std::move(recorder)) {
}

void ApiLeaseLock::send(HttpRequest request, CancelToken cancel, std::function<void(Result<LeasePtr>)> done) {
    request.deadline = m_options.requestTimeout;
    m_client.raw(std::move(request), cancel,
                 [self = shared_from_this(), cancel, done = std::move(done)](const Result<HttpAnswer>& answer) {
                     if (cancel.isCancelled()) return;
                     if (!answer) return done(answer.error());
                     const auto object = leaseResource().decode(answer->body, leaseResource());
                     if (!object) return done(object.error());
                     self->m_lease = std::static_pointer_cast<const LeaseObject>(*object);
                     done(self->m_lease);
                 });
}

void ApiLeaseLock::get(CancelToken cancel, GetDone done) {
    HttpRequest request;
    request.path = leaseResource().path(m_options.ns, m_options.name);
    send(std::move(request), std::move(cancel), [done = std::move(done)](const Result<LeasePtr>& lease) {
        if (lease)
            done((*lease)->spec);
        else
            done(lease.error());
    });
}

void ApiLeaseLock::write(const char* method, std::string path, std::string body, CancelToken cancel, WriteDone done) {
    HttpRequest request;
    request.method = method;
    request.path = std::move(path);
    request.query = WriteOptions{}.query();
    request.contentType = kJsonType;
    request.body = std::move(body);
    send(std::move(request), std::move(cancel), [done = std::move(done)](const Result<LeasePtr>& lease) {
        if (lease)
            done(Unit{});
        else
            done(lease.error());
    });
}

void ApiLeaseLock::create(const LeaseSpec& spec, CancelToken cancel, WriteDone done) {
    write("POST", leaseResource().path(m_options.ns), leaseJson(m_options.ns, m_options.name, spec), std::move(cancel),
          std::move(done));
}

void ApiLeaseLock::update(const LeaseSpec& spec, CancelToken cancel, WriteDone done) {
    if (!m_lease) return done(makeError(ErrorKind::Internal, "the lease was neither read nor created yet"));
    write("PUT", leaseResource().path(m_options.ns, m_options.name), leaseJson(*m_lease, spec), std::move(cancel),
          std::move(done));
}

void ApiLeaseLock::recordEvent(const std::string& what, std::uint64_t cause) {
    if (!m_recorder || !m_lease) return;
    m_recorder->event(*m_lease, "Normal", "LeaderElection", m_options.identity + ' ' + what, cause);
}

}  // namespace rollcall
