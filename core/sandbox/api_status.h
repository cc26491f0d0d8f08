// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/sandbox/json_util.h"

namespace rollcall::sandbox {

/// One complaint about one field (apimachinery util/validation/field). `reason` is the machine word, `detail` the text
/// after the field's path.
struct FieldError {
    std::string reason;
    std::string field;
    std::string detail;
};
using FieldErrors = std::vector<FieldError>;

namespace field {
FieldError required(std::string path, const std::string& text = {});
/// `value` is already written as Go writes it: quoted for a string.
FieldError invalid(std::string path, const std::string& value, const std::string& text);
FieldError typeInvalid(std::string path, const std::string& value, const std::string& text);
FieldError notSupported(std::string path, const std::string& value, const std::vector<std::string>& supported);
FieldError forbidden(std::string path, const std::string& text);
FieldError tooLong(std::string path, std::size_t maxBytes);
FieldError tooMany(std::string path, std::size_t actual, std::size_t most);
FieldError duplicate(std::string path, const std::string& value);
}  // namespace field

/// A metav1.Status as a value: the one form in which this server says no (apimachinery api/errors).
/// Thread: plain data.
struct ApiStatus {
    int code = 500;
    std::string reason;
    std::string message;
    std::string name, group, kind, uid;  ///< details
    FieldErrors causes;
    int retryAfterSeconds = 0;
    std::optional<bool> emptyDetails;  ///< true: writes "details":{} as the real server does for some errors
    std::string continueToken;         ///< metadata.continue of an expired list

    Json toJson() const;
};

/// "students.bolingcavalry.k8s.io", "pods".
struct GroupResource {
    std::string group;
    std::string resource;
    std::string text() const { return group.empty() ? resource : resource + "." + group; }
};

namespace status {
ApiStatus badRequest(std::string message);
ApiStatus unauthorized();
ApiStatus forbidden(std::string message);
ApiStatus forbidden(const GroupResource& what, const std::string& name, const std::string& why);
ApiStatus notFound(const GroupResource& what, const std::string& name);
/// The subresource or path is served by nobody: what the API machinery answers for a resource without a name.
ApiStatus pathNotFound();
ApiStatus methodNotAllowed();
ApiStatus methodNotSupported(const GroupResource& what, const std::string& verb);
ApiStatus notAcceptable(const std::vector<std::string>& mediaTypes);
ApiStatus unsupportedMediaType(const std::vector<std::string>& mediaTypes);
ApiStatus alreadyExists(const GroupResource& what, const std::string& name);
ApiStatus conflict(const GroupResource& what, const std::string& name, const std::string& why);
/// The write lost against a newer one.
ApiStatus modified(const GroupResource& what, const std::string& name);
ApiStatus invalid(const std::string& group, const std::string& kind, const std::string& name, FieldErrors errors);
ApiStatus rejectedPatch();
ApiStatus expired(std::string message);
ApiStatus tooLargeBody(std::size_t limitBytes);
ApiStatus tooLargeResourceVersion(const std::string& wanted, std::uint64_t current);
ApiStatus internal(std::string message);
/// An error that kube-apiserver passes on as it is: 500 without a reason.
ApiStatus unnamedFailure(std::string message);
}  // namespace status

/// A value or the Status that explains its absence.
template <class T>
class [[nodiscard]] Outcome {
public:
    Outcome(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Outcome(ApiStatus failure) : m_state(std::in_place_index<1>, std::move(failure)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }
    T& operator*() {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    const T& operator*() const {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    T* operator->() { return &**this; }
    const T* operator->() const { return &**this; }
    const ApiStatus& failure() const {
        assert(!ok());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, ApiStatus> m_state;
};

}  // namespace rollcall::sandbox
