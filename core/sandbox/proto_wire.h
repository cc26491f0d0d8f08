// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/sandbox/api_status.h"

namespace rollcall::sandbox {

/// Appends protobuf fields (wire format of proto2).
class ProtoWriter {
public:
    void varint(int field, std::uint64_t value);
    void bytes(int field, std::string_view value);
    void fixed64(int field, double value);
    const std::string& text() const { return m_text; }

private:
    void raw(std::uint64_t value);
    std::string m_text;
};

/// kubectl's typed commands (create namespace, auth can-i, auth whoami) send Kubernetes' protobuf, whatever the server
/// prefers. Returns the object as JSON for the few kinds that they send; BadRequest for any other or for broken bytes.
Outcome<Json> fromKubernetesProtobuf(std::string_view body);

}  // namespace rollcall::sandbox
