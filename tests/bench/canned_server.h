// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace rollcall::bench {

/// A server that costs next to nothing: one prepared list of Students, one prepared burst of MODIFIED events for whoever
/// watches. So the client is measured, not the server. Plain sockets on 127.0.0.1, a thread for each connection.
class CannedServer {
public:
    CannedServer(int objects, int events);
    ~CannedServer();
    std::string url() const { return "http://127.0.0.1:" + std::to_string(m_port); }
    /// The watcher's burst is held back until this is called.
    void release() { m_released.store(true); }

private:
    void serve(int socket);
    void accept();

    std::string m_list, m_events;
    int m_listener = -1;
    int m_port = 0;
    std::atomic<bool> m_released{false}, m_stopping{false};
    std::thread m_acceptor;
    std::vector<std::thread> m_connections;
};

}  // namespace rollcall::bench
