// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/resource_catalog.h"

#include <algorithm>

namespace rollcall::sandbox {

bool ResourceDescriptor::hasVerb(const std::string& verb) const {
    return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

const SubresourceInfo* ResourceDescriptor::subresource(const std::string& name) const {
    for (const SubresourceInfo& one : subresources) {
        if (one.name == name) return &one;
    }
    return nullptr;
}

void ResourceCatalog::add(DescriptorPtr descriptor) {
    const auto same = std::find_if(m_all.begin(), m_all.end(), [&](const DescriptorPtr& d) {
        return d->group == descriptor->group && d->version == descriptor->version && d->plural == descriptor->plural;
    });
    if (same != m_all.end()) {
        *same = std::move(descriptor);
    } else {
        m_all.push_back(std::move(descriptor));
    }
    ++m_edition;
}

void ResourceCatalog::remove(const std::string& storage) {
    m_all.erase(std::remove_if(m_all.begin(), m_all.end(),
                               [&](const DescriptorPtr& d) { return d->custom && d->storage == storage; }),
                m_all.end());
    ++m_edition;
}

DescriptorPtr ResourceCatalog::find(const std::string& group, const std::string& version,
                                    const std::string& plural) const {
    for (const DescriptorPtr& d : m_all) {
        if (d->plural == plural && d->group == group && d->version == version) return d;
    }
    return nullptr;
}

DescriptorPtr ResourceCatalog::ofStorage(const std::string& storage) const {
    for (const DescriptorPtr& d : m_all) {
        if (d->storage == storage && d->apiVersion() == d->storedApiVersion) return d;
    }
    return nullptr;
}

std::vector<std::string> ResourceCatalog::groups() const {
    std::vector<std::string> names;
    for (const DescriptorPtr& d : m_all) {
        if (!d->group.empty() && std::find(names.begin(), names.end(), d->group) == names.end()) {
            names.push_back(d->group);
        }
    }
    return names;
}

std::vector<std::string> ResourceCatalog::versions(const std::string& group) const {
    std::vector<std::string> names;
    for (const DescriptorPtr& d : m_all) {
        if (d->group == group && std::find(names.begin(), names.end(), d->version) == names.end()) {
            names.push_back(d->version);
        }
    }
    return names;
}

std::vector<DescriptorPtr> ResourceCatalog::ofVersion(const std::string& group, const std::string& version) const {
    std::vector<DescriptorPtr> found;
    for (const DescriptorPtr& d : m_all) {
        if (d->group == group && d->version == version) found.push_back(d);
    }
    std::sort(found.begin(), found.end(),
              [](const DescriptorPtr& a, const DescriptorPtr& b) { return a->plural < b->plural; });
    return found;
}

}  // namespace rollcall::sandbox
