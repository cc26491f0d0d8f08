// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/student_yaml.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include "core/api/decode.h"
#include "core/api/resource.h"
#include "ui/models/plain_text.h"

namespace rollcall {

namespace {

struct Editor {
    Q_DECLARE_TR_FUNCTIONS(Editor)
};

Result<QJsonObject> parsed(const std::string& yaml) {
    const Result<std::string> json = jsonFromYaml(yaml);
    if (!json) return json.error();
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(*json));
    if (!document.isObject()) return makeError(ErrorKind::Config, utf8(Editor::tr("The text must be one object.")));
    return document.object();
}

}  // namespace

std::string newStudentYaml(const std::string& ns) {
    return "apiVersion: " + studentResource().apiVersion() +
           "\n"
           "kind: Student\n"
           "metadata:\n"
           "  name: student-1\n"
           "  namespace: " +
           (ns.empty() ? "default" : ns) +
           "\n"
           "spec:\n"
           "  name: 李雷\n"
           "  school: 深圳中学\n";
}

Result<StudentEdit> studentEditFrom(const std::string& yaml) {
    const Result<QJsonObject> object = parsed(yaml);
    if (!object) return object.error();
    if (object->value(QLatin1String("kind")).toString() != QLatin1String("Student")) {
        return makeError(ErrorKind::Config, utf8(Editor::tr("kind must be Student.")));
    }
    const QJsonObject meta = object->value(QLatin1String("metadata")).toObject();
    const QString name = meta.value(QLatin1String("name")).toString();
    if (name.isEmpty()) return makeError(ErrorKind::Config, utf8(Editor::tr("metadata.name is missing.")));
    const QString ns = meta.value(QLatin1String("namespace")).toString();
    return StudentEdit{ns.isEmpty() ? "default" : utf8(ns), utf8(name), yaml};
}

Result<std::string> withResourceVersion(const std::string& yaml, const std::string& version) {
    Result<QJsonObject> object = parsed(yaml);
    if (!object) return object.error();
    QJsonObject meta = object->value(QLatin1String("metadata")).toObject();
    meta.insert(QLatin1String("resourceVersion"), rawText(version));
    object->insert(QLatin1String("metadata"), meta);
    return yamlFromJson(QJsonDocument(*object).toJson(QJsonDocument::Compact).toStdString());
}

int lineOf(const Error& error) {
    static const QRegularExpression line(QStringLiteral(R"(\bline (\d+))"));
    const auto match = line.match(rawText(error.message));
    return match.hasMatch() ? match.captured(1).toInt() : 0;
}

QString shellQuoted(const QString& word) {
    static const QRegularExpression harmless(QStringLiteral(R"(^[A-Za-z0-9_./:@%+=,-]+$)"));
    if (harmless.match(word).hasMatch()) return word;
    QString quoted = word;
    quoted.replace(QLatin1Char('\''), QStringLiteral(R"('\'')"));
    return QString(u'\'' + quoted + u'\'');
}

QString kubectlCreate() {
    return QStringLiteral("kubectl create -f student.yaml");
}
QString kubectlReplace() {
    return QStringLiteral("kubectl replace -f student.yaml");
}

QString kubectlDelete(const std::string& ns, const std::string& name) {
    return QStringLiteral("kubectl delete student %1 -n %2")
        .arg(shellQuoted(shownText(name)), shellQuoted(shownText(ns)));
}

}  // namespace rollcall
