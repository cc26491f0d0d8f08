// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <array>

#include "core/session/profile.h"
#include "ui/models/key_story.h"
#include "ui/models/life_model.h"
#include "ui/models/live_data.h"

class QLabel;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace rollcall {

class ChangesView;
class DataTable;
class ElidedLabel;
class LifeStrip;
class StateLabel;
class Theme;
class YamlView;

/// Everything about the chosen key: the object as YAML, its Events, its life, and at the end the answer to "why".
/// **Thread**: GUI. **Owns** its models of the key; everything is read from LiveData.
class Inspector final : public QFrame {
    Q_OBJECT
public:
    Inspector(LiveData& live, const Theme& theme, QWidget* parent = nullptr);

    void setKey(ControllerId controller, const std::string& key);
    void setProfile(ControllerId id, const Profile& profile);
    void refresh();          ///< the data changed
    void tick(bool second);  ///< ages and countdowns
    QString yaml() const;
    QString why() const;
    enum Tab { Yaml, Events, Life, Changes };
    void setReadOnly(bool readOnly);
    void showTab(int index);
    int tabIndex() const;
    void focusTabs();

Q_SIGNALS:
    void editRequested();
    void deleteRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildHead();
    QWidget* buildTabs();
    void buildPages();
    QWidget* buildLife();
    QWidget* buildWhy();
    void retranslate();
    void refreshObject();
    void refreshLife();
    void refreshWhy();
    QWidget* buildSteps();
    ObjectPtr object() const;

    LiveData& m_data;
    const Theme& m_theme;
    ControllerId m_controller = ControllerId::Students;
    std::string m_key;
    ObjectPtr m_shown;
    std::uint64_t m_lastStep = 0;  ///< of the life that is shown
    std::array<Profile, kControllerCount> m_profiles;
    LifeModel m_life;
    std::optional<RunStory> m_run;  ///< of the life that is shown
    QString m_whole;                ///< the YAML, nothing folded
    bool m_unfolded = false, m_readOnly = false;

    ElidedLabel* m_title;
    StateLabel* m_state;
    QTabBar* m_tabs;
    QToolButton* m_edit;
    QToolButton* m_delete;
    QStackedWidget* m_pages;
    YamlView* m_yaml;
    DataTable* m_events;
    DataTable* m_steps;
    QLabel* m_runText;
    ChangesView* m_changes;
    QToolButton* m_fold;
    QLabel* m_none;
    ElidedLabel* m_lifeTitle;
    LifeStrip* m_lifeStrip;
    QLabel* m_question;
    QLabel* m_answer;
    QWidget* m_body;
};

}  // namespace rollcall
