// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/student_actions.h"

#include <utility>

#include "core/api/decode.h"

namespace rollcall {

namespace {

WriteOptions strictly(bool dryRun) {
    WriteOptions options;
    options.dryRun = dryRun;
    options.strict = true;  // a person wants to hear of a misspelt field
    return options;
}

/// The namespace that the object itself names; empty when it names none or cannot be read.
std::string namespaceOf(const std::string& json) {
    const auto object = studentResource().decode(json, studentResource());
    return object.ok() ? (*object)->meta.ns : std::string();
}

}  // namespace

void createStudentObject(ApiClient& client, const StudentEdit& edit, const std::string& defaultNs, bool dryRun,
                         ControllerHost::Done done) {
    auto json = jsonFromYaml(edit.yaml);
    if (!json.ok()) return done(json.error());
    std::string ns = !edit.ns.empty() ? edit.ns : namespaceOf(*json);
    if (ns.empty()) ns = defaultNs;
    client.create(studentResource(), ns, std::move(*json), strictly(dryRun), std::move(done));
}

void updateStudentObject(ApiClient& client, const StudentEdit& edit, bool dryRun, ControllerHost::Done done) {
    auto json = jsonFromYaml(edit.yaml);
    if (!json.ok()) return done(json.error());
    client.update(studentResource(), edit.ns, edit.name, std::move(*json), strictly(dryRun), std::move(done));
}

void deleteStudentObject(ApiClient& client, const std::string& ns, const std::string& name, const std::string& uid,
                         ControllerHost::Done done) {
    client.remove(studentResource(), ns, name, uid, [done = std::move(done)](Result<HttpAnswer> answer) {
        if (!answer.ok()) return done(answer.error());
        auto object = studentResource().decode(answer->body, studentResource());
        const bool remains = object.ok() && (*object)->kind == studentResource().kind && !(*object)->meta.deletionTimestamp.empty();
        done(remains ? *object : ObjectPtr());
    });
}

}  // namespace rollcall
