// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trace_file.h"

#include "core/api/json_writer.h"
#include "core/api/text.h"

namespace rollcall {

namespace {
Error cannotWrite(const QFile& file) {
    return makeError(ErrorKind::Io, "cannot write " + file.fileName().toStdString() + ": " + file.errorString().toStdString());
}
}  // namespace

std::string traceLine(const Transition& t) {
    JsonWriter json;
    json.beginObject();
    json.key("seq").number(static_cast<std::int64_t>(t.seq));
    json.key("at").number(t.at.time_since_epoch().count());
    json.field("step", stepName(t.step)).field("controller", controllerName(t.controller));
    json.optionalField("key", t.key).optionalField("resourceVersion", t.resourceVersion);
    if (t.worker != 0) json.key("worker").number(t.worker);
    if (t.retries != 0) json.key("retries").number(t.retries);
    if (t.delay != Duration::zero()) json.key("delay").number(t.delay.count());
    if (t.cause != 0) json.key("cause").number(static_cast<std::int64_t>(t.cause));
    json.optionalField("detail", redact(t.detail));
    json.endObject();
    return json.take();
}

Result<Unit> TraceFile::open(const QString& file) {
    m_file.setFileName(file);
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Truncate)) return cannotWrite(m_file);
    m_file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    return Unit{};
}

Result<Unit> TraceFile::write(const std::vector<Transition>& transitions) {
    if (!m_file.isOpen() || transitions.empty()) return Unit{};
    std::string text;
    for (const Transition& t : transitions) (text += traceLine(t)) += '\n';
    // Flushed each time, so that what reads along sees whole lines, and a crash loses none.
    if (m_file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) && m_file.flush()) {
        return Unit{};
    }
    const Error error = cannotWrite(m_file);
    m_file.close();
    return error;
}

}  // namespace rollcall
