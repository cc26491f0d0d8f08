// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <string>
#include <vector>

#include "core/session/host.h"

namespace rollcall {

struct CreateManyPlan {
    std::string ns, prefix, school;
    int count = 20, first = 1;
};
struct StormPlan {
    std::vector<ObjectPtr> objects;  ///< edited one after the other, round and round
    double perSecond = 10;
    int edits = 200;                 ///< in all
};

/// Creates or edits many Students, one request after the other and a few at a time, until it is done or stopped. An edit of a
/// storm sets an annotation: the object's own fields stay as they are. **Thread**: GUI. **Owns** nothing: the host outlives it.
/// **Errors**: counted; kMostFailures of them in a row end the job, and the last one is told.
class StudentJobs final : public QObject {
    Q_OBJECT
public:
    static constexpr int kInFlight = 8;      ///< enough for some hundreds a second, few enough to stop at once
    static constexpr int kMostFailures = 5;

    StudentJobs(ControllerHost& host, QObject* parent);

    void createMany(const CreateManyPlan& plan);
    void storm(const StormPlan& plan);
    void stop();
    bool isRunning() const { return m_total > 0; }
    int done() const { return m_done; }

    static std::string yamlOf(const CreateManyPlan& plan, int index);
    static std::string nameOf(const CreateManyPlan& plan, int index);
    /// The object with the storm's annotation set to `n`, and without a resourceVersion. Errors: Config, as withAnnotation().
    static Result<StudentEdit> stormEdit(const Object& object, int n);

Q_SIGNALS:
    void progressed(int done, int total);
    /// `failed`: how many of them; `error`: the last one's, when there was one.
    void ended(int done, int failed, bool stopped, const rollcall::Error& error);

private:
    void begin(int total, double perSecond);
    void pump();
    void answered(const Result<ObjectPtr>& answer);
    void end(bool stopped);

    ControllerHost& m_host;
    QTimer m_timer;
    CreateManyPlan m_create;
    StormPlan m_storm;
    bool m_creating = false;
    int m_total = 0, m_sent = 0, m_done = 0, m_failed = 0, m_failedInRow = 0, m_flying = 0, m_job = 0;
    Error m_error;
};

}  // namespace rollcall
