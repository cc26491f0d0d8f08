// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/error_banner.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/models/error_words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace rollcall {

ErrorBanner::ErrorBanner(const Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme) {
    setObjectName(QStringLiteral("errorBanner"));
    setProperty("look", QStringLiteral("error"));
    m_icon = new QWidget(this);
    m_icon->setFixedSize(18, 18);
    m_title = plainLabel({}, "strong", this);
    m_detail = plainLabel({}, "muted", this);
    m_detail->setObjectName(QStringLiteral("errorDetail"));
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    const auto button = [this](const char* name) {
        auto* b = new QPushButton(this);
        b->setObjectName(QLatin1String(name));
        b->setAutoDefault(false);
        return b;
    };
    m_retry = button("retry");
    m_choose = button("chooseOther");
    m_copy = button("copyError");
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_detail);
    auto* row = new QHBoxLayout(this);
    constexpr int kOutside = 8;  // the style sheet's margin around the frame
    row->setContentsMargins(metric::kGap12 + kOutside, metric::kGap8 + kOutside, metric::kGap8 + kOutside,
                            metric::kGap8);
    row->setSpacing(metric::kGap8);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addLayout(words, 1);
    for (QPushButton* b : {m_retry, m_choose, m_copy}) row->addWidget(b, 0, Qt::AlignVCenter);
    connect(m_retry, &QPushButton::clicked, this, &ErrorBanner::retryRequested);
    connect(m_choose, &QPushButton::clicked, this, &ErrorBanner::chooseRequested);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    hide();
}

void ErrorBanner::show(const Error& error, bool canRetry) {
    m_error = error;
    m_retry->setVisible(canRetry);
    retranslate();
    QFrame::show();
}

void ErrorBanner::clear() {
    hide();
}

QString ErrorBanner::text() const {
    return QString(m_title->text() + u'\n' + m_detail->text());
}

void ErrorBanner::retranslate() {
    const ErrorWords words = errorWords(m_error);
    QStringList detail;
    for (const QString& part : {words.detail, words.advice}) {
        if (!part.isEmpty()) detail << part;
    }
    m_title->setText(words.title);
    m_detail->setText(detail.join(QLatin1Char('\n')));
    m_retry->setText(tr("Start again"));
    m_choose->setText(tr("Choose another…"));
    m_copy->setText(tr("Copy text"));
    setAccessibleName(words.title);
    setAccessibleDescription(m_detail->text());
}

void ErrorBanner::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    QPainter painter(this);
    paintIcon(painter, m_icon->geometry(), QStringLiteral("warning"), m_theme.tokens().failed);
}

void ErrorBanner::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace rollcall
