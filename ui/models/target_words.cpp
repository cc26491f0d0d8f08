// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/target_words.h"

#include <QCoreApplication>

#include "ui/models/plain_text.h"

namespace rollcall {

namespace {

struct Targets {
    Q_DECLARE_TR_FUNCTIONS(Targets)
};

QString kindWord(Target::Kind kind) {
    switch (kind) {
        case Target::Kind::Sandbox:
            return Targets::tr("built-in API server, nothing to install");
        case Target::Kind::InCluster:
            return Targets::tr("service account of this Pod");
        case Target::Kind::Context:
            return {};
    }
    return {};
}

/// Connection::userKind in the window's language.
QString signInWord(const TargetChoice& choice) {
    const std::string& kind = choice.userKind;
    if (!choice.execCommand.empty()) return Targets::tr("program %1").arg(shownText(choice.execCommand));
    if (kind == "certificate") return Targets::tr("client certificate");
    if (kind == "token") return Targets::tr("token");
    if (kind == "token file") return Targets::tr("token file");
    if (kind == "basic") return Targets::tr("name and password");
    if (kind == "none") return Targets::tr("no credential");
    return shownText(kind);
}

QString placeOf(const TargetChoice& choice) {
    return shownText(choice.line > 0 ? choice.file + ':' + std::to_string(choice.line) : choice.file);
}

struct CheckWords {
    const char* name;    ///< preflightName() of core
    const char* shown;
    const char* advice;  ///< null: the rights' one
};

// The rights are verbs and resources, which stay as they are.
constexpr CheckWords kChecks[] = {
    {"server reachable", QT_TRANSLATE_NOOP("Targets", "Server reachable"),
     QT_TRANSLATE_NOOP("Targets", "Check that the API server runs, the address, and the certificate authority of the cluster entry.")},
    {"signed in", QT_TRANSLATE_NOOP("Targets", "Signed in"),
     QT_TRANSLATE_NOOP("Targets", "The token or certificate is wrong or has expired: sign in again and update the user entry.")},
    {"students installed", QT_TRANSLATE_NOOP("Targets", "Student definition installed"),
     QT_TRANSLATE_NOOP("Targets", "Install it here; the controllers begin by themselves as soon as it is there.")},
    {"certificate verified", QT_TRANSLATE_NOOP("Targets", "Server's certificate verified"),
     QT_TRANSLATE_NOOP("Targets", "insecure-skip-tls-verify is set: whoever answers at this address is believed. Name the "
                                  "cluster's certificate-authority in the kubeconfig instead.")},
};

const CheckWords* wordsOf(const TargetCheck& check) {
    for (const CheckWords& words : kChecks) {
        if (check.name == words.name) return &words;
    }
    return nullptr;
}

}  // namespace

QString targetName(const TargetChoice& choice) {
    switch (choice.target.kind) {
        case Target::Kind::Sandbox:
            return Targets::tr("Sandbox");
        case Target::Kind::InCluster:
            return Targets::tr("In-cluster");
        case Target::Kind::Context:
            return shownText(choice.name);
    }
    return {};
}

QString targetLine(const TargetChoice& choice) {
    QStringList parts;
    if (const QString word = kindWord(choice.target.kind); !word.isEmpty()) parts << word;
    if (!choice.server.empty()) parts << shownText(choice.server);
    if (!choice.userKind.empty()) parts << signInWord(choice);
    if (!choice.actAs.empty()) parts << Targets::tr("as %1").arg(shownText(choice.actAs));
    if (!choice.ns.empty()) parts << Targets::tr("namespace %1").arg(shownText(choice.ns));
    return parts.join(QStringLiteral(" · "));
}

QStringList targetDetails(const TargetChoice& choice) {
    QStringList lines;
    const auto add = [&](const QString& label, const QString& value) {
        if (!value.isEmpty()) lines << Targets::tr("%1: %2", "label: value").arg(label, value);
    };
    add(Targets::tr("Server"), shownText(choice.server));
    if (choice.insecure) lines << Targets::tr("The server's certificate is not verified (insecure-skip-tls-verify)");
    add(Targets::tr("Signs in with"), choice.userKind.empty() ? QString() : signInWord(choice));
    add(Targets::tr("Acts as"), shownText(choice.actAs));
    add(Targets::tr("Through the proxy"), shownText(choice.proxy));
    add(Targets::tr("Name in the certificate"), shownText(choice.tlsServerName));
    add(Targets::tr("From"), choice.file.empty() ? QString() : placeOf(choice));
    for (const ShadowedEntry& hidden : choice.shadowed) {
        //: a context, cluster or user entry of the same name in a file that comes later
        lines << Targets::tr("Hides the %1 of the same name in %2").arg(shownText(hidden.what), shownText(hidden.place));
    }
    return lines;
}

QString targetSearchText(const TargetChoice& choice) {
    QString text = targetName(choice);
    for (const std::string* part : {&choice.server, &choice.userKind, &choice.ns, &choice.file, &choice.cluster, &choice.user,
                                    &choice.execCommand, &choice.actAs})
        text += u'\n' + shownText(*part);
    return text;
}

QString insecureWord() {
    return Targets::tr("TLS not verified");
}

QString checkName(const TargetCheck& check) {
    const CheckWords* words = wordsOf(check);
    return words ? Targets::tr(words->shown) : Targets::tr("Right to %1", "list students").arg(shownText(check.name));
}

QString checkAdvice(const TargetCheck& check) {
    if (check.state == TargetCheck::State::Ok) return {};
    if (check.state == TargetCheck::State::Unknown) return Targets::tr("The server does not say; it may work all the same.");
    if (check.error.kind == ErrorKind::Cancelled) return Targets::tr("Check again, or start, to sign in once more.");
    if (const CheckWords* words = wordsOf(check)) return Targets::tr(words->advice);
    return Targets::tr("Ask the cluster's administrator for a role that allows it, or choose one namespace.");
}

}  // namespace rollcall
