// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/error_banner.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "ui/models/error_words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner_row.h"
#include "ui/widgets/labels.h"

namespace rollcall {

ErrorBanner::ErrorBanner(const Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme) {
    setObjectName(QStringLiteral("errorBanner"));
    setProperty("look", QStringLiteral("error"));
    m_title = plainLabel({}, "strong", this);
    m_detail = plainLabel({}, "muted", this);
    m_detail->setObjectName(QStringLiteral("errorDetail"));
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_retry = namedButton("retry", this);
    m_choose = namedButton("chooseOther", this);
    m_copy = namedButton("copyError", this);
    const auto [row, icon] = bannerRow(this, m_title, m_detail);
    m_icon = icon;
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
