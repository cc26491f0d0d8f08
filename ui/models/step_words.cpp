// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/step_words.h"

#include <QCoreApplication>
#include <iterator>

namespace rollcall {

namespace {

/// In the order of Step.
constexpr const char* kWords[] = {
    QT_TRANSLATE_NOOP("Steps", "list started"),
    QT_TRANSLATE_NOOP("Steps", "page of the list received"),
    QT_TRANSLATE_NOOP("Steps", "list complete"),
    QT_TRANSLATE_NOOP("Steps", "list failed"),
    QT_TRANSLATE_NOOP("Steps", "watch started"),
    QT_TRANSLATE_NOOP("Steps", "bookmark"),
    QT_TRANSLATE_NOOP("Steps", "watch ended"),
    QT_TRANSLATE_NOOP("Steps", "watch failed"),
    QT_TRANSLATE_NOOP("Steps", "Reflector backs off"),
    QT_TRANSLATE_NOOP("Steps", "streaming list started (WatchList)"),
    QT_TRANSLATE_NOOP("Steps", "streaming list complete"),
    QT_TRANSLATE_NOOP("Steps", "streaming list is slow"),
    QT_TRANSLATE_NOOP("Steps", "no streaming list here: plain list"),
    QT_TRANSLATE_NOOP("Steps", "namespace forbidden"),
    QT_TRANSLATE_NOOP("Steps", "cache synced"),
    QT_TRANSLATE_NOOP("Steps", "resync: told again as it is"),
    QT_TRANSLATE_NOOP("Steps", "store replaced by a new list"),
    QT_TRANSLATE_NOOP("Steps", "events of the key taken together"),
    QT_TRANSLATE_NOOP("Steps", "added to the store"),
    QT_TRANSLATE_NOOP("Steps", "updated in the store"),
    QT_TRANSLATE_NOOP("Steps", "deleted from the store"),
    QT_TRANSLATE_NOOP("Steps", "missing from a new list: tombstone"),
    QT_TRANSLATE_NOOP("Steps", "equal RV: suppressed"),
    QT_TRANSLATE_NOOP("Steps", "handler is behind"),
    QT_TRANSLATE_NOOP("Steps", "added to the queue"),
    QT_TRANSLATE_NOOP("Steps", "already in the queue"),
    QT_TRANSLATE_NOOP("Steps", "parked until Done"),
    QT_TRANSLATE_NOOP("Steps", "to be added later"),
    QT_TRANSLATE_NOOP("Steps", "delay ends earlier now"),
    QT_TRANSLATE_NOOP("Steps", "already waiting for an earlier time"),
    QT_TRANSLATE_NOOP("Steps", "taken by a worker"),
    QT_TRANSLATE_NOOP("Steps", "Done"),
    QT_TRANSLATE_NOOP("Steps", "requeued with a delay"),
    QT_TRANSLATE_NOOP("Steps", "Forget: retry count 0"),
    QT_TRANSLATE_NOOP("Steps", "given up"),
    QT_TRANSLATE_NOOP("Steps", "failed, not requeued: lost"),
    QT_TRANSLATE_NOOP("Steps", "ignored: queue shuts down"),
    QT_TRANSLATE_NOOP("Steps", "discarded at Stop"),
    QT_TRANSLATE_NOOP("Steps", "worker started"),
    QT_TRANSLATE_NOOP("Steps", "worker stopped"),
    QT_TRANSLATE_NOOP("Steps", "sync succeeded"),
    QT_TRANSLATE_NOOP("Steps", "sync failed"),
    QT_TRANSLATE_NOOP("Steps", "sync panicked"),
    QT_TRANSLATE_NOOP("Steps", "worker starts again"),
    QT_TRANSLATE_NOOP("Steps", "Event recorded"),
    QT_TRANSLATE_NOOP("Steps", "Event dropped: recorder full"),
    QT_TRANSLATE_NOOP("Steps", "Event combined with similar ones"),
    QT_TRANSLATE_NOOP("Steps", "Event merged: count raised"),
    QT_TRANSLATE_NOOP("Steps", "Event held back by the spam filter"),
    QT_TRANSLATE_NOOP("Steps", "Event created in the API server"),
    QT_TRANSLATE_NOOP("Steps", "Event's count patched"),
    QT_TRANSLATE_NOOP("Steps", "Event sent again"),
    QT_TRANSLATE_NOOP("Steps", "Event refused"),
    QT_TRANSLATE_NOOP("Steps", "Event dropped: recorder stopped"),
    QT_TRANSLATE_NOOP("Steps", "another leader seen"),
    QT_TRANSLATE_NOOP("Steps", "became leader"),
    QT_TRANSLATE_NOOP("Steps", "lease renewed"),
    QT_TRANSLATE_NOOP("Steps", "lease not renewed"),
    QT_TRANSLATE_NOOP("Steps", "lost the lease"),
    QT_TRANSLATE_NOOP("Steps", "lease released"),
    QT_TRANSLATE_NOOP("Steps", "controller started"),
    QT_TRANSLATE_NOOP("Steps", "controller stops"),
    QT_TRANSLATE_NOOP("Steps", "controller stopped"),
    QT_TRANSLATE_NOOP("Steps", "controller abandoned"),
};
static_assert(std::size(kWords) == std::size_t(Step::EngineAbandoned) + 1);

}  // namespace

QString stepWords(Step step) {
    return QCoreApplication::translate("Steps", kWords[std::size_t(step)]);
}

}  // namespace rollcall
