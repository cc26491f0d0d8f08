// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/sandbox/resource_descriptor.h"

namespace rollcall::sandbox {

/// One version of one object: its JSON text, written once, and what selectors need of it. The DOM is made again when
/// somebody wants to change or print it; keeping it would cost five times the text.
/// Thread: immutable, shared.
struct StoredObject {
    std::string name, ns, uid;
    std::uint64_t revision = 0;
    TextPairs labels;
    TextPairs fields;
    std::string bytes;
    /// Built-in kinds begin with kind and apiVersion, which a list leaves out of its items: an item is '{' and the
    /// bytes from here on. 0: the whole text is the item.
    std::size_t itemOffset = 0;

    Json json() const;
    /// "namespace/name", or the name alone.
    std::string key() const { return objectKey(ns, name); }
    static std::string objectKey(const std::string& ns, const std::string& name) {
        return ns.empty() ? name : ns + "/" + name;
    }
};
using ObjectPtr = std::shared_ptr<const StoredObject>;

/// Writes `body` (stored form) with `revision` as its resourceVersion.
ObjectPtr makeStored(const ResourceDescriptor& descriptor, Json& body, std::uint64_t revision);
/// The same object at a later revision: what a DELETED event carries.
ObjectPtr withRevision(const ResourceDescriptor& descriptor, const StoredObject& object, std::uint64_t revision);
/// An object's text as the view `descriptor` shows it.
std::string wireBytes(const ResourceDescriptor& descriptor, const StoredObject& object);
/// The text of any object, in the member order of its kind. `itemOffset`, if given, as in StoredObject.
std::string writeObject(bool custom, const Json& object, std::size_t* itemOffset = nullptr);

}  // namespace rollcall::sandbox
