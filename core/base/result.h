// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "core/base/error.h"

namespace rollcall {

struct Unit {};

/// A value or an Error (std::expected arrives with C++23). Reading the wrong side is a programming error and asserts.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }
    T& value() & { assert(ok()); return *std::get_if<0>(&m_state); }
    const T& value() const& { assert(ok()); return *std::get_if<0>(&m_state); }
    T&& value() && { assert(ok()); return std::move(*std::get_if<0>(&m_state)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    const Error& error() const { assert(!ok()); return *std::get_if<1>(&m_state); }

private:
    std::variant<T, Error> m_state;
};

}  // namespace rollcall
