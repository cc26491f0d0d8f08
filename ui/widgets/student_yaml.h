// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <utility>
#include <vector>

#include "core/session/host.h"

namespace rollcall {

/// The text side of the Student editor. Thread: pure functions.

/// What a new Student starts from.
std::string newStudentYaml(const std::string& ns);
/// Reads which object the text is about. Errors: Config, with line and column when it is no YAML, or the missing field.
Result<StudentEdit> studentEditFrom(const std::string& yaml);
/// The same object with another metadata.resourceVersion, as YAML.
Result<std::string> withResourceVersion(const std::string& yaml, const std::string& version);
/// The same object with the annotation that a storm sets, `n`, and no resourceVersion: the last one wins. Errors: Config.
Result<std::string> withStormAnnotation(const std::string& yaml, int n);
/// metadata.finalizers of an object as JSON.
QStringList finalizersOf(const std::string& json);
/// The line of an error message that starts with "line N"; 0 = none.
int lineOf(const Error& error);

/// The kubectl command that does the same, with arguments quoted for a POSIX shell where they need it.
QString kubectlCreate();
QString kubectlReplace();
QString kubectlDelete(const std::string& ns, const std::string& name);
QString kubectlGetYaml(const std::vector<std::pair<ControllerId, std::string>>& keys);
QString kubectlCreateMany(const std::string& ns, const std::string& prefix, const std::string& school, int first, int count);
QString kubectlStorm(const std::string& ns, const std::string& name, int edits);
QString shellQuoted(const QString& word);

}  // namespace rollcall
