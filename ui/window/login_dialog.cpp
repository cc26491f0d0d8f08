// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/login_dialog.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

#include "ui/models/plain_text.h"
#include "ui/window/settings.h"

namespace rollcall {

namespace {

struct Login {
    Q_DECLARE_TR_FUNCTIONS(Login)
};

QString joined(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts) list << shownText(text);
    return list.join(QLatin1Char(' '));
}

QString settingOf(const LoginQuestion& question) {
    return QStringLiteral("trustedPlugins/") + QString::fromStdString(question.key);
}

}  // namespace

void askAboutLogin(const LoginQuestion& question, WindowSettings& settings, QWidget* window, std::function<void(bool)> answer) {
    if (settings.bytes(settingOf(question)) == "yes") return answer(true);
    auto* box = new QMessageBox(QMessageBox::Question, Login::tr("Run a login program?"), QString(), QMessageBox::NoButton, window);
    box->setObjectName(QStringLiteral("loginQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    // Everything in it comes from a file that may be a stranger's. All in one text: the format is not that of the informative one.
    box->setTextFormat(Qt::PlainText);
    const QString what = Login::tr("To sign in as \"%1\", %2 wants to run this program on your computer:")
                             .arg(shownText(question.user), shownText(question.file));
    QString details = shownText(question.program) + QLatin1Char(' ') + joined(question.args);
    if (!question.envNames.empty()) details += QLatin1Char('\n') + Login::tr("with the variables %1").arg(joined(question.envNames));
    box->setText(what + QStringLiteral("\n\n") + details + QStringLiteral("\n\n") +
                 Login::tr("Run it only if you trust this kubeconfig. You will be asked again when the program or its arguments change."));
    QPushButton* run = box->addButton(Login::tr("&Run it"), QMessageBox::AcceptRole);
    run->setObjectName(QStringLiteral("runLogin"));
    QPushButton* refuse = box->addButton(Login::tr("&Do not run it"), QMessageBox::RejectRole);
    refuse->setObjectName(QStringLiteral("refuseLogin"));
    box->setDefaultButton(refuse);
    box->setEscapeButton(refuse);
    QObject::connect(box, &QMessageBox::finished, box, [box, run, question, &settings, answer = std::move(answer)] {
        const bool allow = box->clickedButton() == run;
        if (allow) settings.setBytes(settingOf(question), "yes");
        answer(allow);
    });
    box->open();
}

}  // namespace rollcall
