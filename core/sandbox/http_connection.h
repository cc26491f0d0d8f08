// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/sandbox/http_types.h"

namespace rollcall::sandbox {

/// What the connections of one server have in common. Thread: the server's.
struct ConnectionHost {
    virtual ~ConnectionHost() = default;
    /// nullopt: let it in. Otherwise the refusal (Host, Origin).
    virtual std::optional<HttpReply> checkHeaders(const HttpRequest& request) const = 0;
    virtual bool isAuthenticated(const HttpRequest& request) const = 0;
    virtual void handle(const std::shared_ptr<HttpExchange>& exchange) = 0;
    virtual void closed(class Connection* connection) = 0;
    virtual bool stopping() const = 0;
};

/// One client's connection: reads a request, answers it or streams to it, and goes on until one side has had enough.
/// The socket's own operations are left to StreamConnection, for TLS and for plain text.
/// Thread: the server's. Owns the socket and what waits to be sent.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    using Code = boost::system::error_code;
    using Done = std::function<void(Code, std::size_t)>;
    using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

    explicit Connection(ConnectionHost& host) : m_host(host) {}
    virtual ~Connection() = default;

    void readRequest();
    /// Ends politely: a watch gets its last chunk, an idle connection is closed.
    void stop();
    void close();

    void reply(std::uint64_t exchange, HttpReply reply);
    bool beginStream(std::uint64_t exchange, const std::string& contentType);
    bool sendChunk(std::shared_ptr<const std::string> chunk);
    void setSource(std::function<std::shared_ptr<const std::string>()> source);
    void finishStream();
    void onClosed(std::function<void()> callback);

protected:
    virtual boost::beast::tcp_stream& lowest() = 0;
    virtual void asyncReadHeader(Parser& parser, Done done) = 0;
    virtual void asyncReadBody(Parser& parser, Done done) = 0;
    virtual void asyncReadSome(boost::asio::mutable_buffer into, Done done) = 0;
    virtual void asyncWrite(const std::vector<boost::asio::const_buffer>& buffers, Done done) = 0;

    boost::beast::flat_buffer m_buffer;

private:
    /// Binds a member so that the connection lives until it has run.
    Done bound(void (Connection::*member)(Code, std::size_t));
    void onHeader(Code error, std::size_t);
    void onBody(Code error, std::size_t);
    void readBody();
    void refuse(HttpReply reply);
    void writeBlock();
    void onReplyWritten(Code error, std::size_t);
    void pump();
    void onChunksWritten(Code error, std::size_t);
    void watchForClose();
    void lingerThenClose();
    void takeRequest();
    std::string head(const HttpReply& reply, bool chunked) const;

    ConnectionHost& m_host;
    std::optional<Parser> m_parser;
    HttpRequest m_request;
    std::uint64_t m_exchange = 0;  ///< number of the request being answered
    bool m_awaiting = false;       ///< a request is with the handler
    bool m_keepAlive = true;
    bool m_headOnly = false;
    bool m_closed = false;

    HttpReply m_reply;
    std::size_t m_nextPiece = 0, m_pieceOffset = 0;
    std::string m_block;

    bool m_streaming = false, m_finishing = false, m_writing = false, m_pulling = false;
    std::deque<std::shared_ptr<const std::string>> m_queue;
    std::vector<std::shared_ptr<const std::string>> m_inFlight;
    std::size_t m_queuedBytes = 0;
    std::function<std::shared_ptr<const std::string>()> m_source;
    std::function<void()> m_onClosed;
    char m_discard[4096];
    std::size_t m_discarded = 0;
};

}  // namespace rollcall::sandbox
