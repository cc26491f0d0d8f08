// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/student_yaml.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <algorithm>

#include "core/api/decode.h"
#include "core/api/resource.h"
#include "ui/models/plain_text.h"

namespace rollcall {

namespace {

struct Editor {
    Q_DECLARE_TR_FUNCTIONS(Editor)
};

constexpr const char* kStormAnnotation = "rollcall/storm";

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

Result<std::string> withStormAnnotation(const std::string& yaml, int n) {
    Result<QJsonObject> object = parsed(yaml);
    if (!object) return object.error();
    QJsonObject meta = object->value(QLatin1String("metadata")).toObject();
    QJsonObject annotations = meta.value(QLatin1String("annotations")).toObject();
    annotations.insert(QLatin1String(kStormAnnotation), QString::number(n));
    meta.insert(QLatin1String("annotations"), annotations);
    meta.remove(QLatin1String("resourceVersion"));
    object->insert(QLatin1String("metadata"), meta);
    return yamlFromJson(QJsonDocument(*object).toJson(QJsonDocument::Compact).toStdString());
}

QStringList finalizersOf(const std::string& json) {
    QStringList names;
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
    const QJsonArray list = object.value(QLatin1String("metadata")).toObject().value(QLatin1String("finalizers")).toArray();
    for (const QJsonValue& value : list) {
        if (value.isString()) names << shownText(utf8(value.toString()));
    }
    return names;
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

/// One command for each kind and namespace, for kubectl takes names of one namespace at a time.
QString kubectlGetYaml(const std::vector<std::pair<ControllerId, std::string>>& keys) {
    std::vector<std::pair<QString, QStringList>> commands;  // tail, names
    for (const auto& [controller, key] : keys) {
        const Result<NamespacedName> name = splitKey(key);
        if (!name) continue;
        const QString kind = controller == ControllerId::Students ? QStringLiteral("students") : QStringLiteral("pods");
        const QString tail = QString(kind + u'|' + shellQuoted(shownText(name->ns)));
        const auto it = std::find_if(commands.begin(), commands.end(), [&](const auto& c) { return c.first == tail; });
        (it == commands.end() ? commands.emplace_back(tail, QStringList()) : *it).second << shellQuoted(shownText(name->name));
    }
    QStringList lines;
    for (const auto& [tail, names] : commands) {
        lines << QStringLiteral("kubectl get %1 %2 -n %3 -o yaml")
                     .arg(tail.section(u'|', 0, 0), names.join(u' '), tail.section(u'|', 1));
    }
    return lines.join(u'\n');
}

QString kubectlCreateMany(const std::string& ns, const std::string& prefix, const std::string& school, int first, int count) {
    const QString number(QChar(0xE000));  // private use: stands for $i until everything else is quoted
    const QString name = QString(shownText(prefix) + u'-' + number);
    const QJsonObject object{{QStringLiteral("apiVersion"), rawText(studentResource().apiVersion())},
                             {QStringLiteral("kind"), QStringLiteral("Student")},
                             {QStringLiteral("metadata"), QJsonObject{{QStringLiteral("name"), name},
                                                                      {QStringLiteral("namespace"), shownText(ns)}}},
                             {QStringLiteral("spec"), QJsonObject{{QStringLiteral("name"), name},
                                                                  {QStringLiteral("school"), shownText(school)}}}};
    QString text = QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
    for (const QChar c : QStringLiteral("\\\"`$")) text.replace(c, QString(u'\\' + QString(c)));
    text.replace(number, QStringLiteral("$i"));
    return QStringLiteral("for i in $(seq %1 %2); do echo \"%3\" | kubectl create -f -; done").arg(first).arg(first + count - 1).arg(text);
}

QString kubectlStorm(const std::string& ns, const std::string& name, int edits) {
    return QStringLiteral("for i in $(seq 1 %1); do kubectl annotate student %2 -n %3 %4=$i --overwrite; done")
        .arg(QString::number(edits), shellQuoted(shownText(name)), shellQuoted(shownText(ns)), QLatin1String(kStormAnnotation));
}

}  // namespace rollcall
