// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QWidget>
#include <string>
#include <vector>

#include "core/session/host.h"

namespace rollcall {

class LiveData;
class Selection;
class StudentJobs;
class Theme;

/// Create, edit and delete of Students, one or many: opens the dialogs and reports what came of it. While it is read-only
/// it asks the API server for nothing; the controllers' own Events are not its business. **Thread**: GUI.
class StudentActions final : public QObject {
    Q_OBJECT
public:
    StudentActions(ControllerHost& host, LiveData& data, const Selection& selection, const Theme& theme, QWidget* window);

    bool canEdit() const;    ///< a Student is chosen and may be changed
    bool canCreate() const;  ///< there is a server to ask and nobody said "read-only"
    bool isReadOnly() const { return m_readOnly; }
    void setReadOnly(bool readOnly);  ///< a job that is on is stopped
    void create();
    void edit();
    void remove();
    void createMany();
    /// `chosen`: keys of the rows that are selected.
    void storm(const std::vector<std::string>& chosen);
    StudentJobs& jobs() { return *m_jobs; }

Q_SIGNALS:
    void done(const QString& sentence, const QString& key);
    void jobChanged();  ///< began, went on or ended
    void failed(const QString& heading, const rollcall::Error& error);

private:
    void removeNow(const NamespacedName& name);

    QString cluster() const;
    void jobEnded(int done, int failed, bool stopped, const Error& error);

    ControllerHost& m_host;
    LiveData& m_data;
    StudentJobs* m_jobs;
    bool m_readOnly = false;
    const Selection& m_selection;
    const Theme& m_theme;
    QWidget* m_window;
};

}  // namespace rollcall
