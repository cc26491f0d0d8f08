// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/private_file.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

namespace rollcall {

Result<std::string> writePrivateFile(const std::string& file, const std::string& text) {
    QSaveFile out(QString::fromStdString(file));
    const auto failed = [&] {
        return makeError(ErrorKind::Io, "cannot write " + file + ": " + out.errorString().toStdString());
    };
    if (!out.open(QIODevice::WriteOnly)) return failed();
    // Before the content is there; the temporary file is only ours anyway, an older file's wider mode is not kept.
    out.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    if (out.write(text.data(), static_cast<qint64>(text.size())) != static_cast<qint64>(text.size()) || !out.commit()) return failed();
    return QFileInfo(out.fileName()).absoluteFilePath().toStdString();
}

std::string serverVersionOf(const std::string& body) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(body)).object().value(QLatin1String("gitVersion")).toString().toStdString();
}

}  // namespace rollcall
