// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/top_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

#include "ui/models/target_words.h"
#include "ui/models/visual_state.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/tool_tips.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/profile_menu.h"
#include "ui/widgets/speed_control.h"
#include "ui/widgets/target_picker.h"
#include "ui/widgets/two_part_button.h"
#include "ui/widgets/workers_field.h"

namespace rollcall {

namespace {

constexpr int kCompactBelow = 1240;  ///< px: from here the labels beside the values go, the values stay

/// The style leaves no room between a button's icon and its text.
QString besideIcon(const QString& text) {
    return text.isEmpty() ? text : QString(u' ' + text);
}

QPushButton* pushButton(const char* name, const QIcon& icon, QWidget* parent) {
    auto* button = new QPushButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setIcon(icon);
    button->setIconSize({12, 12});
    button->setAutoDefault(false);
    return button;
}

}  // namespace

TopBar::TopBar(const Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme) {
    setObjectName(QStringLiteral("topBar"));
    setProperty("look", QStringLiteral("bar"));
    setFixedHeight(metric::kBar);
    m_where = new TwoPartButton(theme, this);
    m_where->setObjectName(QStringLiteral("where"));
    m_picker = new TargetPicker(theme, this);
    m_start = pushButton("start", themedIcon(theme, QStringLiteral("start")), this);
    m_stop = pushButton("stop", themedIcon(theme, QStringLiteral("stop"), IconTone::OnAccent), this);
    m_state = new StateLabel(theme, this);
    m_state->setObjectName(QStringLiteral("state"));
    m_workers = new WorkersField(theme, this);
    m_profile = new ProfileMenu(theme, this);
    m_speed = new SpeedControl(theme, this);
    m_report = pushButton("report", themedIcon(theme, QStringLiteral("report")), this);
    m_menuButton = barButton("menu", "menu");
    m_menuButton->setPopupMode(QToolButton::InstantPopup);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(metric::kGap12, 0, metric::kGap12, 0);
    row->setSpacing(metric::kGap8);
    m_insecure = new StateLabel(theme, this);
    m_insecure->setObjectName(QStringLiteral("insecure"));
    m_insecure->hide();
    for (QWidget* w : std::initializer_list<QWidget*>{m_where, m_insecure, m_start, m_stop}) row->addWidget(w);
    row->addSpacing(metric::kGap4);
    m_readOnly = plainLabel({}, "badge", this);
    m_readOnly->setObjectName(QStringLiteral("readOnly"));
    m_readOnly->hide();
    row->addWidget(m_readOnly);
    row->addWidget(m_state, 1);
    for (QWidget* w : std::initializer_list<QWidget*>{m_workers, m_profile, m_speed, m_report, m_menuButton})
        row->addWidget(w);

    connect(m_where, &QToolButton::clicked, this, &TopBar::openPicker);
    connect(m_start, &QPushButton::clicked, this, &TopBar::startRequested);
    connect(m_stop, &QPushButton::clicked, this, &TopBar::stopRequested);
    connect(m_report, &QPushButton::clicked, this, &TopBar::reportRequested);
    connect(&theme, &Theme::changed, this, &TopBar::composeTarget);
    retranslate();
    setState(HostState::Stopped, VisualState::Stopped, hostWord(HostState::Stopped), {});
}

QToolButton* TopBar::barButton(const char* name, const char* icon) {
    auto* button = new QToolButton(this);
    button->setObjectName(QLatin1String(name));
    button->setProperty("look", QStringLiteral("bar"));
    button->setIcon(themedIcon(m_theme, QLatin1String(icon)));
    button->setIconSize({metric::kButtonIcon, metric::kButtonIcon});
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

void TopBar::setMenu(QMenu* menu) {
    m_menuButton->setMenu(menu);
}

void TopBar::focusStart() {
    m_start->setFocus(Qt::OtherFocusReason);
}

bool TopBar::takeFocusFromStart(QWidget* next) {
    if (!m_start->hasFocus()) return false;
    next->setFocus(Qt::OtherFocusReason);
    return true;
}

void TopBar::openPicker() {
    Q_EMIT pickerOpened();
    m_picker->openBelow(m_where);
}

void TopBar::setTarget(const QString& name, const QString& scope, bool sandbox) {
    m_name = name;
    m_scope = scope;
    m_sandbox = sandbox;
    composeTarget();
}

void TopBar::composeTarget() {
    TwoPartButton::Parts parts;
    parts.icon = m_sandbox ? QStringLiteral("sandbox") : QStringLiteral("cluster");
    parts.iconColor = m_theme.tokens().accent;
    parts.first = m_name.isEmpty() ? tr("Choose a cluster") : m_name;
    parts.second = m_scope;
    m_where->setParts(parts);
}

void TopBar::setState(HostState state, VisualState visual, const QString& word, const QString& remark) {
    m_host = state;
    const bool canStart = state == HostState::Stopped || state == HostState::Failed;
    m_start->setEnabled(canStart);
    m_stop->setEnabled(!canStart);
    // One of the two is what one most likely wants; it alone carries the accent.
    setLook(m_start, "look", canStart ? QStringLiteral("primary") : QString());
    setLook(m_stop, "look", canStart ? QString() : QStringLiteral("primary"));
    m_start->setIcon(themedIcon(m_theme, QStringLiteral("start"), canStart ? IconTone::OnAccent : IconTone::Text));
    m_stop->setIcon(themedIcon(m_theme, QStringLiteral("stop"), canStart ? IconTone::Text : IconTone::OnAccent));
    m_stop->setText(besideIcon(state == HostState::Stopping ? tr("A&bandon") : tr("Sto&p")));
    m_state->setState(visual, word, remark);
}

void TopBar::retranslate() {
    m_start->setText(besideIcon(tr("&Start")));
    m_start->setAccessibleName(tr("Start the controllers"));
    m_start->setToolTip(tr("Start the controllers (Ctrl+R)"));
    m_stop->setText(besideIcon(m_host == HostState::Stopping ? tr("A&bandon") : tr("Sto&p")));
    m_stop->setAccessibleName(tr("Stop the controllers"));
    m_stop->setToolTip(tr("Stop: workers finish what is queued. A second time abandons them. (Ctrl+.)"));
    m_where->setToolTip(tr("Choose where the controllers run (Ctrl+L)"));
    m_report->setText(width() < kCompactBelow ? QString() : besideIcon(tr("Report")));
    m_report->setToolTip(tr("Export a report: screenshot and tables in one file (Ctrl+Shift+E)"));
    m_menuButton->setToolTip(tr("All commands (F10)"));
    m_menuButton->setAccessibleName(tr("Menu"));
    m_readOnly->setText(tr("Read-only"));
    m_readOnly->setToolTip(tr("This window changes no object on the cluster. The controllers still post their Events."));
    m_insecure->setState(VisualState::Failed, insecureWord());
    m_insecure->setToolTip(plainToolTip(tr("The server's certificate is not verified (insecure-skip-tls-verify): whoever answers "
                                           "at this address is believed, and gets the credentials.")));
    composeTarget();
}

void TopBar::setReadOnly(bool readOnly) { m_readOnly->setVisible(readOnly); }

void TopBar::setInsecure(bool insecure) { m_insecure->setVisible(insecure); }

void TopBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

void TopBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    const bool compact = width() < kCompactBelow;
    m_workers->setCompact(compact);
    m_profile->setCompact(compact);
    m_where->setCompact(compact);
    m_report->setText(compact ? QString() : besideIcon(tr("Report")));
    m_report->setAccessibleName(tr("Report"));
}

}  // namespace rollcall
