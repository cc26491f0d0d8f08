// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/window/student_jobs.h"

class QDialog;
class QWidget;

namespace rollcall {

class Theme;

/// Ask how many Students to create, or how hard to storm them; each shows the same as a kubectl command and names the
/// cluster. No nested event loop; each deletes itself when closed. Thread: GUI.
QDialog* askCreateMany(const Theme& theme, const QString& cluster, const std::string& ns, QWidget* parent,
                       std::function<void(const CreateManyPlan&)> confirmed);
/// `chosen`: those of the selection; `all`: every Student in the table.
QDialog* askStorm(const Theme& theme, const QString& cluster, std::vector<ObjectPtr> chosen, std::vector<ObjectPtr> all,
                  QWidget* parent, std::function<void(const StormPlan&)> confirmed);

}  // namespace rollcall
