// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/logins/login_cluster.h"

#include <QUrl>
#include <QUuid>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/api/decode.h"
#include "tests/unit/client/transport_fixture.h"

namespace rollcall::test {

namespace {

HttpRequest postRequest(const std::string& path, const Json& body) {
    HttpRequest request;
    request.method = "POST";
    request.path = path;
    request.contentType = "application/json";
    request.body = body.dump();
    request.deadline = std::chrono::seconds(30);
    return request;
}

}  // namespace

LoginCluster::LoginCluster() {
    const QByteArray state = qgetenv("ROLLCALL_LOGINS_STATE");
    if (state.isEmpty() || !std::filesystem::exists(state.toStdString() + "/admin.kubeconfig")) {
        std::fputs("SKIPPED: ROLLCALL_LOGINS_STATE names no state folder of tests/cluster/kube\n", stderr);
        std::exit(77);
    }
    m_state = state.toStdString();
    KubeconfigOptions options;
    options.explicitPath = m_state + "/admin.kubeconfig";
    auto admin = resolveLikeKubectl(options);
    if (!admin.ok()) qFatal("%s", admin.error().message.c_str());
    m_admin = std::move(admin).value();
}

quint16 LoginCluster::port() const {
    return static_cast<quint16>(QUrl(QString::fromStdString(m_admin.server)).port());
}

std::string LoginCluster::read(const std::string& file) const {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string LoginCluster::path(const std::string& name) const {
    return m_folder.filePath(QString::fromStdString(name)).toStdString();
}

std::string LoginCluster::write(const std::string& name, const std::string& text) const {
    const std::string full = path(name);
    // By a rename, so that nobody reads half of it.
    std::ofstream(full + ".new", std::ios::binary) << text;
    std::filesystem::rename(full + ".new", full);
    return full;
}

std::string LoginCluster::writePlugin(const std::string& name, const std::string& body) const {
    const std::string file = write(name, "#!/bin/sh\ncd \"$(dirname \"$0\")\"\necho run >> " + name + ".runs\n" + body + '\n');
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
}

int LoginCluster::runs(const std::string& name) const {
    const std::string text = read(path(name + ".runs"));
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

Result<Connection> LoginCluster::connection(const std::string& user, const std::string& cluster,
                                            const std::string& server) const {
    const std::string entry = "server: '" + (server.empty() ? m_admin.server : server) + "', certificate-authority: '" +
                              caFile() + '\'' + (cluster.empty() ? "" : ", " + cluster);
    KubeconfigOptions options;
    options.explicitPath = write("kubeconfig", "apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters:\n- {name: c, cluster: {" +
                                                   entry + "}}\nusers:\n- {name: u, user: {" + user +
                                                   "}}\ncontexts:\n- {name: x, context: {cluster: c, user: u}}\n");
    return resolveLikeKubectl(options);
}

Json LoginCluster::post(const std::string& path, const Json& body) const {
    QnamTransport transport(m_admin);
    const auto answer = Caller(transport).call(postRequest(path, body));
    if (!answer.ok()) qFatal("%s: %s", path.c_str(), answer.error().message.c_str());
    if (answer->status / 100 != 2) qFatal("%s: %s", path.c_str(), answer->body.c_str());
    return Json::parse(answer->body);
}

void LoginCluster::remove(const std::string& path) const {
    QnamTransport transport(m_admin);
    HttpRequest request;
    request.method = "DELETE";
    request.path = path;
    const auto answer = Caller(transport).call(std::move(request));
    if (!answer.ok() || answer->status / 100 != 2) qFatal("%s was not removed", path.c_str());
}

std::string LoginCluster::makeServiceAccount() const {
    const std::string name = "login-" + QUuid::createUuid().toString(QUuid::Id128).left(12).toStdString();
    post("/api/v1/namespaces/default/serviceaccounts",
         {{"apiVersion", "v1"}, {"kind", "ServiceAccount"}, {"metadata", {{"name", name}}}});
    return name;
}

void LoginCluster::removeServiceAccount(const std::string& name) const {
    remove("/api/v1/namespaces/default/serviceaccounts/" + name);
}

std::string LoginCluster::serviceAccountToken(const std::string& name) const {
    const Json made = post("/api/v1/namespaces/default/serviceaccounts/" + name + "/token",
                           {{"apiVersion", "authentication.k8s.io/v1"},
                            {"kind", "TokenRequest"},
                            {"spec", {{"expirationSeconds", 600}, {"audiences", Json::array()}}}});
    return made["status"]["token"].get<std::string>();
}

bool WhoAmI::hasGroup(const std::string& name) const {
    return std::find(groups.begin(), groups.end(), name) != groups.end();
}

std::string WhoAmI::text() const {
    std::string all = user + " (" + uid + ") in";
    for (const std::string& group : groups) all += ' ' + group;
    return all + "; " + extra.dump() + "; " + std::to_string(status) + ' ' + error.message;
}

WhoAmI whoAmI(Transport& transport) {
    WhoAmI who;
    const auto answer = Caller(transport).call(
        postRequest("/apis/authentication.k8s.io/v1/selfsubjectreviews",
                    {{"apiVersion", "authentication.k8s.io/v1"}, {"kind", "SelfSubjectReview"}}));
    if (!answer.ok()) {
        who.error = answer.error();
        return who;
    }
    who.status = answer->status;
    if (answer->status != 201) {
        who.error = errorFromAnswer(answer->status, answer->body, answer->contentType, answer->retryAfter);
        return who;
    }
    const Json info = Json::parse(answer->body)["status"]["userInfo"];
    who.user = info.value("username", "");
    who.uid = info.value("uid", "");
    who.groups = info.value("groups", std::vector<std::string>());
    who.extra = info.value("extra", Json::object());
    std::sort(who.groups.begin(), who.groups.end());
    return who;
}

WhoAmI whoAmI(const Connection& connection, const QnamOptions& options) {
    QnamTransport transport(connection, options);
    return whoAmI(transport);
}

std::string execCredential(const Json& status) {
    return Json{{"apiVersion", "client.authentication.k8s.io/v1"}, {"kind", "ExecCredential"}, {"status", status}}.dump();
}

}  // namespace rollcall::test
