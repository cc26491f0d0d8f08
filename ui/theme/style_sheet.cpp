// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style_sheet.h"

#include "ui/theme/contrast.h"
#include "ui/theme/theme.h"

namespace rollcall {

namespace {

/// Style sheets have no variables: @name stands for a token.
QString filled(QString sheet, const Theme& theme) {
    const Tokens& t = theme.tokens();
    const std::pair<const char*, QColor> colors[] = {
        {"@window", t.window},
        {"@surface", t.surface},
        {"@raised", t.raised},
        {"@head", t.head},
        {"@line", t.line},
        {"@hairline", t.hairline},
        {"@text", t.text},
        {"@muted", t.muted},
        {"@onAccent", t.onAccent},
        {"@accentHover", blended(t.text, t.accent, 0.12)},
        {"@accent", t.accent},
        {"@selection", t.selection},
        {"@hover", blended(t.accent, t.raised, 0.07)},
        {"@disabled", blended(t.muted, t.raised, 0.62)},
        {"@failed", t.failed},
        {"@processing", t.processing},
        {"@waiting", t.waiting},
        {"@thumbHover", blended(t.muted, t.surface, 0.7)},
        {"@thumb", blended(t.muted, t.surface, 0.4)},
    };
    for (const auto& [name, color] : colors) sheet.replace(QLatin1String(name), color.name());
    const auto points = [](const QFont& f) -> QString {
        return QString::number(f.pointSizeF(), 'f', 2) + QStringLiteral("pt");
    };
    sheet.replace(QLatin1String("$small"), points(theme.font(Theme::Font::Small)));
    sheet.replace(QLatin1String("$fixed"), points(theme.font(Theme::Font::Fixed)));
    sheet.replace(QLatin1String("$huge"), points(theme.font(Theme::Font::Huge)));
    sheet.replace(QLatin1String("$title"), points(theme.font(Theme::Font::Title)));
    return sheet;
}

constexpr const char* kButtons = R"(
QPushButton, QToolButton[look="bar"] { min-height: 28px; max-height: 28px; padding: 0 11px; border: 1px solid @line;
  border-radius: 6px; background: @raised; color: @text; }
QPushButton:hover, QToolButton[look="bar"]:hover { background: @hover; }
QPushButton:pressed, QToolButton[look="bar"]:pressed, QPushButton:checked, QToolButton[look="bar"]:checked { background: @selection; border-color: @accent; }
QPushButton:focus, QToolButton[look="bar"]:focus { border: 2px solid @accent; padding: 0 10px; min-height: 26px; max-height: 26px; outline: none; }
QPushButton:disabled, QToolButton[look="bar"]:disabled { color: @disabled; background: @surface; border-color: @hairline; }
QPushButton[look="primary"] { background: @accent; border-color: @accent; color: @onAccent; font-weight: 600; }
QPushButton[look="primary"]:hover { background: @accentHover; }
QPushButton[look="primary"]:focus { border: 2px solid @text; }
QPushButton[look="primary"]:disabled { background: @surface; border-color: @hairline; color: @disabled; font-weight: 400; }
QPushButton[look="danger"] { background: @failed; border-color: @failed; color: @surface; font-weight: 600; }
QToolButton::menu-indicator, QPushButton::menu-indicator { image: none; width: 0; }
QToolButton[look="flat"] { border: none; border-radius: 4px; padding: 2px; background: transparent; color: @muted; }
QToolButton[look="flat"]:hover { background: @hover; }
QToolButton[look="flat"]:focus { border: 1px solid @accent; }
QToolButton[look="segLeft"], QToolButton[look="segMid"], QToolButton[look="segRight"] { min-height: 28px; max-height: 28px; padding: 0 9px;
  border: 1px solid @line; background: @raised; border-radius: 0; }
QToolButton[look="segLeft"] { border-top-left-radius: 6px; border-bottom-left-radius: 6px; border-right-width: 0; }
QToolButton[look="segMid"] { border-right-width: 0; }
QToolButton[look="segRight"] { border-top-right-radius: 6px; border-bottom-right-radius: 6px; font-weight: 600; }
QToolButton[look="segLeft"]:hover, QToolButton[look="segMid"]:hover, QToolButton[look="segRight"]:hover { background: @hover; }
QToolButton[look="segLeft"]:checked, QToolButton[look="segRight"][active="true"] { background: @selection; border: 1px solid @accent; }
QToolButton[look="segLeft"]:focus, QToolButton[look="segMid"]:focus, QToolButton[look="segRight"]:focus { border: 1px solid @accent; }
QToolButton[look="segMid"]:disabled { color: @disabled; }
)";

constexpr const char* kFields = R"(
QLineEdit, QPlainTextEdit, QComboBox { border: 1px solid @line; border-radius: 5px; background: @surface; color: @text;
  selection-background-color: @selection; selection-color: @text; }
QLineEdit { padding: 0 7px; min-height: 26px; }
QLineEdit[look="filter"] { min-height: 20px; max-height: 20px; padding: 0 4px; font-size: $small; }
QLineEdit:focus, QPlainTextEdit:focus { border: 1px solid @accent; }
QLineEdit[wrong="true"], QLineEdit[wrong="true"]:focus { border: 1px solid @failed; }
QPlainTextEdit[look="code"] { border: none; border-radius: 0; background: transparent; padding: 4px 6px; }
QPlainTextEdit[look="code"]:focus { border: none; }
QSpinBox[look="bare"] { border: none; background: transparent; color: @text; font-weight: 600; padding: 0;
  selection-background-color: transparent; selection-color: @text; }
QFrame[look="field"] { border: 1px solid @line; border-radius: 6px; background: @raised; }
QFrame[look="field"][focused="true"] { border: 2px solid @accent; }
QFrame[look="field"] QToolButton { border: none; background: transparent; padding: 0; }
QFrame[look="field"] QToolButton:hover { background: @hover; border-radius: 3px; }
QCheckBox { spacing: 8px; }
)";

constexpr const char* kSurfaces = R"(
QMainWindow, QDialog { background: @window; }
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px 6px; }
QFrame[look="bar"] { background: @surface; border: none; border-bottom: 1px solid @line; }
QFrame[look="status"] { background: @surface; border: none; border-top: 1px solid @line; }
QFrame[look="panel"] { background: @surface; border: 1px solid @line; border-radius: 8px; }
QFrame[look="popup"] { background: @raised; border: 1px solid @line; }
QFrame[look="rule"] { background: @hairline; border: none; min-height: 1px; max-height: 1px; }
QFrame[look="error"] { background: @surface; border: 1px solid @failed; border-left-width: 4px; border-radius: 6px; margin: 8px 8px 0 8px; }
QFrame[look="login"] { background: @surface; border: 1px solid @accent; border-left-width: 4px; border-radius: 6px; margin: 8px 8px 0 8px; }
QFrame[look="notice"] { background: @selection; border: 1px solid @accent; border-radius: 6px; }
QLabel { background: transparent; }
QLabel[look="muted"] { color: @muted; }
QLabel[look="small"] { color: @muted; font-size: $small; }
QLabel[look="strong"] { font-weight: 600; }
QLabel[look="title"] { font-weight: 600; font-size: $title; }
QLabel[look="huge"] { font-weight: 600; font-size: $huge; }
QLabel[look="badge"] { color: @waiting; border: 1px solid @waiting; border-radius: 6px; padding: 2px 7px; font-weight: 600; }
QTreeWidget { background: @raised; border: none; outline: none; selection-background-color: @selection; selection-color: @text; }
QTreeWidget::item { min-height: 24px; padding: 0 4px; }
QTreeWidget::item:selected { background: @selection; color: @text; }
QLabel[look="failed"] { color: @failed; }
QLabel[look="ok"] { color: @processing; }
QLabel[look="waiting"] { color: @waiting; font-weight: 600; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @selection; }
QTableView { background: @surface; border: none; outline: none; gridline-color: @hairline; selection-background-color: @selection; selection-color: @text; }
QTableView QTableCornerButton::section { background: @head; border: none; }
QHeaderView { background: @head; border: none; }
QListView { background: @surface; border: none; outline: none; }
QListView[look="popup"] { background: @raised; }
QScrollArea { background: transparent; border: none; }
)";

constexpr const char* kMenusAndTabs = R"(
QMenu { background: @raised; border: 1px solid @line; padding: 4px; color: @text; }
QMenu::item { padding: 5px 20px 5px 10px; border-radius: 4px; }
QMenu::item:selected { background: @selection; color: @text; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @hairline; margin: 4px 6px; }
QMenu::icon { padding-left: 8px; }
QMenu::indicator { width: 14px; height: 14px; margin-left: 6px; }
QTabWidget::pane { border: none; }
QTabBar { background: transparent; border: none; }
QTabBar::tab { background: transparent; border: none; border-bottom: 2px solid transparent; color: @muted; padding: 0 1px;
  margin: 0 7px; min-height: 26px; font-size: $small; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; font-weight: 600; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { color: @accent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @thumb; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @thumbHover; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

}  // namespace

QString styleSheet(const Theme& theme) {
    return filled(QString::fromLatin1(kButtons) + QString::fromLatin1(kFields) + QString::fromLatin1(kSurfaces) +
                      QString::fromLatin1(kMenusAndTabs),
                  theme);
}

}  // namespace rollcall
