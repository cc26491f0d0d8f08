// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/qnam_transport.h"

#include "core/api/decode.h"
#include "core/api/text.h"
#include "core/client/exchange.h"
#include "core/client/line_splitter.h"

namespace rollcall {

namespace {

constexpr std::size_t kPortion = 64UL * 1024;

/// Appends what can be read now; false when it would exceed `most`. Leaves spare capacity behind, in which
/// decodeListInPlace() can pad the text. Does not ask bytesAvailable(), which tells nothing useful of a compressed
/// answer.
bool readInto(QNetworkReply& reply, std::string& out, std::size_t most) {
    for (;;) {
        const std::size_t old = out.size();
        out.resize(old + kPortion);
        const qint64 got = reply.read(out.data() + old, static_cast<qint64>(kPortion));
        out.resize(old + static_cast<std::size_t>(std::max<qint64>(got, 0)));
        if (got <= 0) return true;
        if (out.size() > most) return false;
    }
}

/// Request and whole answer.
class HttpCall final : public Exchange {
public:
    HttpCall(std::shared_ptr<QnamEngine> engine, HttpRequest request, std::function<void(Result<HttpAnswer>)> done)
        : Exchange(std::move(engine), std::move(request), false), m_done(std::move(done)) {}

private:
    void onHead(const QNetworkReply&) override {}
    void onReadable(QNetworkReply& reply) override {
        if (!readInto(reply, m_body, QnamTransport::kLargestBody)) {
            endDamaged("is larger than " + std::to_string(QnamTransport::kLargestBody / 1024 / 1024) + " MiB");
        }
    }
    void onRestart() override { m_body.clear(); }
    void onEnd(Result<HttpAnswer> head) override {
        if (head) head->body = std::move(m_body);
        const auto done = std::move(m_done);
        done(std::move(head));
    }

    std::string m_body;
    std::function<void(Result<HttpAnswer>)> m_done;
};

/// Request and an answer that comes line by line.
class HttpStream final : public Exchange {
public:
    HttpStream(std::shared_ptr<QnamEngine> engine, HttpRequest request, StreamCallbacks callbacks)
        : Exchange(std::move(engine), std::move(request), true),
          m_callbacks(std::make_shared<StreamCallbacks>(std::move(callbacks))) {}

private:
    // Of an answer that is no stream; enough for any Status.
    static constexpr std::size_t kLargestRefusal = 1024UL * 1024;

    void onHead(const QNetworkReply& reply) override {
        // A login page or a proxy's excuse can have status 200 (W32): it is collected and becomes an error.
        const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        m_flowing = status < 300 && !isForeign(reply);
        if (!m_flowing || !m_callbacks->onOpen) return;
        const auto callbacks = m_callbacks;
        callbacks->onOpen(status);
    }

    void onReadable(QNetworkReply& reply) override {
        if (!m_flowing) {
            if (!readInto(reply, m_refusal, kLargestRefusal)) reply.readAll();
            return;
        }
        const QByteArray bytes = reply.readAll();
        LineSplitter::Batch batch;
        if (!m_splitter.add({bytes.constData(), static_cast<std::size_t>(bytes.size())}, batch)) {
            return endDamaged("holds a line of more than " + std::to_string(LineSplitter::kLongestLine / 1024 / 1024) +
                              " MiB");
        }
        if (batch.lines.empty() || !m_callbacks->onLines) return;
        const auto callbacks = m_callbacks;
        callbacks->onLines(batch.lines);
    }

    static bool isForeign(const QNetworkReply& reply) {
        const QByteArray type = reply.rawHeader("Content-Type");
        return !type.isEmpty() && !type.contains("json");
    }

    void onRestart() override { m_refusal.clear(); }

    void onEnd(Result<HttpAnswer> head) override {
        const auto callbacks = m_callbacks;
        if (!callbacks->onClosed) return;
        if (!head) return callbacks->onClosed(head.error());
        if (m_flowing) return callbacks->onClosed(Unit{});
        callbacks->onClosed(errorFromAnswer(head->status, m_refusal, head->contentType, head->retryAfter));
    }

    const std::shared_ptr<StreamCallbacks> m_callbacks;
    LineSplitter m_splitter;
    std::string m_refusal;
    bool m_flowing = false;
};

}  // namespace

QnamTransport::QnamTransport(Connection connection, QnamOptions options)
    : m_engine(std::make_shared<QnamEngine>(std::move(connection), options)) {
}
QnamTransport::~QnamTransport() = default;

std::unique_ptr<RequestHandle> QnamTransport::send(HttpRequest request, std::function<void(Result<HttpAnswer>)> done) {
    auto call = std::make_unique<HttpCall>(m_engine, std::move(request), std::move(done));
    call->start();
    return call;
}

std::unique_ptr<RequestHandle> QnamTransport::openStream(HttpRequest request, StreamCallbacks callbacks) {
    auto stream = std::make_unique<HttpStream>(m_engine, std::move(request), std::move(callbacks));
    stream->start();
    return stream;
}

}  // namespace rollcall
