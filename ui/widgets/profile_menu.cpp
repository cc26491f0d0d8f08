// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/profile_menu.h"

#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>

#include "ui/theme/theme.h"
#include "ui/widgets/two_part_button.h"

namespace rollcall {

namespace {

struct Switch {
    bool Profile::*member;
    const char* text;
    const char* name;
};

constexpr Switch kSwitches[] = {
    {&Profile::addRateLimitedInHandlers, QT_TRANSLATE_NOOP("rollcall::ProfileMenu", "Handlers add with AddRateLimited"),
     "addRateLimited"},
    {&Profile::requeueOnError, QT_TRANSLATE_NOOP("rollcall::ProfileMenu", "Requeue a key whose sync failed"),
     "requeueOnError"},
    {&Profile::dropEqualVersion,
     QT_TRANSLATE_NOOP("rollcall::ProfileMenu", "Drop updates with equal resourceVersion (resync)"),
     "dropEqualVersion"},
    {&Profile::deleteHandler, QT_TRANSLATE_NOOP("rollcall::ProfileMenu", "Handle deletions"), "deleteHandler"},
    {&Profile::notFoundIsSuccess, QT_TRANSLATE_NOOP("rollcall::ProfileMenu", "404 on the live GET is success"),
     "notFoundIsSuccess"},
    {&Profile::reallyCrash, QT_TRANSLATE_NOOP("rollcall::ProfileMenu", "A panic ends the process (ReallyCrash)"),
     "reallyCrash"},
    {&Profile::drainOnStop, QT_TRANSLATE_NOOP("rollcall::ProfileMenu", "Stop drains the queue"), "drainOnStop"},
};

}  // namespace

ProfileMenu::ProfileMenu(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_button(new TwoPartButton(theme, this)),
      m_menu(new QMenu(this)),
      m_profiles{studentsCorrected(), podsCorrected()} {
    m_button->setObjectName(QStringLiteral("profile"));
    m_button->setMenu(m_menu);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_button);
    rebuild();
}

void ProfileMenu::setCompact(bool compact) {
    m_button->setCompact(compact);
}

void ProfileMenu::setProfiles(const Profile& students, const Profile& pods) {
    m_profiles = {students, pods};
    rebuild();
}

QString ProfileMenu::summary() const {
    if (m_profiles[0] == studentsCorrected() && m_profiles[1] == podsCorrected()) return tr("Corrected");
    if (m_profiles[0] == studentsAsPrinted() && m_profiles[1] == podsAsPrinted()) return tr("As printed");
    return tr("Custom");
}

void ProfileMenu::addWhole(const QString& text, bool checked, const Profile& students, const Profile& pods,
                           const char* name) {
    QAction* action = m_menu->addAction(text);
    action->setObjectName(QLatin1String(name));
    action->setCheckable(true);
    action->setChecked(checked);
    connect(action, &QAction::triggered, this, [this, students, pods] {
        Q_EMIT profileRequested(ControllerId::Students, students);
        Q_EMIT profileRequested(ControllerId::Pods, pods);
    });
}

void ProfileMenu::addSwitches(QMenu* menu, ControllerId controller) {
    const Profile current = m_profiles[std::size_t(controller)];
    for (const Switch& s : kSwitches) {
        QAction* action = menu->addAction(tr(s.text));
        action->setObjectName(QLatin1String(controllerName(controller)) + QLatin1Char('.') + QLatin1String(s.name));
        action->setCheckable(true);
        action->setChecked(current.*s.member);
        connect(action, &QAction::toggled, this, [this, controller, member = s.member](bool on) {
            Profile changed = m_profiles[std::size_t(controller)];
            changed.*member = on;
            Q_EMIT profileRequested(controller, changed);
        });
    }
    menu->addSeparator();
    QMenu* limits = menu->addMenu(tr("Retry limit: %1").arg(current.retryLimit));
    for (const int limit : {0, 1, 3, 5, 10, 15}) {
        QAction* action = limits->addAction(limit == 0 ? tr("no retry") : QString::number(limit));
        action->setCheckable(true);
        action->setChecked(limit == current.retryLimit);
        connect(action, &QAction::triggered, this, [this, controller, limit] {
            Profile changed = m_profiles[std::size_t(controller)];
            changed.retryLimit = limit;
            Q_EMIT profileRequested(controller, changed);
        });
    }
}

void ProfileMenu::rebuild() {
    TwoPartButton::Parts parts;
    parts.first = tr("Profile");
    parts.second = summary();
    parts.firstStrong = false;
    m_button->setParts(parts);
    m_button->setToolTip(tr("How the controllers behave: as the two printed programs, or corrected"));
    const QList<QMenu*> old = m_menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly);
    m_menu->clear();
    for (QMenu* menu : old) {  // one of them may be the sender of the signal that led here
        menu->setParent(nullptr);
        menu->deleteLater();
    }
    addWhole(tr("Corrected"), summary() == tr("Corrected"), studentsCorrected(), podsCorrected(), "corrected");
    addWhole(tr("As printed"), summary() == tr("As printed"), studentsAsPrinted(), podsAsPrinted(), "asPrinted");
    m_menu->addSeparator();
    addSwitches(m_menu->addMenu(tr("Students")), ControllerId::Students);
    addSwitches(m_menu->addMenu(tr("Pods")), ControllerId::Pods);
}

void ProfileMenu::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) rebuild();
}

}  // namespace rollcall
