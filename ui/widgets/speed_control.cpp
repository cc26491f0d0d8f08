// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/speed_control.h"

#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace rollcall {

namespace {

/// From slow enough to read a 5 ms backoff to fast enough for a 10 min resync in 6 s.
constexpr double kFactors[] = {0.01, 0.1, 0.5, 1, 2, 10, 100};

QToolButton* segment(const char* name, const char* look, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setProperty("look", QLatin1String(look));
    button->setIconSize({metric::kIcon, metric::kIcon});
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

}  // namespace

SpeedControl::SpeedControl(const Theme& theme, QWidget* parent) : QWidget(parent) {
    m_pause = segment("pause", "segLeft", this);
    m_pause->setCheckable(true);
    m_pause->setIcon(themedIcon(theme, QStringLiteral("pause")));
    m_step = segment("step", "segMid", this);
    m_step->setIcon(themedIcon(theme, QStringLiteral("step")));
    m_factor = segment("speed", "segRight", this);
    m_factor->setPopupMode(QToolButton::InstantPopup);
    m_factor->setIcon(themedIcon(theme, QStringLiteral("chevron-down"), IconTone::Muted));
    m_factor->setIconSize({10, 10});
    m_factor->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_factor->setLayoutDirection(Qt::RightToLeft);  // the arrow behind the text
    auto* menu = new QMenu(m_factor);
    auto* group = new QActionGroup(menu);
    for (const double factor : kFactors) {
        QAction* action = menu->addAction(factorText(factor));
        action->setCheckable(true);
        action->setData(factor);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, factor] { Q_EMIT speedRequested(factor); });
    }
    m_factor->setMenu(menu);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (QWidget* w : {m_pause, m_step, m_factor}) row->addWidget(w);
    connect(m_pause, &QToolButton::clicked, this, &SpeedControl::togglePause);
    connect(m_step, &QToolButton::clicked, this, &SpeedControl::stepRequested);
    retranslate();
    show();
}

QString SpeedControl::factorText(double factor) {
    return QStringLiteral("×%1").arg(factor);
}

void SpeedControl::togglePause() {
    Q_EMIT speedRequested(m_paused ? m_running : 0);
}

void SpeedControl::setSpeed(double factor) {
    m_paused = factor <= 0;
    if (!m_paused) m_running = factor;
    show();
}

void SpeedControl::show() {
    m_pause->setChecked(m_paused);
    m_step->setEnabled(m_paused);
    m_factor->setText(factorText(m_running));
    setLook(m_factor, "active", !m_paused && m_running != 1);
    for (QAction* action : m_factor->menu()->actions())
        action->setChecked(qFuzzyCompare(action->data().toDouble(), m_running));
}

void SpeedControl::retranslate() {
    m_pause->setToolTip(tr("Pause the machinery's clock (Ctrl+Space)"));
    m_pause->setAccessibleName(tr("Pause"));
    m_step->setToolTip(tr("While paused: on to the next timer (F8)"));
    m_step->setAccessibleName(tr("Step"));
    m_factor->setToolTip(tr("How fast the machinery's clock runs. Network deadlines are not changed."));
    m_factor->setAccessibleName(tr("Speed"));
}

void SpeedControl::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace rollcall
