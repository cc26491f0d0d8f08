// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/why.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"

namespace rollcall {

namespace {

struct Why {
    Q_DECLARE_TR_FUNCTIONS(Why)
};

/// What the limiters of a kind are made of. client-go util/workqueue/default_rate_limiters.go
/// (DefaultTypedControllerRateLimiter, DefaultTypedItemBasedRateLimiter), kubernetes/sample-controller controller.go.
struct LimiterParts {
    Duration base;       ///< base · 2^n for the item, up to 1000 s
    int qps = 0, burst = 0;  ///< of the bucket for all items; the longer of the two counts; 0 = no bucket
};

LimiterParts partsOf(LimiterKind kind) {
    using std::chrono::milliseconds;
    switch (kind) {
        case LimiterKind::ControllerDefault:
            return {milliseconds(5), 10, 100};
        case LimiterKind::ItemOnly:
            return {milliseconds(5)};
        case LimiterKind::ItemBased:
            return {milliseconds(1)};
        case LimiterKind::SampleController:
            return {milliseconds(5), 50, 300};
    }
    return {};
}

constexpr Duration kMaxDelay = std::chrono::seconds(1000);

Duration itemDelay(Duration base, int earlierFailures) {
    constexpr int kPastAnyCap = 20;  // 1 ms · 2^20 = 1049 s
    if (earlierFailures >= kPastAnyCap) return kMaxDelay;
    return std::min(base * (std::int64_t(1) << std::max(earlierFailures, 0)), kMaxDelay);
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

/// Chinese sets no space between sentences.
QString twoSentences(const QString& first, const QString& second) {
    return Why::tr("%1 %2", "two sentences").arg(first, second);
}

/// Where the bucket that all keys share stands now.
QString bucketAnswer(const LimiterParts& parts, const LimiterFacts& facts) {
    if (parts.qps == 0 || !facts.bucketTokens) return {};
    const double tokens = *facts.bucketTokens;
    const QString amount = QString::number(std::abs(tokens), 'f', std::abs(tokens) < 10 ? 1 : 0);
    const QString sentence = tokens < 0 ? Why::tr("The shared bucket (%1/s, burst %2) is %3 tokens in debt now.")
                                        : Why::tr("The shared bucket (%1/s, burst %2) holds %3 tokens now.");
    return sentence.arg(parts.qps).arg(parts.burst).arg(amount);
}

/// The item's delay against the bucket's. A reservation waits for the debt that it leaves, so its delay times the rate is
/// that debt (golang.org/x/time/rate, durationFromTokens).
QString waitingAnswer(const QueueRow& row, MonoTime now, const LimiterFacts& facts) {
    const LimiterParts parts = partsOf(facts.kind);
    const int power = std::max(row.retries - 1, 0);
    const Duration item = itemDelay(parts.base, power);
    const QString left = spanText(row.readyAt - now);
    const QString formula =
        item >= kMaxDelay
            ? Why::tr("the item limiter's cap of 1000 s")
            : QStringLiteral("%1 × 2%2 = %3").arg(spanText(parts.base), superscript(power), spanText(item));
    QString answer = Why::tr("%1 The item limiter delays it by %2; %3 are left.").arg(failureClause(row), formula, left);
    // The delay heap rounds nothing; a millisecond of slack only covers the time between When() and AddAfter().
    if (parts.qps > 0 && row.delay > item + std::chrono::milliseconds(1)) {
        const double debt = std::chrono::duration<double>(row.delay).count() * parts.qps;
        const QString number = QString::number(std::ceil(debt - 1e-6), 'f', 0);
        answer = Why::tr("%1 The item limiter asks for %2, but its token was number %3 in the shared bucket's debt: it "
                         "waits %4, %5 more.")
                     .arg(failureClause(row), formula, number, spanText(row.delay), left);
    }
    const QString bucket = bucketAnswer(parts, facts);
    return bucket.isEmpty() ? answer : twoSentences(answer, bucket);
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

WhyText whyText(const QueueRow& row, const Profile& profile, MonoTime now, const LimiterFacts& limiter) {
    switch (row.state) {
        case KeyState::Waiting:
            return {Why::tr("Why is it waiting?"), waitingAnswer(row, now, limiter)};
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
