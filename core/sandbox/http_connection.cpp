// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/http_connection.h"

#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <ctime>

#include "core/sandbox/api_request.h"

namespace rollcall::sandbox {
namespace {

namespace http = boost::beast::http;
using std::chrono::seconds;

constexpr std::size_t kBodyLimit = 3 * 1024 * 1024;  // kube-apiserver MaxRequestBodyBytes
constexpr std::uint32_t kHeaderLimit = 64 * 1024;
constexpr std::size_t kBlockBytes = 256 * 1024;
constexpr std::size_t kSlowClientBytes = 8 * 1024 * 1024;  // a watcher that far behind is cut off
constexpr std::size_t kChunksAtOnce = 64;                  // what one writev takes
constexpr std::size_t kDiscardLimit = 16 * 1024 * 1024;
// Guards against dead peers; they run on real time, because the socket does.
constexpr seconds kIdleTimeout{180};
constexpr seconds kBodyTimeout{30};
constexpr seconds kWriteTimeout{30};
constexpr seconds kLingerTimeout{2};

const char* reasonPhrase(int code) {
    switch (code) {
        case 200:
            return "OK";
        case 201:
            return "Created";
        case 304:
            return "Not Modified";
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 406:
            return "Not Acceptable";
        case 409:
            return "Conflict";
        case 410:
            return "Gone";
        case 413:
            return "Request Entity Too Large";
        case 415:
            return "Unsupported Media Type";
        case 422:
            return "Unprocessable Entity";
        case 431:
            return "Request Header Fields Too Large";
        case 500:
            return "Internal Server Error";
        case 504:
            return "Gateway Timeout";
        default:
            return "Status";
    }
}

std::string httpDate() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[40];
    std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    return text;
}

std::string copy(boost::beast::string_view text) {
    return std::string(text.data(), text.size());
}

}  // namespace

Connection::Done Connection::bound(void (Connection::*member)(Code, std::size_t)) {
    return [self = shared_from_this(), member](Code error, std::size_t bytes) { (self.get()->*member)(error, bytes); };
}

void Connection::readRequest() {
    if (m_host.stopping()) return close();
    m_parser.emplace();
    m_parser->header_limit(kHeaderLimit);
    m_parser->body_limit(kBodyLimit);
    lowest().expires_after(kIdleTimeout);
    asyncReadHeader(*m_parser, bound(&Connection::onHeader));
}

void Connection::takeRequest() {
    const auto& message = m_parser->get();
    m_request = HttpRequest();
    m_request.method = copy(message.method_string());
    m_request.target = copy(message.target());
    for (const auto& field : message) m_request.headers.emplace_back(copy(field.name_string()), copy(field.value()));
    m_keepAlive = message.keep_alive();
    m_headOnly = m_request.method == "HEAD";
}

void Connection::onHeader(Code error, std::size_t) {
    if (error == http::error::body_limit) {
        takeRequest();
        return refuse(statusReply(status::tooLargeBody(kBodyLimit)));
    }
    if (error == http::error::header_limit) return refuse(textReply(431, "431 Request Header Fields Too Large\n"));
    if (error && error.category() == http::make_error_code(http::error::bad_method).category() &&
        error != http::error::end_of_stream && error != http::error::partial_message) {
        return refuse(textReply(400, "400 Bad Request\n"));
    }
    if (error) return close();
    takeRequest();
    if (auto refusal = m_host.checkHeaders(m_request)) return refuse(std::move(*refusal));
    m_request.authenticated = m_host.isAuthenticated(m_request);
    // A stranger's body is not even read.
    if (!m_request.authenticated && m_request.method != "GET" && m_request.method != "HEAD") {
        return refuse(statusReply(status::unauthorized()));
    }
    if (m_request.header("Expect") == "100-continue") {
        static const std::string go = "HTTP/1.1 100 Continue\r\n\r\n";
        asyncWrite({boost::asio::buffer(go)}, [self = shared_from_this()](Code failed, std::size_t) {
            failed ? self->close() : self->readBody();
        });
        return;
    }
    readBody();
}

void Connection::readBody() {
    if (m_parser->is_done()) return onBody({}, 0);
    lowest().expires_after(kBodyTimeout);
    asyncReadBody(*m_parser, bound(&Connection::onBody));
}

void Connection::onBody(Code error, std::size_t) {
    if (error == http::error::body_limit) return refuse(statusReply(status::tooLargeBody(kBodyLimit)));
    if (error) return close();
    m_request.body = std::move(m_parser->get().body());
    ++m_exchange;
    m_awaiting = true;

    class Exchange final : public HttpExchange {
    public:
        Exchange(std::shared_ptr<Connection> connection, std::uint64_t number, HttpRequest request)
            : m_connection(std::move(connection)), m_number(number), m_request(std::move(request)) {}
        const HttpRequest& request() const override { return m_request; }
        void reply(HttpReply reply) override { m_connection->reply(m_number, std::move(reply)); }
        std::shared_ptr<EventStream> stream(const std::string& contentType) override {
            class Stream final : public EventStream {
            public:
                explicit Stream(std::shared_ptr<Connection> connection) : m_connection(std::move(connection)) {}
                bool send(std::shared_ptr<const std::string> chunk) override {
                    return m_connection->sendChunk(std::move(chunk));
                }
                void setSource(std::function<std::shared_ptr<const std::string>()> source) override {
                    m_connection->setSource(std::move(source));
                }
                void finish() override { m_connection->finishStream(); }
                void onClosed(std::function<void()> callback) override { m_connection->onClosed(std::move(callback)); }

            private:
                std::shared_ptr<Connection> m_connection;
            };
            m_connection->beginStream(m_number, contentType);
            return std::make_shared<Stream>(m_connection);
        }

    private:
        std::shared_ptr<Connection> m_connection;
        std::uint64_t m_number;
        HttpRequest m_request;
    };
    m_host.handle(std::make_shared<Exchange>(shared_from_this(), m_exchange, std::move(m_request)));
}

// Answers without having read all of the request, so the connection cannot be used again.
void Connection::refuse(HttpReply refusal) {
    refusal.close = true;
    m_awaiting = true;
    reply(++m_exchange, std::move(refusal));
}

std::string Connection::head(const HttpReply& reply, bool chunked) const {
    std::string text = "HTTP/1.1 " + std::to_string(reply.code) + " " + reasonPhrase(reply.code) + "\r\n";
    text += "Date: " + httpDate() + "\r\n";
    if (reply.code != 304) text += "Content-Type: " + reply.contentType + "\r\n";
    bool cached = false;
    for (const auto& [name, value] : reply.headers) {
        cached = cached || name == "Cache-Control";
        text += name + ": ";
        for (const char c : value) text += c == '\r' || c == '\n' ? ' ' : c;
        text += "\r\n";
    }
    if (!cached) text += "Cache-Control: no-cache, private\r\n";
    if (chunked) {
        text += "Transfer-Encoding: chunked\r\n";
    } else {
        std::size_t length = reply.body.size();
        for (const BodyPiece& piece : reply.pieces) length += piece.bytes.size();
        text += "Content-Length: " + std::to_string(length) + "\r\n";
    }
    if (chunked || reply.close || !m_keepAlive) text += "Connection: close\r\n";
    return text + "\r\n";
}

void Connection::reply(std::uint64_t exchange, HttpReply reply) {
    if (m_closed || !m_awaiting || exchange != m_exchange) return;
    m_awaiting = false;
    m_reply = std::move(reply);
    m_block = head(m_reply, false);
    if (m_headOnly || m_reply.code == 304) {
        m_reply.body.clear();
        m_reply.pieces.clear();
    }
    m_block += m_reply.body;
    m_nextPiece = 0;
    m_pieceOffset = 0;
    writeBlock();
}

void Connection::writeBlock() {
    while (m_nextPiece < m_reply.pieces.size() && m_block.size() < kBlockBytes) {
        BodyPiece& piece = m_reply.pieces[m_nextPiece];
        const std::string_view rest = piece.bytes.substr(m_pieceOffset, kBlockBytes);
        m_block.append(rest);
        m_pieceOffset += rest.size();
        if (m_pieceOffset < piece.bytes.size()) break;
        piece.owner.reset();
        ++m_nextPiece;
        m_pieceOffset = 0;
    }
    lowest().expires_after(kWriteTimeout);
    asyncWrite({boost::asio::buffer(m_block)}, bound(&Connection::onReplyWritten));
}

void Connection::onReplyWritten(Code error, std::size_t) {
    m_block.clear();
    if (error) return close();
    if (m_nextPiece < m_reply.pieces.size()) return writeBlock();
    const bool again = m_keepAlive && !m_reply.close;
    m_reply = HttpReply();
    if (m_block.capacity() > 2 * kBlockBytes) m_block.shrink_to_fit();
    if (again) return readRequest();
    lingerThenClose();
}

// Closing while the client still sends would reset the connection under the answer it has not read yet.
void Connection::lingerThenClose() {
    Code ignored;
    lowest().socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
    lowest().expires_after(kLingerTimeout);
    lowest().async_read_some(boost::asio::buffer(m_discard),
                             [self = shared_from_this()](Code error, std::size_t bytes) {
                                 self->m_discarded += bytes;
                                 if (error || self->m_discarded > kDiscardLimit || self->m_host.stopping())
                                     return self->close();
                                 self->lingerThenClose();
                             });
}

bool Connection::beginStream(std::uint64_t exchange, const std::string& contentType) {
    if (m_closed || !m_awaiting || exchange != m_exchange) return false;
    m_awaiting = false;
    m_streaming = true;
    HttpReply opening;
    opening.contentType = contentType;
    lowest().expires_never();
    watchForClose();
    sendChunk(std::make_shared<const std::string>(head(opening, true)));
    return true;
}

// A watching client sends nothing more; whatever arrives here is its end.
void Connection::watchForClose() {
    asyncReadSome(boost::asio::buffer(m_discard), [self = shared_from_this()](Code error, std::size_t bytes) {
        self->m_discarded += bytes;
        if (error || self->m_discarded > sizeof self->m_discard) return self->close();
        self->watchForClose();
    });
}

bool Connection::sendChunk(std::shared_ptr<const std::string> chunk) {
    if (m_closed || m_finishing || !m_streaming || !chunk) return false;
    if (m_queuedBytes + chunk->size() > kSlowClientBytes) {
        close();
        return false;
    }
    m_queuedBytes += chunk->size();
    m_queue.push_back(std::move(chunk));
    pump();
    return true;
}

void Connection::setSource(std::function<std::shared_ptr<const std::string>()> source) {
    m_source = std::move(source);
    pump();
}

void Connection::finishStream() {
    if (m_closed || m_finishing || !m_streaming) return;
    m_source = nullptr;
    sendChunk(std::make_shared<const std::string>("0\r\n\r\n"));
    m_finishing = true;
    pump();
}

void Connection::pump() {
    if (m_writing || m_pulling || m_closed || !m_streaming) return;
    while (m_queue.empty() && m_source) {
        m_pulling = true;
        const auto source = m_source;  // it may be taken away while it runs
        auto block = source();
        m_pulling = false;
        if (m_closed) return;
        if (!block) {
            m_source = nullptr;
        } else {
            m_queuedBytes += block->size();
            m_queue.push_back(std::move(block));
        }
    }
    if (m_queue.empty()) {
        if (m_finishing) close();  // nothing unread is left, so that the client still gets all of it
        return;
    }
    std::vector<boost::asio::const_buffer> buffers;
    std::size_t bytes = 0;
    while (!m_queue.empty() && m_inFlight.size() < kChunksAtOnce && bytes < kBlockBytes) {
        bytes += m_queue.front()->size();
        buffers.push_back(boost::asio::buffer(*m_queue.front()));
        m_inFlight.push_back(std::move(m_queue.front()));
        m_queue.pop_front();
    }
    m_writing = true;
    lowest().expires_after(kWriteTimeout);
    asyncWrite(buffers, bound(&Connection::onChunksWritten));
}

void Connection::onChunksWritten(Code error, std::size_t) {
    m_writing = false;
    for (const auto& chunk : m_inFlight) m_queuedBytes -= chunk->size();
    m_inFlight.clear();
    if (error) return close();
    pump();
}

void Connection::onClosed(std::function<void()> callback) {
    if (m_closed) return callback();
    m_onClosed = std::move(callback);
}

void Connection::stop() {
    if (m_streaming) return finishStream();
    if (!m_awaiting && m_block.empty() && m_nextPiece >= m_reply.pieces.size()) close();
}

void Connection::close() {
    if (m_closed) return;
    const auto self = shared_from_this();
    m_closed = true;
    lowest().close();
    m_source = nullptr;
    m_queue.clear();
    if (const auto callback = std::exchange(m_onClosed, nullptr)) callback();
    m_host.closed(this);
}

}  // namespace rollcall::sandbox
