// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/exec_protocol.h"

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/api/json_writer.h"
#include "core/api/text.h"
#include "core/base/time_text.h"
#include "core/client/tls_setup.h"

namespace rollcall {

namespace {

Error refused(const ExecPlugin& plugin, const std::string& why) {
    Error error = makeError(ErrorKind::Config,
                            "the exec plugin \"" + printable(firstCharacters(plugin.command, 200)) + "\" " + why);
    error.reason = "ExecOutput";
    return error;
}

/// Absent and null are empty; another type is an error.
bool readText(const QJsonObject& object, const char* key, std::string& out) {
    const QJsonValue value = object.value(QLatin1String(key));
    if (value.isUndefined() || value.isNull()) return true;
    if (!value.isString()) return false;
    out = value.toString().toStdString();
    return true;
}

Result<QJsonObject> readRoot(std::string_view printed, const ExecPlugin& plugin) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // some Windows programs' habit; kubectl takes it
    if (printed.starts_with(kByteOrderMark)) printed.remove_prefix(kByteOrderMark.size());
    const QByteArray text(printed.data(), static_cast<qsizetype>(printed.size()));
    if (text.trimmed().isEmpty()) return refused(plugin, "printed nothing; an ExecCredential was expected");
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(text, &problem);
    if (problem.error != QJsonParseError::NoError || !document.isObject()) {
        return refused(plugin, "printed text that is not an ExecCredential (one JSON object, and nothing beside it)");
    }
    return document.object();
}

Result<Unit> checkHead(const QJsonObject& root, const ExecPlugin& plugin) {
    std::string version, kind;
    if (!readText(root, "apiVersion", version) || !readText(root, "kind", kind))
        return refused(plugin, "printed an ExecCredential whose apiVersion or kind is no text");
    if (version.empty()) return refused(plugin, "printed JSON without apiVersion");
    if (!kind.empty() && kind != "ExecCredential") return refused(plugin, "printed JSON that is no ExecCredential (its kind differs)");
    if (version != plugin.apiVersion) {
        return refused(plugin, "is configured to use API version " + plugin.apiVersion + ", but returned version " +
                                   printable(firstCharacters(version, 80)));
    }
    return Unit{};
}

Result<ExecCredential> readStatus(const QJsonObject& status, const ExecPlugin& plugin) {
    ExecCredential credential;
    std::string expires;
    if (!readText(status, "token", credential.token) ||
        !readText(status, "clientCertificateData", credential.certPem) ||
        !readText(status, "clientKeyData", credential.keyPem) || !readText(status, "expirationTimestamp", expires)) {
        return refused(plugin, "returned a status in which a field is no text");
    }
    // As Go's net/http does with a header's value.
    constexpr const char* kBlanks = " \t";
    credential.token.erase(credential.token.find_last_not_of(kBlanks) + 1);
    if (credential.token.empty() && credential.certPem.empty() && credential.keyPem.empty())
        return refused(plugin, "did not return a token or a certificate with its key");
    if (credential.certPem.empty() != credential.keyPem.empty())
        return refused(plugin, "returned only a certificate or only a key, not both");
    if (status.value(QLatin1String("expirationTimestamp")).isString()) {
        credential.expires = parseRfc3339(expires);
        if (!credential.expires) return refused(plugin, "returned an expirationTimestamp that is no RFC 3339 time");
    }
    if (!credential.certPem.empty()) {
        Connection pair;
        pair.server = "the server";
        pair.clientCertPem = credential.certPem;
        pair.clientKeyPem = credential.keyPem;
        if (auto checked = tlsSetup(pair); !checked)
            return refused(plugin, "returned a certificate and key that cannot be used: " + checked.error().message);
    }
    return credential;
}

void writeCluster(JsonWriter& out, const ExecPlugin& plugin, const Connection& connection) {
    out.key("cluster").beginObject();
    out.field("server", connection.server);
    out.optionalField("tls-server-name", connection.tlsServerName);
    if (connection.insecureSkipTlsVerify) out.key("insecure-skip-tls-verify").boolean(true);
    out.optionalField("certificate-authority-data",
                      QByteArray::fromStdString(connection.caPem).toBase64().toStdString());
    out.optionalField("proxy-url", connection.proxyUrl);
    if (connection.disableCompression) out.key("disable-compression").boolean(true);
    if (!plugin.clusterConfigJson.empty()) out.key("config").raw(plugin.clusterConfigJson);
    out.endObject();
}

}  // namespace

std::string execInfoJson(const ExecPlugin& plugin, const Connection& connection) {
    JsonWriter out;
    out.beginObject().field("kind", "ExecCredential").field("apiVersion", plugin.apiVersion);
    out.key("spec").beginObject();
    if (plugin.provideClusterInfo) writeCluster(out, plugin, connection);
    out.key("interactive").boolean(false).endObject().endObject();
    return out.take();
}

Result<ExecCredential> readExecCredential(std::string_view printed, const ExecPlugin& plugin) {
    auto root = readRoot(printed, plugin);
    if (!root) return root.error();
    if (auto head = checkHead(*root, plugin); !head) return head.error();
    const QJsonValue status = root->value(QLatin1String("status"));
    if (!status.isObject()) return refused(plugin, "did not return a status");
    return readStatus(status.toObject(), plugin);
}

}  // namespace rollcall
