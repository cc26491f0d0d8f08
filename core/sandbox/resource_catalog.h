// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/sandbox/resource_descriptor.h"

namespace rollcall::sandbox {

/// The resources served at the moment, in the order of discovery.
/// Thread: the server's.
class ResourceCatalog {
public:
    void add(DescriptorPtr descriptor);
    /// Takes away every version of a custom resource.
    void remove(const std::string& storage);

    DescriptorPtr find(const std::string& group, const std::string& version, const std::string& plural) const;
    /// The descriptor whose wire form is the stored form.
    DescriptorPtr ofStorage(const std::string& storage) const;
    const std::vector<DescriptorPtr>& all() const { return m_all; }
    /// Group names other than the core one, in order.
    std::vector<std::string> groups() const;
    std::vector<std::string> versions(const std::string& group) const;
    std::vector<DescriptorPtr> ofVersion(const std::string& group, const std::string& version) const;
    /// Changes with every add and remove, so that discovery can be cached.
    std::uint64_t edition() const { return m_edition; }

private:
    std::vector<DescriptorPtr> m_all;
    std::uint64_t m_edition = 1;
};

}  // namespace rollcall::sandbox
