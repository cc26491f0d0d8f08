// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/trace/transition.h"

namespace rollcall {

/// One transition as one line of JSON without a newline. Times are nanoseconds; empty fields are left out.
std::string traceLine(const Transition& transition);

/// The transition log in a file, one JSON object a line, for tools: --trace. Thread: the owner's.
class TraceFile {
public:
    /// Makes the file anew, for its owner's eyes only. Errors: Io.
    Result<Unit> open(const QString& file);
    /// The first error closes the file and is returned; later calls do nothing.
    Result<Unit> write(const std::vector<Transition>& transitions);
    bool isOpen() const { return m_file.isOpen(); }

private:
    QFile m_file;
};

}  // namespace rollcall
