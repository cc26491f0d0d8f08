// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/stored_object.h"

namespace rollcall::sandbox {

Json StoredObject::json() const {
    return Json::parse(bytes, nullptr, false);
}

std::string writeObject(bool custom, const Json& object, std::size_t* itemOffset) {
    if (itemOffset) *itemOffset = 0;
    if (custom) return dump(object);
    Json rest = object;
    rest.erase("kind");
    rest.erase("apiVersion");
    std::string head =
        "{\"kind\":" + dump(object.value("kind", "")) + ",\"apiVersion\":" + dump(object.value("apiVersion", "")) + ",";
    if (itemOffset) *itemOffset = head.size();
    return head + dump(rest).substr(1);
}

ObjectPtr makeStored(const ResourceDescriptor& descriptor, Json& body, std::uint64_t revision) {
    auto stored = std::make_shared<StoredObject>();
    Json& metadata = ensureObject(body, "metadata");
    metadata["resourceVersion"] = std::to_string(revision);
    stored->revision = revision;
    stored->name = textAt(metadata, "name");
    stored->ns = textAt(metadata, "namespace");
    stored->uid = textAt(metadata, "uid");
    for (const auto& [key, value] : objectAt(metadata, "labels").items()) {
        if (value.is_string()) stored->labels.emplace_back(key, value.get<std::string>());
    }
    if (descriptor.rules.fields) stored->fields = descriptor.rules.fields(body);
    stored->fields.emplace_back("metadata.name", stored->name);
    stored->fields.emplace_back("metadata.namespace", stored->ns);
    stored->bytes = writeObject(descriptor.custom, body, &stored->itemOffset);
    return stored;
}

ObjectPtr withRevision(const ResourceDescriptor& descriptor, const StoredObject& object, std::uint64_t revision) {
    Json body = object.json();
    return makeStored(descriptor, body, revision);
}

std::string wireBytes(const ResourceDescriptor& descriptor, const StoredObject& object) {
    if (!descriptor.rules.toWire) return object.bytes;
    return writeObject(descriptor.custom, descriptor.rules.toWire(object.json()));
}

}  // namespace rollcall::sandbox
