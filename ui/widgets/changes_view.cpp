// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/changes_view.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "core/api/decode.h"
#include "ui/models/line_diff.h"
#include "ui/models/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/yaml_view.h"

namespace rollcall {

ChangesView::ChangesView(const Theme& theme, QWidget* parent) : QWidget(parent) {
    m_chooser = new QComboBox(this);
    m_chooser->setObjectName(QStringLiteral("revision"));
    m_none = plainLabel({}, "muted", this);
    m_none->setAlignment(Qt::AlignCenter);
    m_none->setWordWrap(true);
    m_view = new YamlView(theme, false, this);
    m_view->setObjectName(QStringLiteral("difference"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metric::kGap8, metric::kGap8, metric::kGap8, 0);
    column->setSpacing(metric::kGap4);
    column->addWidget(m_chooser);
    column->addWidget(m_view, 1);
    column->addWidget(m_none, 1);
    connect(m_chooser, &QComboBox::currentIndexChanged, this, &ChangesView::show);
    connect(&theme, &Theme::changed, this, [this] { m_view->markChanges(); });
    retranslate();
}

void ChangesView::retranslate() {
    m_chooser->setAccessibleName(tr("Revision"));
    m_view->setAccessibleName(tr("What the revision changed"));
    m_none->setText(tr("Only one revision has been seen so far. Each change of the object adds one, the last 20 are kept."));
    setRevisions(std::exchange(m_revisions, {}));
}

QString ChangesView::yamlOf(const StudentPtr& object) const { return shownLines(yamlFromJson(object->json)); }

void ChangesView::setRevisions(std::vector<StudentPtr> oldestFirst) {
    const int chosen = m_chooser->currentIndex();
    const bool same = oldestFirst == m_revisions;
    if (same && m_chooser->count() == int(m_revisions.size()) - 1) return;
    // Whoever reads an older one goes on reading it; the newest one follows.
    const bool following = chosen <= 0;
    const StudentPtr reading = following || std::size_t(chosen) >= m_revisions.size()
                                   ? nullptr
                                   : m_revisions[m_revisions.size() - 1 - std::size_t(chosen)];
    m_revisions = std::move(oldestFirst);
    const bool any = m_revisions.size() > 1;
    m_none->setVisible(!any);
    m_view->setVisible(any);
    m_chooser->setVisible(any);
    const QSignalBlocker quiet(m_chooser);
    m_chooser->clear();
    int index = 0;
    for (std::size_t i = m_revisions.size(); i-- > 1;) {
        if (m_revisions[i] == reading) index = m_chooser->count();
        m_chooser->addItem(tr("RV %1, compared with %2")
                               .arg(shownText(m_revisions[i]->meta.resourceVersion),
                                    shownText(m_revisions[i - 1]->meta.resourceVersion)));
    }
    m_chooser->setCurrentIndex(any ? index : -1);
    show(m_chooser->currentIndex());
}

void ChangesView::show(int index) {
    if (index < 0 || std::size_t(index) + 1 >= m_revisions.size()) return m_view->setYaml({});
    const std::size_t newer = m_revisions.size() - 1 - std::size_t(index);
    const QStringList before = yamlOf(m_revisions[newer - 1]).split(u'\n'), after = yamlOf(m_revisions[newer]).split(u'\n');
    m_view->setYaml(diffText(lineDiff(before, after)));
    m_view->markChanges();
}

QString ChangesView::text() const { return m_view->toPlainText(); }

void ChangesView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace rollcall
