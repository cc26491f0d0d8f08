// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/status_line.h"

#include <unistd.h>

#include <QEvent>
#include <QFile>
#include <QHBoxLayout>

#include "ui/models/plain_text.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/labels.h"

namespace rollcall {

namespace {

constexpr int kNoticeMs = 8000;  ///< long enough to read two lines aloud

/// Resident memory in MiB; 0 where /proc is not there.
qlonglong memoryMib() {
    QFile statm(QStringLiteral("/proc/self/statm"));
    if (!statm.open(QIODevice::ReadOnly)) return 0;
    const QList<QByteArray> pages = statm.readAll().split(' ');
    return pages.size() < 2 ? 0 : pages.at(1).toLongLong() * sysconf(_SC_PAGESIZE) / (1024 * 1024);
}

}  // namespace

StatusLine::StatusLine(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("statusLine"));
    setProperty("look", QStringLiteral("status"));
    setFixedHeight(metric::kStatus);
    m_server = plainLabel({}, "small", this);
    m_versions = plainLabel({}, "small", this);
    m_watches = plainLabel({}, "small", this);
    m_notice = new ElidedLabel("small", this);
    m_notice->setObjectName(QStringLiteral("notice"));
    m_notice->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_memory = plainLabel({}, "small", this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(metric::kGap12, 0, metric::kGap12, 0);
    row->setSpacing(18);
    for (QWidget* w : std::initializer_list<QWidget*>{m_server, m_versions, m_watches}) row->addWidget(w);
    row->addWidget(m_notice, 1);
    row->addWidget(m_memory);
    m_fade.setSingleShot(true);
    m_fade.setInterval(kNoticeMs);
    connect(&m_fade, &QTimer::timeout, this, [this] { m_notice->setFullText({}); });
    retranslate();
    tickSecond();
}

void StatusLine::setServer(const QString& name, const QString& version, const QString& address) {
    m_name = name;
    m_version = version;
    m_address = address;
    retranslate();
}

void StatusLine::setNumbers(const PipelineStats& open, int watches) {
    m_serverRv = open.serverVersion;
    m_cacheRv = open.cacheVersion;
    m_watchCount = watches;
    retranslate();
}

void StatusLine::retranslate() {
    QString server = m_name;
    if (!m_version.isEmpty()) server += QLatin1Char(' ') + m_version;
    if (!m_address.isEmpty()) server += QStringLiteral(" · ") + m_address;
    if (m_server->text() != server) m_server->setText(server);
    const QString versions =
        m_serverRv.empty() ? QString() : tr("RV server %1 · cache %2").arg(shownText(m_serverRv), shownText(m_cacheRv));
    if (m_versions->text() != versions) m_versions->setText(versions);
    m_versions->setVisible(!versions.isEmpty());
    m_watches->setText(m_watchCount > 0 ? tr("Watches %1").arg(m_watchCount) : QString());
    m_watches->setVisible(m_watchCount > 0);
    m_memory->setToolTip(tr("Memory in use by this program"));
}

void StatusLine::notice(const QString& sentence) {
    m_notice->setFullText(sentence);
    m_fade.start();
}

QString StatusLine::currentNotice() const {
    return m_notice->fullText();
}

void StatusLine::tickSecond() {
    const qlonglong mib = memoryMib();
    const QString text = mib > 0 ? QStringLiteral("%1 MB").arg(mib) : QString();
    if (m_memory->text() != text) m_memory->setText(text);
}

void StatusLine::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace rollcall
