// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rollcall::sandbox {

/// A request as it came off the wire, already let in (Host, Origin and token were checked).
struct HttpRequest {
    std::string method;
    std::string target;  ///< path and query
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    bool authenticated = false;

    /// Case-insensitive; "" when it is absent.
    std::string_view header(std::string_view name) const;
};

/// A stretch of bytes and whoever keeps them alive.
struct BodyPiece {
    std::shared_ptr<const void> owner;
    std::string_view bytes;
};

/// An answer. A long body is a chain of pieces, so that a list of 100,000 objects is never copied into one string.
struct HttpReply {
    int code = 200;
    std::string contentType = "application/json";
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::vector<BodyPiece> pieces;  ///< follow the body
    bool close = false;
};

/// The body of a watch: lines go out as chunks until one side ends it.
/// Thread: the server's.
class EventStream {
public:
    virtual ~EventStream() = default;
    /// `chunk` is framed already (see frameChunk). False when the stream is closed or the client is too slow for its
    /// buffer, in which case it has been cut.
    virtual bool send(std::shared_ptr<const std::string> chunk) = 0;
    /// Asked for the next chunks whenever everything sent so far is out, until it returns nullptr: for an amount of
    /// data that must wait for the client rather than fill its buffer.
    virtual void setSource(std::function<std::shared_ptr<const std::string>()> source) = 0;
    /// Ends the body in good order once everything is out.
    virtual void finish() = 0;
    /// Called once when the connection is gone, whoever ended it.
    virtual void onClosed(std::function<void()> callback) = 0;
};

/// One request and the way to answer it, exactly once: with a reply or with a stream.
/// Thread: the server's.
class HttpExchange {
public:
    virtual ~HttpExchange() = default;
    virtual const HttpRequest& request() const = 0;
    virtual void reply(HttpReply reply) = 0;
    virtual std::shared_ptr<EventStream> stream(const std::string& contentType) = 0;
};

/// A line as an HTTP/1.1 chunk.
std::shared_ptr<const std::string> frameChunk(std::string_view line);

}  // namespace rollcall::sandbox
