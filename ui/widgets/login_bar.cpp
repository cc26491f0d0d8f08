// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/login_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <algorithm>

#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner_row.h"
#include "ui/widgets/labels.h"

namespace rollcall {

namespace {
constexpr int kMostLines = 5;   ///< what it says last is what counts; the rest is scrolled to
constexpr int kMostBlocks = 400;
}  // namespace

LoginBar::LoginBar(const Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme) {
    setObjectName(QStringLiteral("loginBar"));
    setProperty("look", QStringLiteral("login"));
    m_title = plainLabel({}, "strong", this);
    m_title->setObjectName(QStringLiteral("loginTitle"));
    m_said = new QPlainTextEdit(this);
    m_said->setObjectName(QStringLiteral("loginSaid"));
    m_said->setProperty("look", QStringLiteral("code"));
    m_said->setReadOnly(true);
    m_said->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_said->setMaximumBlockCount(kMostBlocks);
    m_said->setFrameShape(QFrame::NoFrame);
    m_cancel = namedButton("cancelLogin", this);
    const auto [row, icon] = bannerRow(this, m_title, m_said);
    m_icon = icon;
    row->addWidget(m_cancel, 0, Qt::AlignTop);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancel->setEnabled(false);  // once is enough; it ends in a moment
        Q_EMIT cancelRequested();
    });
    retranslate();
    hide();
}

void LoginBar::setProgress(const LoginProgress& progress) {
    const bool begins = progress.running && !m_progress.running;
    m_progress = progress;
    if (begins) {
        m_since.start();
        m_cancel->setEnabled(true);
    }
    if (progress.running) {
        showTitle();
        showSaid();
    }
    setVisible(progress.running);
}

void LoginBar::tickSecond() {
    if (m_progress.running) showTitle();
}

void LoginBar::showTitle() {
    const QString program = shownText(m_progress.program);
    if (m_progress.asking) {
        m_title->setText(tr("Signing in: %1 runs when you allow it").arg(program));
    } else {
        const QString age = ageText(std::chrono::milliseconds(m_since.isValid() ? m_since.elapsed() : 0));
        m_title->setText(tr("Signing in with %1, for %2 now").arg(program, age));
    }
    setAccessibleName(m_title->text());
}

/// Keeps the end in sight, unless somebody has scrolled away from it.
void LoginBar::showSaid() {
    const QString text = shownLines(m_progress.said).trimmed();
    m_said->setVisible(!text.isEmpty());
    if (text == m_said->toPlainText()) return;
    QScrollBar* bar = m_said->verticalScrollBar();
    const bool atEnd = bar->value() >= bar->maximum();
    const int place = bar->value();
    m_said->setFont(m_theme.font(Theme::Font::Fixed));
    m_said->setPlainText(text);
    const int lines = std::clamp(int(text.count(u'\n')) + 1, 1, kMostLines);
    const int frame = 2 * int(m_said->document()->documentMargin()) + metric::kGap8;
    m_said->setFixedHeight(lines * m_said->fontMetrics().lineSpacing() + frame);
    m_said->setVerticalScrollBarPolicy(text.count(u'\n') < kMostLines ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    // What fits is shown whole; the scroll bar's range is still that of the height before.
    if (text.count(u'\n') < kMostLines)
        bar->setValue(0);
    else
        bar->setValue(atEnd ? bar->maximum() : place);
}

void LoginBar::retranslate() {
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("End the program; nothing is signed in"));
    m_said->setAccessibleName(tr("What the login program says"));
    showTitle();
}

void LoginBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

void LoginBar::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    QPainter painter(this);
    paintIcon(painter, m_icon->geometry(), QStringLiteral("info"), m_theme.tokens().accent);
}

}  // namespace rollcall
