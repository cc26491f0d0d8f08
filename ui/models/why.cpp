// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/why.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"

namespace rollcall {

namespace {

struct Why {
    Q_DECLARE_TR_FUNCTIONS(Why)
};

// client-go util/workqueue/default_rate_limiters.go, DefaultTypedControllerRateLimiter: 5 ms · 2^n up to 1000 s for the
// item; one bucket of 100 tokens, 10 a second, for all items; the longer of the two counts.
constexpr Duration kBaseDelay = std::chrono::milliseconds(5);
constexpr Duration kMaxDelay = std::chrono::seconds(1000);

Duration itemDelay(int earlierFailures) {
    constexpr int kFirstAtCap = 18;  // 5 ms · 2^18 = 1310 s
    return earlierFailures >= kFirstAtCap ? kMaxDelay : kBaseDelay * (std::int64_t(1) << std::max(earlierFailures, 0));
}

QString superscript(int n) {
    static constexpr char16_t kDigits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    QString out;
    for (const QChar c : QString::number(n)) out += QChar(kDigits[c.digitValue()]);
    return out;
}

QString failureClause(const QueueRow& row) {
    if (row.lastError.empty()) return Why::tr("It was added with AddRateLimited (number %1).").arg(row.retries);
    if (row.retries <= 1) return Why::tr("The first try failed (%1).").arg(shownText(row.lastError));
    return Why::tr("Retry %1 failed (%2).").arg(row.retries - 1).arg(shownText(row.lastError));
}

QString waitingAnswer(const QueueRow& row, MonoTime now) {
    const int power = std::max(row.retries - 1, 0);
    const Duration item = itemDelay(power);
    const QString left = spanText(row.readyAt - now);
    const QString formula = item >= kMaxDelay
                                ? Why::tr("the item limiter's cap of 1000 s")
                                : QStringLiteral("5 ms × 2%1 = %2").arg(superscript(power), spanText(item));
    // The delay heap rounds nothing; a millisecond of slack only covers the time between When() and AddAfter().
    if (row.delay > item + std::chrono::milliseconds(1)) {
        return Why::
            tr("%1 Its delay is %2 by the item limiter, but the shared bucket (10/s, burst 100) is empty: it waits %3, "
               "%4 more.")
                .arg(failureClause(row), formula, spanText(row.delay), left);
    }
    return Why::tr("%1 The item limiter delays it by %2; %3 are left.").arg(failureClause(row), formula, left);
}

/// Chinese sets no space between sentences.
QString twoSentences(const QString& first, const QString& second) {
    return Why::tr("%1 %2", "two sentences").arg(first, second);
}

QString readyAnswer(const QueueRow& row) {
    const QString place = row.position <= 1
                              ? Why::tr("It is next: the first worker that is free gets it.")
                              : Why::tr("%n key(s) stand before it in the line.", nullptr, row.position - 1);
    if (row.causes <= 1) return place;
    return twoSentences(place, Why::tr("%n changes are collapsed into one run.", nullptr, row.causes));
}

QString givenUpAnswer(const QueueRow& row, const Profile& profile) {
    return Why::tr(
               "All %1 retries that the profile allows failed, the last with: %2. Forget was called; the key comes "
               "back with "
               "its next change.")
        .arg(profile.retryLimit)
        .arg(shownText(row.lastError));
}

QString syncedAnswer(const QueueRow& row) {
    const QString run = row.runs > 1 ? Why::tr("Run %1 succeeded, so Forget set its retry count to 0.").arg(row.runs)
                                     : Why::tr("Its run succeeded, so Forget set its retry count to 0.");
    if (row.lastVersion.empty()) return twoSentences(run, Why::tr("Nothing to do until its next change."));
    return twoSentences(run, Why::tr("Nothing to do until a change after RV %1.").arg(shownText(row.lastVersion)));
}

}  // namespace

WhyText whyText(const QueueRow& row, const Profile& profile, MonoTime now) {
    switch (row.state) {
        case KeyState::Waiting:
            return {Why::tr("Why is it waiting?"), waitingAnswer(row, now)};
        case KeyState::Ready:
            return {Why::tr("Why is it not running yet?"), readyAnswer(row)};
        case KeyState::Processing:
            return {Why::tr("What is happening?"),
                    Why::tr("Worker %1 has been reconciling it for %2. This is run %3 since Start.")
                        .arg(row.worker)
                        .arg(spanText(now - row.since))
                        .arg(std::max(row.runs, 1))};
        case KeyState::Parked:
            return {Why::tr("Why is it parked?"), Why::tr("It changed while worker %1 still holds it. The queue never "
                                                          "gives one key to two workers: it is put "
                                                          "back in line at Done.")
                                                      .arg(row.worker)};
        case KeyState::Synced:
            return {Why::tr("Why is it not in the queue?"), syncedAnswer(row)};
        case KeyState::Failed:
            return {
                Why::tr("What went wrong?"),
                Why::tr("Run %1 failed (%2). What follows is the profile's choice: requeue with a delay, or nothing.")
                    .arg(std::max(row.runs, 1))
                    .arg(shownText(row.lastError))};
        case KeyState::GivenUp:
            return {Why::tr("Why was it given up?"), givenUpAnswer(row, profile)};
        case KeyState::Lost:
            return {Why::tr("Why is it not retried?"), Why::tr("The sync failed (%1) and this profile does not requeue "
                                                               "on error: nothing brings the key back before "
                                                               "its next change.")
                                                           .arg(shownText(row.lastError))};
        case KeyState::Discarded:
            return {
                Why::tr("Why did it never run?"),
                Why::tr(
                    "It was still waiting for its delay when Stop came. The delay heap is not drained; the next Start "
                    "lists every object again.")};
    }
    return {};
}

}  // namespace rollcall
