// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/student_jobs.h"

#include <QPointer>
#include <algorithm>

#include "core/api/decode.h"
#include "core/api/resource.h"
#include "ui/widgets/student_yaml.h"

namespace rollcall {

StudentJobs::StudentJobs(ControllerHost& host, QObject* parent) : QObject(parent), m_host(host) {
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &StudentJobs::pump);
}

std::string StudentJobs::nameOf(const CreateManyPlan& plan, int index) {
    return plan.prefix + '-' + std::to_string(plan.first + index);
}

std::string StudentJobs::yamlOf(const CreateManyPlan& plan, int index) {
    const std::string name = nameOf(plan, index);
    const auto quoted = [](const std::string& text) {
        std::string out = "'";
        for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
        return out + '\'';
    };
    return "apiVersion: " + studentResource().apiVersion() + "\nkind: Student\nmetadata:\n  name: " + quoted(name) +
           "\n  namespace: " + quoted(plan.ns) + "\nspec:\n  name: " + quoted(name) + "\n  school: " + quoted(plan.school) + '\n';
}

Result<StudentEdit> StudentJobs::stormEdit(const Object& object, int n) {
    Result<std::string> yaml = withStormAnnotation(yamlFromJson(object.json), n);
    if (!yaml) return yaml.error();
    return StudentEdit{object.meta.ns, object.meta.name, std::move(*yaml)};
}

void StudentJobs::createMany(const CreateManyPlan& plan) {
    if (isRunning()) return;
    m_creating = true;
    m_create = plan;
    constexpr double kAsFastAsItGoes = 200;
    begin(plan.count, kAsFastAsItGoes);
}

void StudentJobs::storm(const StormPlan& plan) {
    if (isRunning() || plan.objects.empty()) return;
    m_creating = false;
    m_storm = plan;
    begin(plan.edits, plan.perSecond);
}

void StudentJobs::begin(int total, double perSecond) {
    m_total = std::max(total, 1);
    m_sent = m_done = m_failed = m_failedInRow = m_flying = 0;
    m_error = {};
    ++m_job;
    m_timer.start(std::max(1, int(1000 / std::max(perSecond, 0.1))));
    pump();
}

void StudentJobs::pump() {
    if (!isRunning() || m_sent >= m_total || m_flying >= kInFlight) return;
    const int n = m_sent++;
    ++m_flying;
    const auto done = [self = QPointer(this), job = m_job](Result<ObjectPtr> answer) {
        if (self && job == self->m_job) self->answered(answer);
    };
    if (m_creating) return m_host.createStudent({m_create.ns, nameOf(m_create, n), yamlOf(m_create, n)}, false, done);
    const ObjectPtr& object = m_storm.objects[std::size_t(n) % m_storm.objects.size()];
    const Result<StudentEdit> edit = stormEdit(*object, n + 1);
    if (!edit) return answered(edit.error());
    m_host.updateStudent(*edit, false, done);
}

void StudentJobs::answered(const Result<ObjectPtr>& answer) {
    --m_flying;
    if (answer) {
        ++m_done;
        m_failedInRow = 0;
    } else {
        ++m_failed;
        ++m_failedInRow;
        m_error = answer.error();
    }
    Q_EMIT progressed(m_done, m_total);
    if (m_failedInRow >= kMostFailures) return end(true);
    if (m_done + m_failed >= m_total) end(false);
}

void StudentJobs::stop() {
    if (isRunning()) end(true);
}

void StudentJobs::end(bool stopped) {
    ++m_job;  // answers still to come belong to nobody
    m_timer.stop();
    m_total = 0;
    m_storm.objects.clear();
    Q_EMIT ended(m_done, m_failed, stopped, m_error);
}

}  // namespace rollcall
