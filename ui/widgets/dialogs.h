// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <utility>
#include <vector>

class QDialog;
class QWidget;

namespace rollcall {

class Theme;

/// Small dialogs, shown without a nested event loop; each deletes itself when closed. Thread: GUI.

struct ConfirmText {
    QString heading, sentence, command, confirm;
};
/// Asks before something that cannot be undone. The safe button has the focus.
QDialog* askToConfirm(const Theme& theme, const ConfirmText& text, QWidget* parent, std::function<void()> confirmed);

using VersionList = std::vector<std::pair<QString, QString>>;
QDialog* showAbout(const Theme& theme, const VersionList& versions, QWidget* parent);
/// Every shortcut of the window, from its actions.
QDialog* showShortcuts(const Theme& theme, const std::vector<std::pair<QString, QString>>& shortcuts, QWidget* parent);
/// A message with one button, for a failure that the person caused and waits for.
QDialog* showFailure(const Theme& theme, const QString& heading, const QString& sentence, QWidget* parent);

}  // namespace rollcall
