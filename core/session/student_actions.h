// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/client/api_client.h"
#include "core/session/host.h"

namespace rollcall {

// What a person does to Students by hand. `done` comes on the API thread, later or at once when the YAML is unreadable.

/// POST; the namespace is the edit's, else the object's, else `defaultNs`.
void createStudentObject(ApiClient& client, const StudentEdit& edit, const std::string& defaultNs, bool dryRun,
                         ControllerHost::Done done);
/// PUT, strict about unknown fields.
void updateStudentObject(ApiClient& client, const StudentEdit& edit, bool dryRun, ControllerHost::Done done);
/// DELETE, with the uid that was seen as a precondition: never its successor of the same name. The result holds the object
/// while finalizers keep it, else null.
void deleteStudentObject(ApiClient& client, const std::string& ns, const std::string& name, const std::string& uid,
                         ControllerHost::Done done);

}  // namespace rollcall
