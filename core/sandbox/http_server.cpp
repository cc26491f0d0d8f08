// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/http_server.h"

#include <openssl/crypto.h>

#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/detect_ssl.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <unordered_map>

#include "core/sandbox/api_request.h"
#include "core/sandbox/http_connection.h"
#include "core/sandbox/io_loop.h"

namespace rollcall::sandbox {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using Plain = beast::tcp_stream;
using Secure = beast::ssl_stream<beast::tcp_stream>;

constexpr std::chrono::seconds kHandshakeTimeout{10};
constexpr std::chrono::milliseconds kGentleStop{60};
constexpr std::chrono::milliseconds kAcceptPause{50};  // out of file descriptors: some will be back soon

/// A Connection over one kind of stream.
template <class Stream>
class StreamConnection final : public Connection {
public:
    template <class... Args>
    StreamConnection(ConnectionHost& host, beast::flat_buffer buffer, Args&&... args)
        : Connection(host), m_stream(std::forward<Args>(args)...) {
        m_buffer = std::move(buffer);
    }

    void start() {
        if constexpr (std::is_same_v<Stream, Secure>) {
            lowest().expires_after(kHandshakeTimeout);
            m_stream.async_handshake(asio::ssl::stream_base::server, m_buffer.data(),
                                     [self = shared_from_this(), this](Code error, std::size_t used) {
                                         if (error) return close();
                                         m_buffer.consume(used);
                                         readRequest();
                                     });
        } else {
            readRequest();
        }
    }

protected:
    beast::tcp_stream& lowest() override { return beast::get_lowest_layer(m_stream); }
    void asyncReadHeader(Parser& parser, Done done) override {
        beast::http::async_read_header(m_stream, m_buffer, parser, std::move(done));
    }
    void asyncReadBody(Parser& parser, Done done) override {
        beast::http::async_read(m_stream, m_buffer, parser, std::move(done));
    }
    void asyncReadSome(asio::mutable_buffer into, Done done) override {
        m_stream.async_read_some(into, std::move(done));
    }
    void asyncWrite(const std::vector<asio::const_buffer>& buffers, Done done) override {
        asio::async_write(m_stream, buffers, std::move(done));
    }

private:
    Stream m_stream;
};

// Takes the same time wherever two tokens differ.
bool sameToken(std::string_view a, std::string_view b) {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

class HttpServer::Impl final : public ConnectionHost, public std::enable_shared_from_this<HttpServer::Impl> {
public:
    Impl(IoLoop& loop, std::string token)
        : m_context(loop.context()), m_acceptor(m_context), m_timer(m_context), m_token(std::move(token)) {}

    Result<Unit> open(const HttpServerOptions& options);

    void start(Handler handler);

    void stop();

    // Web pages, and names that only resolve to this machine, are kept out (DNS rebinding).
    std::optional<HttpReply> checkHeaders(const HttpRequest& request) const override;

    bool isAuthenticated(const HttpRequest& request) const override;

    void handle(const std::shared_ptr<HttpExchange>& exchange) override { m_handler(exchange); }

    void closed(Connection* connection) override;

    bool stopping() const override { return m_stopping; }
    int port() const { return m_port; }
    std::int64_t requests() const { return m_requests.load(); }

private:
    void accept();

    /// A new connection until it is known whether it speaks TLS.
    struct Newcomer {
        explicit Newcomer(tcp::socket socket) : stream(std::move(socket)) {}
        beast::tcp_stream stream;
        beast::flat_buffer buffer;
    };

    void greet(tcp::socket socket);

    template <class Stream, class... Args>
    void adopt(Newcomer& guest, Args&&... args);

    asio::io_context& m_context;
    tcp::acceptor m_acceptor;
    asio::steady_timer m_timer;
    asio::ssl::context m_tls{asio::ssl::context::tls_server};
    std::string m_token;
    Handler m_handler;
    int m_port = 0;
    bool m_stopping = false;
    mutable std::atomic<std::int64_t> m_requests{0};
    std::unordered_map<Connection*, std::shared_ptr<Connection>> m_connections;
    std::unordered_map<Newcomer*, std::shared_ptr<Newcomer>> m_guests;
};

Result<Unit> HttpServer::Impl::open(const HttpServerOptions& options) {
    boost::system::error_code error;
    m_tls.set_options(
        asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1, error);
    m_tls.use_certificate_chain(asio::buffer(options.certificatePem), error);
    if (!error) m_tls.use_private_key(asio::buffer(options.keyPem), asio::ssl::context::pem, error);
    if (error) return makeError(ErrorKind::Tls, "the sandbox cannot use its certificate: " + error.message());
    const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), static_cast<unsigned short>(options.port));
    m_acceptor.open(tcp::v4(), error);
    if (!error) m_acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) m_acceptor.bind(endpoint, error);
    if (!error) m_acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error) m_port = m_acceptor.local_endpoint(error).port();
    if (!error) return Unit{};
    return makeError(ErrorKind::Io,
                     "cannot listen on port " + std::to_string(options.port) + " of 127.0.0.1: " + error.message());
}

void HttpServer::Impl::start(Handler handler) {
    m_handler = std::move(handler);
    asio::post(m_context, [self = shared_from_this()] { self->accept(); });
}

void HttpServer::Impl::stop() {
    if (std::exchange(m_stopping, true)) return;
    boost::system::error_code ignored;
    m_acceptor.close(ignored);
    for (const auto& [key, guest] : m_guests) guest->stream.close();
    for (const auto& [key, connection] : std::unordered_map(m_connections)) connection->stop();
    m_timer.expires_after(kGentleStop);
    m_timer.async_wait([self = shared_from_this()](boost::system::error_code) {
        for (const auto& [key, connection] : std::unordered_map(self->m_connections)) connection->close();
    });
    if (m_connections.empty()) m_timer.cancel();
}

std::optional<HttpReply> HttpServer::Impl::checkHeaders(const HttpRequest& request) const {
    ++m_requests;
    const std::string_view host = request.header("Host");
    const std::string port = ":" + std::to_string(m_port);
    if (host != "127.0.0.1" + port && host != "localhost" + port) {
        return statusReply(status::forbidden("forbidden: the Host header names another server"));
    }
    for (const auto& [name, value] : request.headers) {
        if (mediaType(name) == "origin") {
            return statusReply(status::forbidden("forbidden: requests from web pages are not answered"));
        }
    }
    return std::nullopt;
}

bool HttpServer::Impl::isAuthenticated(const HttpRequest& request) const {
    constexpr std::string_view scheme = "Bearer ";
    const std::string_view header = request.header("Authorization");
    return header.substr(0, scheme.size()) == scheme && sameToken(header.substr(scheme.size()), m_token);
}

void HttpServer::Impl::closed(Connection* connection) {
    m_connections.erase(connection);
    if (m_stopping && m_connections.empty()) m_timer.cancel();
}

void HttpServer::Impl::accept() {
    m_acceptor.async_accept([self = shared_from_this()](boost::system::error_code error, tcp::socket socket) {
        if (self->m_stopping) return;
        if (!error) {
            self->greet(std::move(socket));
            self->accept();
            return;
        }
        self->m_timer.expires_after(kAcceptPause);
        self->m_timer.async_wait([self](boost::system::error_code) {
            if (!self->m_stopping) self->accept();
        });
    });
}

template <class Stream, class... Args>
void HttpServer::Impl::adopt(Newcomer& guest, Args&&... args) {
    auto connection =
        std::make_shared<StreamConnection<Stream>>(*this, std::move(guest.buffer), std::forward<Args>(args)...);
    m_connections.emplace(connection.get(), connection);
    connection->start();
}

void HttpServer::Impl::greet(tcp::socket socket) {
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    auto guest = std::make_shared<Newcomer>(std::move(socket));
    guest->stream.expires_after(kHandshakeTimeout);
    m_guests.emplace(guest.get(), guest);
    beast::async_detect_ssl(guest->stream, guest->buffer,
                            [self = shared_from_this(), guest](boost::system::error_code error, bool secure) {
                                self->m_guests.erase(guest.get());
                                if (error || self->m_stopping) return;
                                if (secure) {
                                    self->adopt<Secure>(*guest, std::move(guest->stream), self->m_tls);
                                } else {
                                    self->adopt<Plain>(*guest, std::move(guest->stream));
                                }
                            });
}

HttpServer::HttpServer(std::shared_ptr<Impl> impl) : m_impl(std::move(impl)) {
}
HttpServer::~HttpServer() = default;

Result<std::unique_ptr<HttpServer>> HttpServer::listen(IoLoop& loop, const HttpServerOptions& options) {
    auto impl = std::make_shared<Impl>(loop, options.token);
    const Result<Unit> opened = impl->open(options);
    if (!opened) return opened.error();
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

int HttpServer::port() const {
    return m_impl->port();
}
void HttpServer::start(Handler handler) {
    m_impl->start(std::move(handler));
}
void HttpServer::stop() {
    m_impl->stop();
}
std::int64_t HttpServer::requests() const {
    return m_impl->requests();
}

}  // namespace rollcall::sandbox
