// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/key_story.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/models/life_log.h"
#include "ui/models/live_data.h"
#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"

namespace rollcall {

namespace {

struct Story {
    Q_DECLARE_TR_FUNCTIONS(Story)
};

/// As far back as a run is traced: a copy of so many steps costs two milliseconds.
constexpr std::size_t kTraced = 10'000;

QString joined(const QString& first, const QString& second) {
    if (first.isEmpty() || second.isEmpty()) return first.isEmpty() ? second : first;
    return Story::tr("%1 %2", "two sentences").arg(first, second);
}

/// "10480, 10481, 10482", or the first two, "…" and the last.
QString versionList(const std::vector<Transition>& events) {
    constexpr std::size_t kReadable = 5;
    QStringList versions;
    for (const Transition& t : events) {
        if (!t.resourceVersion.empty()) versions << shownText(t.resourceVersion);
    }
    if (versions.size() > qsizetype(kReadable)) versions = {versions[0], versions[1], QStringLiteral("…"), versions.last()};
    return versions.join(QStringLiteral(", "));
}

QString eventSentence(const LiveData& data, ControllerId controller, const std::string& key) {
    const EventsModel& events = data.events();
    const int row = events.rowForKey(controller, key);
    if (row < 0) return {};
    const EventRow& event = events.at(row);
    switch (event.post) {
        case PostState::Merged:
            return event.count > 1 ? Story::tr("Its last Event was the same as an earlier one: no new one was made, the count "
                                               "rose to %1.").arg(event.count)
                                   : QString();
        case PostState::Filtered:
            return Story::tr("Its Events come too fast: after a burst of 25 the spam filter lets one through in 5 minutes.");
        case PostState::Dropped:
            return Story::tr("Its last Event was dropped: the recorder's queue was full or stopped first.");
        case PostState::Refused:
            return Story::tr("Its last Event was refused by the API server (%1) and is not sent again.")
                .arg(event.postError.empty() ? QString::number(event.httpStatus) : shownText(event.postError));
        case PostState::Retrying:
            return Story::tr("Its last Event has not reached the API server yet and is sent again.");
        default:
            return {};
    }
}

QString staleSentence(const LiveData& data, ControllerId controller) {
    const PipelineStats& stats = data.stats(controller);
    if (data.hostState() != HostState::Running || stats.reflector == ReflectorState::Streaming ||
        stats.reflector == ReflectorState::Listing || stats.reflector == ReflectorState::Idle)
        return {};
    if (!stats.lastEvent) return Story::tr("The cache may be stale: the watch is not open.");
    return Story::tr("The cache may be stale: the watch is not open, the last event came %1 ago.")
        .arg(ageText(data.now() - *stats.lastEvent));
}

/// A failed run tells of the retry; only what has run lately is told of its causes.
bool tellsRun(KeyState state) {
    return state == KeyState::Processing || state == KeyState::Parked || state == KeyState::Synced ||
           state == KeyState::Failed || state == KeyState::GivenUp || state == KeyState::Lost;
}

}  // namespace

std::optional<RunStory> lastRun(const LifeLog& log, ControllerId controller, const std::string& key) {
    const std::vector<Transition> life = log.of(controller, key);
    const auto got = std::find_if(life.rbegin(), life.rend(), [](const Transition& t) { return t.step == Step::Got; });
    if (got == life.rend()) return std::nullopt;
    RunStory story;
    story.got = *got;
    const Lineage lineage = lineageOf(log.upTo(got->seq, kTraced), got->seq);
    for (const std::uint64_t seq : lineage.events) {
        if (const std::ptrdiff_t at = log.indexOf(seq); at >= 0) story.events.push_back(log.at(std::size_t(at)));
    }
    story.retryOf = lineage.retryOf.size();
    story.complete = lineage.complete;
    return story;
}

QString runSentence(const RunStory& story) {
    const QString versions = versionList(story.events);
    QString sentence;
    if (story.events.empty())
        sentence = Story::tr("What led to the last run is older than the trace that is kept.");
    else if (story.events.size() == 1 && story.events.front().step == Step::Resync)
        sentence = Story::tr("The last run stands for a resync: the object was told again as it is.");
    else if (versions.isEmpty())
        sentence = Story::tr("The last run stands for %n watch event(s).", nullptr, int(story.events.size()));
    else
        sentence = Story::tr("The last run stands for %n watch event(s): RV %1.", nullptr, int(story.events.size())).arg(versions);
    if (story.retryOf > 0)
        sentence = joined(sentence, Story::tr("It repeats %n earlier run(s).", nullptr, int(story.retryOf)));
    if (!story.complete && !story.events.empty()) sentence = joined(sentence, Story::tr("Older causes are not kept."));
    return sentence;
}

std::optional<WhyText> keyStory(const LiveData& data, ControllerId controller, const std::string& key, const Profile& profile,
                                const std::optional<RunStory>& run) {
    const QueueRow* row = key.empty() ? nullptr : data.queue().row(controller, key);
    if (!row) return std::nullopt;
    const PipelineStats& stats = data.stats(controller);
    WhyText text = whyText(*row, profile, data.now(), {stats.limiter, stats.bucketTokens});
    if (run && tellsRun(row->state)) text.answer = joined(text.answer, runSentence(*run));
    text.answer = joined(text.answer, eventSentence(data, controller, key));
    text.answer = joined(text.answer, staleSentence(data, controller));
    return text;
}

}  // namespace rollcall
