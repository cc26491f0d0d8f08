// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <functional>
#include <memory>
#include <string>

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/client/api_client.h"

namespace rollcall {

/// Server-side apply of the Student definition, then a look at its conditions until it is Established
/// (apiextensions v1: NamesAccepted, Established). A definition that others have made and that differs is a conflict, which
/// the server explains; it is never forced.
/// **Thread**: the one that started it, with an event loop; `post` brings answers there from any. Destroying it ends it without
/// a word. The client must outlive it. **Errors**: of the API; Timeout; Config when the manifest is none.
class CrdInstall : public std::enable_shared_from_this<CrdInstall> {
public:
    using Post = std::function<void(std::function<void()>)>;
    using Done = std::function<void(Result<Unit>)>;

    static std::shared_ptr<CrdInstall> start(ApiClient& client, std::string manifest, Post post, Done done);
    ~CrdInstall();

private:
    CrdInstall(ApiClient& client, Post post, Done done);

    void send(HttpRequest request);
    void look();
    void onAnswer(const Result<HttpAnswer>& answer);
    void end(Result<Unit> result);

    ApiClient& m_client;
    const Post m_post;
    Done m_done;
    CancelToken m_cancel;
    std::string m_path;
    QTimer m_next;
    int m_looks = 0;
};

}  // namespace rollcall
