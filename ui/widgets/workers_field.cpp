// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/workers_field.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace rollcall {

namespace {

QToolButton* arrow(const Theme& theme, const char* icon, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(themedIcon(theme, QLatin1String(icon), IconTone::Muted));
    button->setIconSize({10, 10});
    button->setFixedSize(16, 12);
    button->setAutoRepeat(true);
    button->setFocusPolicy(Qt::NoFocus);  // the field's own Up and Down do the same
    return button;
}

}  // namespace

WorkersField::WorkersField(const Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme) {
    setProperty("look", QStringLiteral("field"));
    setFixedHeight(metric::kControl);
    m_label = plainLabel({}, "muted", this);
    m_icon = plainLabel({}, nullptr, this);
    m_icon->hide();
    connect(&theme, &Theme::changed, this, &WorkersField::paintIcon);
    m_spin = new QSpinBox(this);
    m_spin->setObjectName(QStringLiteral("workers"));
    m_spin->setProperty("look", QStringLiteral("bare"));
    m_spin->setRange(1, 16);
    m_spin->setValue(2);
    m_spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_spin->setFrame(false);
    m_spin->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_spin->setFixedWidth(22);
    m_spin->setKeyboardTracking(false);
    m_label->setBuddy(m_spin);
    m_up = arrow(theme, "chevron-up", this);
    m_down = arrow(theme, "chevron-down", this);
    auto* arrows = new QVBoxLayout;
    arrows->setContentsMargins(0, 2, 0, 2);
    arrows->setSpacing(0);
    arrows->addWidget(m_up);
    arrows->addWidget(m_down);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(11, 0, 6, 0);
    row->setSpacing(metric::kGap4);
    row->addWidget(m_icon);
    row->addWidget(m_label);
    row->addWidget(m_spin);
    row->addLayout(arrows);
    connect(m_up, &QToolButton::clicked, m_spin, &QSpinBox::stepUp);
    connect(m_down, &QToolButton::clicked, m_spin, &QSpinBox::stepDown);
    connect(m_spin, &QSpinBox::valueChanged, this, &WorkersField::changed);
    m_spin->installEventFilter(this);
    retranslate();
}

void WorkersField::setValue(int workers) {
    const QSignalBlocker blocker(m_spin);
    m_spin->setValue(workers);
}

int WorkersField::value() const {
    return m_spin->value();
}

void WorkersField::setCompact(bool compact) {
    m_label->setVisible(!compact);
    m_icon->setVisible(compact);
    paintIcon();
}

void WorkersField::paintIcon() {
    m_icon->setPixmap(
        iconPixmap(QStringLiteral("workers"), m_theme.tokens().muted, metric::kButtonIcon, devicePixelRatioF()));
}

void WorkersField::retranslate() {
    m_label->setText(tr("Workers"));
    m_spin->setAccessibleName(tr("Workers of each controller"));
    m_spin->setToolTip(tr("Workers of each controller, 1 to 16"));
}

void WorkersField::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

bool WorkersField::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_spin && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) {
        setLook(this, "focused", event->type() == QEvent::FocusIn);
    }
    return QFrame::eventFilter(watched, event);
}

}  // namespace rollcall
