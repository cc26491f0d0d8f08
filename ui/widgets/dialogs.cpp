// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/dialogs.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialog>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/command_line.h"
#include "ui/widgets/labels.h"

namespace rollcall {

namespace {

struct Dialogs {
    Q_DECLARE_TR_FUNCTIONS(Dialogs)
};

struct Frame {
    QDialog* dialog;
    QVBoxLayout* column;
    QHBoxLayout* buttons;
};

Frame makeFrame(const char* name, const QString& heading, QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(QLatin1String(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setModal(true);
    dialog->setWindowTitle(heading);
    auto* outer = new QVBoxLayout(dialog);
    outer->setContentsMargins(metric::kGap16, metric::kGap16, metric::kGap16, metric::kGap16);
    outer->setSpacing(metric::kGap12);
    outer->addWidget(plainLabel(heading, "title", dialog));
    auto* column = new QVBoxLayout;
    column->setSpacing(metric::kGap8);
    outer->addLayout(column, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metric::kGap8);
    buttons->addStretch(1);
    outer->addLayout(buttons);
    return {dialog, column, buttons};
}

QPushButton* makeButton(const Frame& frame, const char* name, const QString& text, const char* look = nullptr) {
    auto* button = new QPushButton(text, frame.dialog);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    if (look) button->setProperty("look", QLatin1String(look));
    frame.buttons->addWidget(button);
    return button;
}

QLabel* addSentence(const Frame& frame, const QString& text, const char* look = nullptr) {
    QLabel* label = plainLabel(text, look, frame.dialog);
    label->setWordWrap(true);
    label->setMinimumWidth(380);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setFocusPolicy(Qt::NoFocus);
    frame.column->addWidget(label);
    return label;
}

void closeButton(const Frame& frame) {
    QPushButton* close = makeButton(frame, "close", Dialogs::tr("Close"));
    close->setDefault(true);
    close->setFocus();
    QObject::connect(close, &QPushButton::clicked, frame.dialog, &QDialog::close);
}

}  // namespace

QDialog* askToConfirm(const Theme& theme, const ConfirmText& text, QWidget* parent, std::function<void()> confirmed) {
    const Frame frame = makeFrame("confirm", text.heading, parent);
    addSentence(frame, text.sentence)->setObjectName(QStringLiteral("confirmSentence"));
    if (!text.command.isEmpty()) {
        auto* command = new CommandLine(theme, frame.dialog);
        command->setCommand(text.command);
        frame.column->addWidget(command);
    }
    QPushButton* cancel = makeButton(frame, "cancel", Dialogs::tr("Cancel"));
    QPushButton* confirm = makeButton(frame, "confirmed", text.confirm, "danger");
    QObject::connect(cancel, &QPushButton::clicked, frame.dialog, &QDialog::reject);
    QObject::connect(confirm, &QPushButton::clicked, frame.dialog,
                     [dialog = frame.dialog, confirmed = std::move(confirmed)] {
                         dialog->accept();
                         confirmed();
                     });
    cancel->setFocus();
    frame.dialog->open();
    return frame.dialog;
}

QDialog* showAbout(const Theme& theme, const VersionList& versions, QWidget* parent) {
    const Frame frame = makeFrame("about", Dialogs::tr("About Rollcall"), parent);
    addSentence(
        frame,
        Dialogs::tr(
            "Hosts a real Kubernetes controller in a window and shows its machinery while it works. Free software "
            "under the GNU General Public License, version 3 or later."));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(metric::kGap16);
    grid->setVerticalSpacing(metric::kGap4);
    QStringList lines;
    int row = 0;
    for (const auto& [name, version] : versions) {
        grid->addWidget(plainLabel(name, "muted", frame.dialog), row, 0);
        QLabel* value = plainLabel(version, nullptr, frame.dialog);
        value->setFont(theme.font(Theme::Font::Fixed));
        grid->addWidget(value, row++, 1);
        lines << QString(name + u' ' + version);
    }
    grid->setColumnStretch(1, 1);
    frame.column->addLayout(grid);
    QPushButton* copy = makeButton(frame, "copyVersions", Dialogs::tr("Copy versions"));
    QObject::connect(copy, &QPushButton::clicked, frame.dialog,
                     [text = lines.join(QLatin1Char('\n'))] { QGuiApplication::clipboard()->setText(text); });
    closeButton(frame);
    frame.dialog->open();
    return frame.dialog;
}

QDialog* showShortcuts(const Theme& theme, const std::vector<std::pair<QString, QString>>& shortcuts, QWidget* parent) {
    const Frame frame = makeFrame("shortcuts", Dialogs::tr("Keyboard shortcuts"), parent);
    auto* inner = new QWidget(frame.dialog);
    auto* grid = new QGridLayout(inner);
    grid->setContentsMargins(0, 0, metric::kGap12, 0);
    grid->setHorizontalSpacing(metric::kGap16);
    grid->setVerticalSpacing(metric::kGap4);
    int row = 0;
    for (const auto& [name, keys] : shortcuts) {
        QLabel* value = plainLabel(keys, nullptr, inner);
        value->setFont(theme.font(Theme::Font::Fixed));
        grid->addWidget(value, row, 0);
        grid->addWidget(plainLabel(name, "muted", inner), row++, 1);
    }
    auto* scroll = new QScrollArea(frame.dialog);
    scroll->setWidget(inner);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->viewport()->setAutoFillBackground(false);
    frame.column->addWidget(scroll, 1);
    frame.dialog->resize(420, 480);
    closeButton(frame);
    frame.dialog->open();
    return frame.dialog;
}

QDialog* showFailure(const Theme& theme, const QString& heading, const QString& sentence, QWidget* parent) {
    Q_UNUSED(theme);
    const Frame frame = makeFrame("failure", heading, parent);
    addSentence(frame, sentence)->setObjectName(QStringLiteral("failureSentence"));
    closeButton(frame);
    frame.dialog->open();
    return frame.dialog;
}

}  // namespace rollcall
