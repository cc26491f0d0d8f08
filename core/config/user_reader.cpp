// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/user_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "core/api/json_writer.h"
#include "core/api/text.h"
#include "core/api/yaml_scalar.h"

namespace rollcall::kubeconfig {

namespace {

// Whole, so that nothing is put together only to be compared (which GCC 12 takes for an overflow with the thread sanitizer).
constexpr std::string_view kV1 = "client.authentication.k8s.io/v1";
constexpr std::string_view kV1Beta1 = "client.authentication.k8s.io/v1beta1";
constexpr std::string_view kV1Alpha1 = "client.authentication.k8s.io/v1alpha1";

std::string shown(const std::string& name) {
    return '"' + printable(firstCharacters(name, 80)) + '"';
}

std::string scalar(const YamlNode& map, std::string_view key) {
    const YamlNode* found = map.find(key);
    return found && found->isScalar() ? validUtf8(found->text) : std::string();
}

/// A list of texts. False when it is something else.
bool readTexts(const YamlNode* list, std::vector<std::string>& out) {
    if (!list || list->isNull()) return true;
    if (!list->isList()) return false;
    for (const YamlNode& item : list->items) {
        if (!item.isScalar() && !item.isNull()) return false;
        out.push_back(validUtf8(item.text));
    }
    return true;
}

void readEnvironment(EntryReader& reader, const YamlNode& exec, ExecPlugin& plugin) {
    const YamlNode* list = exec.find("env");
    if (!list || list->isNull()) return;
    if (!list->isList()) return reader.refuse(list->line, "\"env\" of the exec plugin must be a list");
    for (const YamlNode& item : list->items) {
        const std::string name = item.isMap() ? scalar(item, "name") : std::string();
        if (name.empty() || name.find('=') != std::string::npos || name.find('\0') != std::string::npos) {
            return reader.refuse(item.line, "an environment variable of the exec plugin has no usable name");
        }
        plugin.env.emplace_back(name, scalar(item, "value"));
    }
}

/// Empty when it is one of clientcmd's three.
std::string readMode(const YamlNode& exec, ExecPlugin& plugin) {
    const std::string mode = scalar(exec, "interactiveMode");
    if (mode == "Never")
        plugin.interactive = ExecPlugin::Interactive::Never;
    else if (mode == "IfAvailable")
        plugin.interactive = ExecPlugin::Interactive::IfAvailable;
    else if (mode == "Always")
        plugin.interactive = ExecPlugin::Interactive::Always;
    else if (!mode.empty())
        return "the exec plugin's interactiveMode must be Never, IfAvailable or Always";
    else if (plugin.apiVersion == kV1)
        return "the exec plugin must say its interactiveMode (Never, IfAvailable or Always)";
    return {};
}

/// What clientcmd and the plugin's own code would refuse; empty when nothing.
std::string whyRefused(const YamlNode& exec, ExecPlugin& plugin) {
    if (plugin.command.empty()) return "the exec plugin names no command";
    if (plugin.apiVersion.empty()) return "the exec plugin names no apiVersion; use " + std::string(kV1);
    if (plugin.apiVersion == kV1Alpha1) {
        return "the exec plugin speaks " + plugin.apiVersion +
               ", which was removed from Kubernetes; update the plugin " + shown(plugin.command) +
               " and the apiVersion in the kubeconfig";
    }
    if (plugin.apiVersion != kV1 && plugin.apiVersion != kV1Beta1) {
        return "the exec plugin's apiVersion " + shown(plugin.apiVersion) + " is not known; " + std::string(kV1) +
               " and v1beta1 are";
    }
    return readMode(exec, plugin);
}

/// Only when the plugin would run at all (K27).
std::string whyNoTerminal(const ExecPlugin& plugin, const User& user) {
    if (plugin.interactive == ExecPlugin::Interactive::Always && !user.hasStaticCredential()) {
        return "the exec plugin " + shown(plugin.command) +
               " needs a terminal (interactiveMode: Always), which a window does not have; sign in with it in a "
               "terminal";
    }
    return {};
}

/// YAML as kubectl reads it: plain scalars by their look.
void writeJson(JsonWriter& out, const YamlNode& node) {
    using yaml::PlainKind;
    switch (node.kind) {
        case YamlNode::Kind::Null:
            out.null();
            return;
        case YamlNode::Kind::List:
            out.beginArray();
            for (const YamlNode& item : node.items) writeJson(out, item);
            out.endArray();
            return;
        case YamlNode::Kind::Map:
            out.beginObject();
            for (const YamlNode::Field& field : node.fields) {
                if (node.find(field.key) == &field.value) writeJson(out.key(field.key), field.value);  // K4
            }
            out.endObject();
            return;
        case YamlNode::Kind::Scalar:
            break;
    }
    const PlainKind kind = node.quoted ? PlainKind::Text : yaml::coreKind(node.text);
    const std::string number =
        kind == PlainKind::Integer || kind == PlainKind::Float ? yaml::jsonNumber(node.text) : std::string();
    if (kind == PlainKind::Null)
        out.null();
    else if (kind == PlainKind::True || kind == PlainKind::False)
        out.boolean(kind == PlainKind::True);
    else if (!number.empty())
        out.raw(number);
    else
        out.string(node.text);
}

}  // namespace

void readExec(EntryReader& reader, User& user) {
    const YamlNode* exec = reader.node("exec");
    if (!exec) return;
    if (!exec->isMap()) return reader.refuse(exec->line, "\"exec\" must be a map");
    auto plugin = std::make_shared<ExecPlugin>();
    plugin->user = user.name;
    plugin->sourceFile = user.file;
    plugin->apiVersion = scalar(*exec, "apiVersion");
    plugin->command = scalar(*exec, "command");
    // A bare name is searched in PATH; what holds a slash belongs to the file's folder (K21).
    if (plugin->command.find('/') != std::string::npos && plugin->command.front() != '/') {
        plugin->command =
            (std::filesystem::path(user.file).parent_path() / plugin->command).lexically_normal().string();
    }
    plugin->installHint = scalar(*exec, "installHint");
    const YamlNode* provide = exec->find("provideClusterInfo");
    plugin->provideClusterInfo = provide && provide->isScalar() && !provide->quoted && provide->text == "true";
    if (!readTexts(exec->find("args"), plugin->args)) {
        reader.refuse(exec->line, "\"args\" of the exec plugin must be a list of texts");
    }
    readEnvironment(reader, *exec, *plugin);
    if (reader.has("auth-provider")) {
        reader.refuse(exec->line, "the user entry has both an auth-provider and an exec plugin");
    }
    if (const std::string why = whyRefused(*exec, *plugin); !why.empty()) {
        // Static credentials switch the plugin off, but kubectl still validates it (K27).
        reader.refuse(exec->line, why);
    }
    if (const std::string why = whyNoTerminal(*plugin, user); !why.empty()) reader.refuse(exec->line, why);
    user.exec = std::move(plugin);
}

void readImpersonation(EntryReader& reader, User& user) {
    Impersonation& as = user.impersonate;
    as.user = reader.text("as");
    as.uid = reader.text("as-uid");
    if (!readTexts(reader.node("as-groups"), as.groups)) {
        reader.refuse(reader.node("as-groups")->line, "\"as-groups\" must be a list of texts");
    }
    if (const YamlNode* extra = reader.node("as-user-extra")) {
        bool good = extra->isMap();
        for (const YamlNode::Field& field : extra->fields) {
            if (extra->find(field.key) != &field.value) continue;
            std::vector<std::string> values;
            good = good && readTexts(&field.value, values);
            as.extra.emplace_back(validUtf8(field.key), std::move(values));
        }
        if (!good) reader.refuse(extra->line, "\"as-user-extra\" must be a map of lists of texts");
    }
    if (as.user.empty() && (!as.uid.empty() || !as.groups.empty() || !as.extra.empty())) {
        reader.refuse(user.line, "as-uid, as-groups or as-user-extra is given without the user to act as (as)");
    }
}

std::string readExecConfig(EntryReader& reader) {
    const YamlNode* list = reader.node("extensions");
    if (!list || !list->isList()) return {};
    for (const YamlNode& item : list->items) {
        if (!item.isMap() || scalar(item, "name") != "client.authentication.k8s.io/exec") continue;
        const YamlNode* content = item.find("extension");
        if (!content) return {};
        JsonWriter out;
        writeJson(out, *content);
        return out.take();
    }
    return {};
}

std::string whyBadProxy(const std::string& url) {
    if (url.empty()) return {};
    const std::size_t colon = url.find(':');
    std::string scheme = colon == std::string::npos ? std::string() : url.substr(0, colon);
    std::transform(scheme.begin(), scheme.end(), scheme.begin(), [](unsigned char c) { return std::tolower(c); });
    static constexpr std::array<const char*, 3> kKnown = {"http", "https", "socks5"};
    if (std::find(kKnown.begin(), kKnown.end(), scheme) == kKnown.end()) {
        return "\"proxy-url\" must begin with http://, https:// or socks5://";
    }
    if (url.find_first_of(" \t\r\n") != std::string::npos) return "\"proxy-url\" is no valid address";
    return {};
}

}  // namespace rollcall::kubeconfig
