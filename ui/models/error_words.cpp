// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/error_words.h"

#include <QCoreApplication>

#include "ui/models/plain_text.h"

namespace rollcall {

namespace {

struct Errors {
    Q_DECLARE_TR_FUNCTIONS(Errors)
};

ErrorWords apiWords(const Error& e) {
    if (e.isUnauthorized()) {
        return {Errors::tr("Not signed in"),
                {},
                Errors::tr("The token or certificate is wrong or has expired: renew it, then start again.")};
    }
    if (e.isForbidden()) {
        return {Errors::tr("Not allowed"), {}, Errors::tr("Ask the cluster's administrator for the right named here.")};
    }
    if (e.isNotFound()) {
        return {
            Errors::tr("Not found"),
            {},
            Errors::tr(
                "The object, or the Student resource itself, is not on this cluster. Install the CRD and try again.")};
    }
    if (e.isAlreadyExists())
        return {Errors::tr("It exists already"), {}, Errors::tr("Choose another name, or edit the existing one.")};
    if (e.isConflict()) {
        return {Errors::tr("Somebody else changed it meanwhile"),
                {},
                Errors::tr("Look at the newer version, then save again.")};
    }
    if (e.isInvalid())
        return {Errors::tr("The API server found it invalid"), {}, Errors::tr("Correct the field named here.")};
    if (e.isTooManyRequests())
        return {Errors::tr("The API server is busy"), {}, Errors::tr("It asked to wait; try again in a moment.")};
    if (e.httpStatus >= 500)
        return {Errors::tr("The API server failed"), {}, Errors::tr("Try again; if it lasts, its own log says why.")};
    return {Errors::tr("The API server said no"), {}, {}};
}

ErrorWords kindWords(const Error& e) {
    switch (e.kind) {
        case ErrorKind::Cancelled:
            return {Errors::tr("Cancelled"), {}, {}};
        case ErrorKind::Timeout:
            return {Errors::tr("No answer in time"),
                    {},
                    Errors::tr("Whether the request was carried out is unknown: look before you repeat it.")};
        case ErrorKind::Network:
            return {Errors::tr("The API server cannot be reached"),
                    {},
                    Errors::tr("Check the address, the network and that the cluster runs.")};
        case ErrorKind::Tls:
            return {Errors::tr("The connection is not secure"),
                    {},
                    Errors::tr("Check the certificate authority and the server name in the kubeconfig.")};
        case ErrorKind::Protocol:
            return {Errors::tr("This is not a Kubernetes answer"),
                    {},
                    Errors::tr("Something between here and the API server answered instead, such as a proxy.")};
        case ErrorKind::Api:
            return apiWords(e);
        case ErrorKind::Config:
            return {Errors::tr("The configuration has a fault"),
                    {},
                    Errors::tr("Correct it, then choose the target again.")};
        case ErrorKind::Io:
            return {Errors::tr("The file cannot be used"),
                    {},
                    Errors::tr("Check the folder, its rights and the space left.")};
        case ErrorKind::Internal:
            return {Errors::tr("Something went wrong inside Rollcall"),
                    {},
                    Errors::tr("Please report it with the text shown.")};
    }
    return {};
}

}  // namespace

ErrorWords errorWords(const Error& error) {
    ErrorWords words = kindWords(error);
    words.detail = shownText(error.message);
    return words;
}

QString errorLine(const Error& error) {
    const ErrorWords words = errorWords(error);
    return words.detail.isEmpty() ? words.title : Errors::tr("%1: %2", "title: detail").arg(words.title, words.detail);
}

}  // namespace rollcall
