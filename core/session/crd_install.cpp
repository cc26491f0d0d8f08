// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/crd_install.h"

#include <utility>

#include "core/api/text.h"
#include "core/api/write.h"
#include "core/api/yaml_tree.h"

namespace rollcall {

namespace {

using namespace std::chrono_literals;

// A server publishes a definition within a second; half a minute is a server in trouble. Real time, as all deadlines.
constexpr auto kBetweenLooks = 250ms;
constexpr int kMostLooks = 120;
constexpr const char* kDefinitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";

std::string textOf(const YamlNode* map, std::string_view key) {
    const YamlNode* found = map ? map->find(key) : nullptr;
    return found && found->isScalar() ? found->text : std::string();
}

struct Conditions {
    bool established = false;
    std::string refused;  ///< NamesAccepted=False: why
};

Conditions conditionsOf(const std::string& json) {
    Conditions found;
    const auto document = readYaml(json);
    const YamlNode* status = document.ok() ? document->root.find("status") : nullptr;
    const YamlNode* list = status ? status->find("conditions") : nullptr;
    if (!list) return found;
    for (const YamlNode& condition : list->items) {
        const bool yes = textOf(&condition, "status") == "True";
        if (textOf(&condition, "type") == "Established") found.established = yes;
        if (textOf(&condition, "type") == "NamesAccepted" && textOf(&condition, "status") == "False")
            found.refused = printable(textOf(&condition, "message"));
    }
    return found;
}

}  // namespace

CrdInstall::CrdInstall(ApiClient& client, Post post, Done done)
    : m_client(client), m_post(std::move(post)), m_done(std::move(done)) {
    m_next.setSingleShot(true);
    QObject::connect(&m_next, &QTimer::timeout, &m_next, [this] { look(); });
}

CrdInstall::~CrdInstall() { m_cancel.cancel(); }

std::shared_ptr<CrdInstall> CrdInstall::start(ApiClient& client, std::string manifest, Post post, Done done) {
    std::shared_ptr<CrdInstall> install(new CrdInstall(client, std::move(post), std::move(done)));
    const auto document = readYaml(manifest);
    const YamlNode* meta = document.ok() ? document->root.find("metadata") : nullptr;
    const std::string name = textOf(meta, "name");
    if (name.empty()) {
        install->end(makeError(ErrorKind::Config, "the manifest names no definition"));
        return install;
    }
    install->m_path = kDefinitions + name;
    HttpRequest request;
    request.method = "PATCH";
    request.path = install->m_path;
    request.query = {{"fieldManager", "rollcall"}};
    request.contentType = kApplyPatch;
    request.body = std::move(manifest);
    install->send(std::move(request));
    return install;
}

void CrdInstall::send(HttpRequest request) {
    request.deadline = 15s;
    m_client.raw(std::move(request), m_cancel, [weak = weak_from_this(), post = m_post](Result<HttpAnswer> answer) {
        post([weak, answer = std::move(answer)] {
            if (const auto self = weak.lock()) self->onAnswer(answer);
        });
    });
}

void CrdInstall::look() {
    HttpRequest request;
    request.path = m_path;
    send(std::move(request));
}

void CrdInstall::onAnswer(const Result<HttpAnswer>& answer) {
    if (!answer.ok()) return end(answer.error());
    const Conditions conditions = conditionsOf(answer->body);
    if (!conditions.refused.empty()) {
        const std::string why = "the definition was stored, but its names were not accepted: ";
        return end(makeError(ErrorKind::Api, why + conditions.refused));
    }
    if (conditions.established) return end(Unit{});
    if (++m_looks > kMostLooks) {
        return end(makeError(ErrorKind::Timeout, "the definition was stored, but the API server has not established it yet"));
    }
    m_next.start(kBetweenLooks);
}

void CrdInstall::end(Result<Unit> result) {
    if (const Done done = std::exchange(m_done, nullptr)) done(std::move(result));
}

}  // namespace rollcall
