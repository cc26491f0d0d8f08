// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/session/feed.h"

class QComboBox;
class QLabel;

namespace rollcall {

class Theme;
class YamlView;

/// The revisions of one object that the watch brought, and what each changed: lines with + and −, coloured as well.
/// **Thread**: GUI. **Owns** shares of the objects that it shows.
class ChangesView final : public QWidget {
    Q_OBJECT
public:
    explicit ChangesView(const Theme& theme, QWidget* parent = nullptr);

    void setRevisions(std::vector<StudentPtr> oldestFirst);
    QString text() const;  ///< of the difference that is shown
    QComboBox* chooser() { return m_chooser; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void show(int index);
    QString yamlOf(const StudentPtr& object) const;

    QComboBox* m_chooser;
    QLabel* m_none;
    YamlView* m_view;
    std::vector<StudentPtr> m_revisions;  ///< oldest first
};

}  // namespace rollcall
