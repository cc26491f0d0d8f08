// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/contrast.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace rollcall {

namespace {

constexpr int kShape = 30;

QString shapeOf(PanelKind kind) {
    switch (kind) {
        case PanelKind::Students:
            return QStringLiteral("panel-students");
        case PanelKind::Workqueue:
            return QStringLiteral("panel-queue");
        case PanelKind::Events:
            return QStringLiteral("panel-events");
        case PanelKind::Pods:
            return QStringLiteral("panel-pods");
        case PanelKind::Trace:
            return QStringLiteral("panel-trace");
        case PanelKind::Metrics:
            return QStringLiteral("panel-metrics");
    }
    return {};
}

QString shapeOf(PanelMode mode, PanelKind kind) {
    switch (mode) {
        case PanelMode::Loading:
            return QStringLiteral("state-pending");
        case PanelMode::Forbidden:
        case PanelMode::SignedOut:
            return QStringLiteral("state-givenup");
        case PanelMode::MissingResource:
            return QStringLiteral("sandbox");
        case PanelMode::Offline:
            return QStringLiteral("warning");
        case PanelMode::FilteredOut:
            return QStringLiteral("search");
        default:
            return shapeOf(kind);
    }
}

bool isTrouble(PanelMode mode) {
    return mode == PanelMode::Forbidden || mode == PanelMode::SignedOut || mode == PanelMode::Offline ||
           mode == PanelMode::MissingResource;
}

}  // namespace

EmptyState::EmptyState(PanelKind kind, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_kind(kind), m_theme(theme) {
    m_icon = new QWidget(this);
    m_icon->setFixedSize(kShape, kShape);
    m_title = plainLabel({}, "strong", this);
    m_sentence = plainLabel({}, "muted", this);
    m_sentence->setWordWrap(true);
    m_button = new QPushButton(this);
    m_button->setObjectName(QStringLiteral("panelAction"));
    for (QLabel* label : {m_title, m_sentence}) label->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metric::kGap16, metric::kGap8, metric::kGap16, metric::kGap16);
    column->setSpacing(metric::kGap4);
    column->addStretch(2);
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addSpacing(metric::kGap4);
    column->addWidget(m_title, 0, Qt::AlignHCenter);
    column->addWidget(m_sentence);  // no alignment: the layout would not ask for its height at this width
    column->addSpacing(metric::kGap8);
    column->addWidget(m_button, 0, Qt::AlignHCenter);
    column->addStretch(3);
    connect(m_button, &QPushButton::clicked, this, [this] { Q_EMIT actionRequested(m_state.action); });
}

void EmptyState::show(const PanelState& state) {
    m_state = state;
    m_title->setText(state.title);
    m_sentence->setText(state.sentence);
    m_sentence->setVisible(!state.sentence.isEmpty());
    m_button->setVisible(state.action != PanelAction::None);
    m_button->setText(state.button);
    setAccessibleName(state.title);
    setAccessibleDescription(state.sentence);
    update();
}

void EmptyState::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& t = m_theme.tokens();
    const QColor color = isTrouble(m_state.mode) ? t.failed : blended(t.muted, t.surface, 0.55);
    paintIcon(painter, m_icon->geometry(), shapeOf(m_state.mode, m_kind), color);
}

}  // namespace rollcall
