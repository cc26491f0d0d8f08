// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/inspector.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/api/decode.h"
#include "ui/models/line_diff.h"
#include "ui/models/plain_text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/changes_view.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/life_strip.h"
#include "ui/widgets/yaml_view.h"

namespace rollcall {

namespace {

QFrame* rule(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setProperty("look", QStringLiteral("rule"));
    return line;
}

}  // namespace

Inspector::Inspector(LiveData& live, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_data(live), m_theme(theme) {
    setObjectName(QStringLiteral("inspector"));
    setProperty("look", QStringLiteral("panel"));
    m_profiles = {studentsCorrected(), podsCorrected()};
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 4);
    column->setSpacing(0);
    column->addWidget(buildHead());
    column->addWidget(rule(this));
    m_none = plainLabel({}, "muted", this);
    m_none->setAlignment(Qt::AlignCenter);
    m_none->setWordWrap(true);
    m_none->setContentsMargins(metric::kGap16, 0, metric::kGap16, 0);
    column->addWidget(m_none, 1);
    m_body = new QWidget(this);
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    buildPages();
    body->addWidget(buildTabs());
    body->addWidget(rule(m_body));
    body->addWidget(m_pages, 1);
    body->addWidget(rule(m_body));
    body->addWidget(buildLife());
    body->addWidget(rule(m_body));
    body->addWidget(buildWhy());
    column->addWidget(m_body, 1);
    retranslate();
    setKey(ControllerId::Students, {});
}

QWidget* Inspector::buildHead() {
    auto* head = new QWidget(this);
    head->setFixedHeight(metric::kPanelHead);
    m_title = new ElidedLabel("strong", head, Qt::ElideMiddle);
    m_title->setObjectName(QStringLiteral("inspectedKey"));
    m_state = new StateLabel(m_theme, head);
    m_state->setObjectName(QStringLiteral("inspectedState"));
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(metric::kGap8 + 2, 0, metric::kGap8 + 2, 0);
    row->addWidget(m_title, 1);
    row->addWidget(m_state);
    return head;
}

QWidget* Inspector::buildTabs() {
    auto* bar = new QWidget(m_body);
    bar->setFixedHeight(metric::kTabs);
    m_tabs = new QTabBar(bar);
    m_tabs->setObjectName(QStringLiteral("inspectorTabs"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
    for (int i = 0; i < m_pages->count(); ++i) m_tabs->addTab({});
    const auto tool = [&](const char* name, const char* icon) {
        auto* button = new QToolButton(bar);
        button->setObjectName(QLatin1String(name));
        button->setProperty("look", QStringLiteral("flat"));
        button->setIcon(themedIcon(m_theme, QLatin1String(icon), IconTone::Muted));
        button->setIconSize({metric::kButtonIcon, metric::kButtonIcon});
        button->setFocusPolicy(Qt::StrongFocus);
        return button;
    };
    m_fold = tool("unfold", "chevron-down");
    m_fold->setCheckable(true);
    connect(m_fold, &QToolButton::toggled, this, [this](bool on) {
        m_unfolded = on;
        m_yaml->setYaml(on ? m_whole : foldedYaml(m_whole));
    });
    m_edit = tool("editStudent", "edit");
    m_delete = tool("deleteStudent", "trash");
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(3, 0, metric::kGap8, 0);
    row->setSpacing(metric::kGap4);
    row->addWidget(m_tabs, 1, Qt::AlignBottom);
    row->addWidget(m_fold);
    row->addWidget(m_edit);
    row->addWidget(m_delete);
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_edit, &QToolButton::clicked, this, &Inspector::editRequested);
    connect(m_delete, &QToolButton::clicked, this, &Inspector::deleteRequested);
    return bar;
}

void Inspector::buildPages() {
    m_pages = new QStackedWidget(m_body);
    m_yaml = new YamlView(m_theme, false, m_pages);
    m_yaml->setObjectName(QStringLiteral("yaml"));
    m_events = new DataTable(m_data.events(), m_theme, {EventsModel::Last, Qt::AscendingOrder}, m_pages);
    m_events->setObjectName(QStringLiteral("keyEvents"));
    for (const int column : {EventsModel::Type, EventsModel::Object, EventsModel::Reason})
        m_events->setColumnHidden(column, true);
    m_events->filter().setOnlyKey(0, {});
    m_changes = new ChangesView(m_theme, m_pages);
    QWidget* steps = buildSteps();
    for (QWidget* page : std::initializer_list<QWidget*>{m_yaml, m_events, steps, m_changes}) m_pages->addWidget(page);
}

/// The steps, and above them what the last run stands for; the steps that led to it are marked.
QWidget* Inspector::buildSteps() {
    auto* page = new QWidget(m_pages);
    m_runText = plainLabel({}, "muted", page);
    m_runText->setObjectName(QStringLiteral("lineage"));
    m_runText->setWordWrap(true);
    m_runText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_runText->setContentsMargins(metric::kGap8 + 2, 6, metric::kGap8 + 2, 6);
    m_steps = new DataTable(m_life, m_theme, {LifeModel::When, Qt::AscendingOrder}, page);
    m_steps->setObjectName(QStringLiteral("keyLife"));
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_runText);
    column->addWidget(m_steps, 1);
    return page;
}

QWidget* Inspector::buildLife() {
    auto* box = new QWidget(m_body);
    m_lifeTitle = new ElidedLabel("small", box);
    m_lifeStrip = new LifeStrip(m_theme, box);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(metric::kGap8 + 2, 6, metric::kGap8 + 2, 2);
    column->setSpacing(2);
    column->addWidget(m_lifeTitle);
    column->addWidget(m_lifeStrip);
    return box;
}

QWidget* Inspector::buildWhy() {
    auto* box = new QWidget(m_body);
    m_question = plainLabel({}, "strong", box);
    m_answer = plainLabel({}, "muted", box);
    m_answer->setObjectName(QStringLiteral("why"));
    m_answer->setWordWrap(true);
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_answer->setMinimumHeight(52);  // three lines, so that a shorter sentence does not move the time line
    m_answer->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(metric::kGap8 + 2, 6, metric::kGap8 + 2, 6);
    column->setSpacing(2);
    column->addWidget(m_question);
    column->addWidget(m_answer);
    return box;
}

void Inspector::retranslate() {
    m_tabs->setTabText(0, QStringLiteral("YAML"));  // untranslated: the format's name
    m_tabs->setTabText(1, tr("Events"));
    m_tabs->setTabText(Life, tr("Life"));
    m_tabs->setTabText(Changes, tr("Changes"));
    m_fold->setToolTip(tr("Show what is folded: managedFields and long values"));
    m_fold->setAccessibleName(tr("Show what is folded"));
    m_none->setText(tr(
        "Choose a key in a table or in the pipeline: its object, its life and the reason for its state appear here."));
    m_edit->setToolTip(tr("Edit this Student as YAML (Ctrl+E)"));
    m_edit->setAccessibleName(tr("Edit Student"));
    m_delete->setToolTip(tr("Delete this Student (Ctrl+Backspace)"));
    m_delete->setAccessibleName(tr("Delete Student"));
    setAccessibleName(tr("Inspector"));
    m_tabs->setAccessibleName(tr("Parts of the inspector"));
    m_yaml->setAccessibleName(tr("Object as YAML"));
    m_events->setAccessibleName(tr("Events of the key"));
    m_steps->setAccessibleName(tr("Life of the key"));
    if (m_key.empty()) m_title->setFullText(tr("Inspector"));
    refresh();
}

void Inspector::setKey(ControllerId controller, const std::string& key) {
    m_lastStep = ~std::uint64_t(0);
    m_controller = controller;
    m_key = key;
    m_shown = nullptr;
    m_none->setVisible(key.empty());
    m_body->setVisible(!key.empty());
    m_title->setFont(m_theme.font(key.empty() ? Theme::Font::Strong : Theme::Font::FixedStrong));
    m_title->setFullText(key.empty() ? tr("Inspector") : shownText(key));
    m_events->filter().setOnlyKey(int(controller), rawText(key));
    m_yaml->clear();
    refresh();
}

void Inspector::setProfile(ControllerId id, const Profile& profile) {
    m_profiles[std::size_t(id)] = profile;
    refreshWhy();
}

ObjectPtr Inspector::object() const {
    if (m_controller == ControllerId::Students) {
        const StudentRow* row = m_data.students().find(m_key);
        return row ? row->object : nullptr;
    }
    const PodRow* row = m_data.pods().find(m_key);
    return row ? row->object : nullptr;
}

void Inspector::refreshObject() {
    const ObjectPtr now = object();
    const bool student = m_controller == ControllerId::Students && now;
    m_edit->setVisible(student && !m_readOnly);
    m_delete->setVisible(student && !m_readOnly);
    if (now == m_shown && !(m_yaml->toPlainText().isEmpty())) return;
    m_shown = now;
    m_whole = now ? shownLines(yamlFromJson(now->json)) : tr("# The object is not in the store any more.");
    const QString folded = foldedYaml(m_whole);
    m_fold->setVisible(folded != m_whole);
    m_yaml->setYaml(m_unfolded ? m_whole : folded);
    m_changes->setRevisions(m_controller == ControllerId::Students ? m_data.revisions().of(m_key) : std::vector<StudentPtr>());
}

void Inspector::refreshLife() {
    const std::vector<Transition> life = m_data.life().of(m_controller, m_key);
    const std::uint64_t last = life.empty() ? 0 : life.back().seq;
    if (last == m_lastStep && m_life.rowCount() == int(life.size())) return;  // scrolling and selection stay
    m_lastStep = last;
    m_lifeTitle->setFullText(lifeSummary(life));
    m_lifeStrip->setLife(life);
    m_life.setNow(m_data.now(), m_data.queue().wallNow());
    m_run = m_key.empty() ? std::nullopt : lastRun(m_data.life(), m_controller, m_key);
    m_runText->setText(m_run ? runSentence(*m_run) : tr("No run of this key is kept."));
    std::vector<std::uint64_t> causes;
    for (std::size_t i = 0; m_run && i < m_run->events.size(); ++i) causes.push_back(m_run->events[i].seq);
    m_life.setLife(life, causes);
}

void Inspector::refreshWhy() {
    const QueueRow* row = m_key.empty() ? nullptr : m_data.queue().row(m_controller, m_key);
    const auto story = keyStory(m_data, m_controller, m_key, m_profiles[std::size_t(m_controller)], m_run);
    if (!row || !story) {
        m_state->setState(VisualState::None, {});
        m_question->setText(tr("Not in the queue"));
        m_answer->setText(tr("Nothing has put this key into the queue since Start."));
        return;
    }
    m_state->setState(visualOf(row->state), stateWord(visualOf(row->state)));
    if (m_question->text() != story->question) m_question->setText(story->question);
    if (m_answer->text() != story->answer) m_answer->setText(story->answer);
}

void Inspector::refresh() {
    if (m_key.empty()) {
        m_state->setState(VisualState::None, {});
        return;
    }
    refreshObject();
    refreshLife();
    refreshWhy();
}

void Inspector::tick(bool second) {
    if (m_key.empty() || !isVisible()) return;
    m_life.setNow(m_data.now(), m_data.queue().wallNow());
    refreshWhy();
    if (!second) return;
    m_steps->tick();
    m_events->tick();
}

QString Inspector::yaml() const {
    return m_yaml->toPlainText();
}
QString Inspector::why() const {
    return m_answer->text();
}
void Inspector::setReadOnly(bool readOnly) {
    m_readOnly = readOnly;
    refresh();
}
void Inspector::showTab(int index) {
    m_tabs->setCurrentIndex(index);
}
int Inspector::tabIndex() const {
    return m_tabs->currentIndex();
}
void Inspector::focusTabs() {
    m_tabs->setFocus(Qt::ShortcutFocusReason);
}

void Inspector::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_life.retranslate();
        m_lastStep = ~std::uint64_t(0);
        retranslate();
    }
}

}  // namespace rollcall
