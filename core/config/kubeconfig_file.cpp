// SPDX-License-Identifier: GPL-3.0-or-later
// One kubeconfig file: from text to entries. Semantics of client-go tools/clientcmd/api/v1, but a broken entry spoils
// only itself.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "core/api/text.h"
#include "core/api/yaml_tree.h"
#include "core/config/entry_reader.h"
#include "core/config/user_reader.h"

namespace rollcall::kubeconfig {

namespace {

std::string shown(const std::string& name) {
    return '"' + printable(firstCharacters(name, 80)) + '"';
}

void readEntry(EntryReader& reader, Cluster& cluster) {
    cluster.server = reader.text("server");
    cluster.tlsServerName = reader.text("tls-server-name");
    cluster.insecure = reader.flag("insecure-skip-tls-verify");
    cluster.caFile = reader.path("certificate-authority");
    cluster.caPem = reader.data("certificate-authority-data");
    if (reader.has("certificate-authority") && reader.has("certificate-authority-data")) {
        reader.note(cluster.line,
                    "both certificate-authority and certificate-authority-data are given; the data counts");
        cluster.caFile.clear();
    }
    const bool hasAuthority = reader.has("certificate-authority") || reader.has("certificate-authority-data");
    if (cluster.insecure && hasAuthority) {
        reader.refuse(cluster.line, "a certificate authority cannot be combined with insecure-skip-tls-verify");
    }
    cluster.disableCompression = reader.flag("disable-compression");
    cluster.proxyUrl = reader.text("proxy-url");
    if (const std::string why = whyBadProxy(cluster.proxyUrl); !why.empty()) {
        reader.refuse(reader.node("proxy-url")->line, why);
    }
    cluster.execConfigJson = readExecConfig(reader);
    if (cluster.server.empty()) reader.refuse(cluster.line, "the cluster entry has no server address");
}

std::string replacementFor(const std::string& provider) {
    if (provider == "gcp") return "gke-gcloud-auth-plugin";
    if (provider == "azure" || provider == "oidc") return "kubelogin";
    return "an exec plugin";
}

void readClientCertificate(EntryReader& reader, User& user) {
    user.certFile = reader.path("client-certificate");
    user.certPem = reader.data("client-certificate-data");
    user.keyFile = reader.path("client-key");
    user.keyPem = reader.data("client-key-data");
    if (reader.has("client-certificate") && reader.has("client-certificate-data")) {
        reader.note(user.line, "both client-certificate and client-certificate-data are given; the data counts");
        user.certFile.clear();
    }
    if (reader.has("client-key") && reader.has("client-key-data")) {
        reader.note(user.line, "both client-key and client-key-data are given; the data counts");
        user.keyFile.clear();
    }
    const bool hasKey = reader.has("client-key") || reader.has("client-key-data");
    const bool hasCertificate = reader.has("client-certificate") || reader.has("client-certificate-data");
    if (hasCertificate && !hasKey)
        reader.refuse(user.line, "the user entry has a client certificate, but no client key");
}

void readEntry(EntryReader& reader, User& user) {
    user.token = reader.text("token");
    user.tokenFile = reader.path("tokenFile");
    user.username = reader.text("username");
    user.password = reader.text("password");
    readClientCertificate(reader, user);
    const bool basic = !user.username.empty() || !user.password.empty();
    if (!user.token.empty() && basic)
        reader.refuse(user.line, "the user entry has both a token and a password; one must go");
    readImpersonation(reader, user);
    if (const YamlNode* provider = reader.node("auth-provider")) {
        const YamlNode* name = provider->isMap() ? provider->find("name") : nullptr;
        const std::string called = name && name->isScalar() ? validUtf8(name->text) : std::string();
        reader.refuse(provider->line, "the auth-provider " + shown(called) + 
                                          (called == "oidc" ? " is outdated and not supported here; use "
                                                            : " was removed from Kubernetes; use ") +
                                          replacementFor(called) + " instead");
    }
    readExec(reader, user);
}

void readEntry(EntryReader& reader, ContextEntry& context) {
    context.cluster = reader.text("cluster");
    context.user = reader.text("user");
    context.ns = reader.text("namespace");
    if (context.cluster.empty())
        reader.refuse(context.line, "the context " + shown(context.name) + " names no cluster");
}

class FileReader {
public:
    FileReader(const std::string& path, Config& config) : m_path(path), m_config(config) {}

    void problem(int line, const std::string& message) { m_config.problems.push_back({m_path, line, message}); }

    /// False when the file is none of ours.
    bool checkHead(const YamlNode& root) {
        for (const auto& [key, wanted] : {std::pair("kind", "Config"), std::pair("apiVersion", "v1")}) {
            const YamlNode* found = root.find(key);
            if (!found || found->isNull() || (found->isScalar() && (found->text.empty() || found->text == wanted)))
                continue;
            problem(found->line, std::string("\"") + key + "\" must be " + wanted + "; the file is no kubeconfig");
            return false;
        }
        return true;
    }

    template <class T>
    void readList(const YamlNode& root, const char* listKey, const char* entryKey, std::vector<T>& out) {
        const YamlNode* list = root.find(listKey);
        if (!list || list->isNull()) return;
        if (!list->isList()) return problem(list->line, std::string("\"") + listKey + "\" must be a list");
        for (const YamlNode& item : list->items) {
            if (!item.isMap()) {
                problem(item.line, std::string("an entry of \"") + listKey + "\" is no map");
                continue;
            }
            out.push_back(readItem<T>(item, entryKey));
        }
        markDuplicates(out, listKey);
    }

    void readCurrentContext(const YamlNode& root) {
        const YamlNode* found = root.find("current-context");
        if (!found || found->isNull()) return;
        if (found->isScalar())
            m_config.currentContext = validUtf8(found->text);
        else
            problem(found->line, "\"current-context\" must be text");
    }

private:
    template <class T>
    T readItem(const YamlNode& item, const char* entryKey) {
        T entry;
        entry.file = m_path;
        entry.line = item.line;
        EntryReader itself(&item, entry, m_config.problems);
        entry.name = itself.text("name");
        const YamlNode* content = itself.node(entryKey);
        if (content && !content->isMap()) {
            itself.refuse(content->line, std::string("\"") + entryKey + "\" must be a map");
            content = nullptr;
        }
        EntryReader reader(content, entry, m_config.problems);
        readEntry(reader, entry);
        return entry;
    }

    /// kubectl refuses the whole file; nobody may guess which one was meant (K3).
    template <class T>
    void markDuplicates(std::vector<T>& entries, const char* listKey) {
        std::map<std::string, T*> first;
        for (T& entry : entries) {
            const auto [it, isNew] = first.emplace(entry.name, &entry);
            if (isNew) continue;
            T& other = *it->second;
            const std::string why = "the name " + shown(entry.name) + " occurs twice in \"" + listKey +
                                    "\", in lines " + std::to_string(other.line) + " and " + std::to_string(entry.line);
            other.unusable = entry.unusable = why;
            problem(entry.line, why);
        }
    }

    const std::string& m_path;
    Config& m_config;
};

/// "line 3, column 5: why" → 3 and the rest.
KubeconfigSet::Problem fromYamlError(const std::string& path, const std::string& message) {
    KubeconfigSet::Problem problem{path, 0, "it is no valid YAML: " + message};
    if (message.starts_with("line ")) problem.line = std::atoi(message.c_str() + 5);
    return problem;
}

}  // namespace

std::string User::kind() const {
    if (hasCertificate()) return "certificate";
    if (!tokenFile.empty()) return "token file";
    if (!token.empty()) return "token";
    if (!username.empty()) return "basic";
    return exec ? "exec" : "none";
}

Config parse(const std::string& path, std::string_view text) {
    Config config;
    config.files.push_back(path);
    FileReader reader(path, config);
    auto document = readYaml(text);
    if (!document) {
        config.problems.push_back(fromYamlError(path, document.error().message));
        config.broken = true;
        return config;
    }
    const YamlNode& root = document->root;
    if (root.isNull()) return config;  // an empty file has no contexts, and that is all (K7)
    config.broken = true;
    if (!root.isMap()) return reader.problem(root.line, "a kubeconfig must be a map of fields"), config;
    if (!reader.checkHead(root)) return config;
    config.broken = false;
    if (document->more) reader.problem(0, "only the first document of the file is read");
    for (const auto& [key, line] : document->duplicates) {
        reader.problem(line, "the key " + shown(key) + " occurs twice in one map; the last one counts");
    }
    reader.readList(root, "clusters", "cluster", config.clusters);
    reader.readList(root, "users", "user", config.users);
    reader.readList(root, "contexts", "context", config.contexts);
    reader.readCurrentContext(root);
    return config;
}

}  // namespace rollcall::kubeconfig
