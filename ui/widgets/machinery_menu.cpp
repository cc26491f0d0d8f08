// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/machinery_menu.h"

#include <utility>

namespace rollcall {

MachineryMenu::MachineryMenu(QWidget* parent) : QMenu(parent) {
    setObjectName(QStringLiteral("machineryMenu"));
    rebuild();
}

void MachineryMenu::setMachinery(const Machinery& machinery) {
    m_machinery = machinery;
    rebuild();
}

void MachineryMenu::retranslate() { rebuild(); }

void MachineryMenu::addChoice(QMenu* menu, const QString& text, const char* name, bool checked, Change change) {
    QAction* action = menu->addAction(text);
    action->setObjectName(QLatin1String(name));
    action->setCheckable(true);
    action->setChecked(checked);
    connect(action, &QAction::triggered, this, [this, change = std::move(change)] {
        Machinery changed = m_machinery;
        change(changed);
        Q_EMIT machineryRequested(changed);
    });
}

void MachineryMenu::rebuild() {
    const QList<QMenu*> old = findChildren<QMenu*>(Qt::FindDirectChildrenOnly);
    clear();
    for (QMenu* menu : old) {  // one of them may be the sender of the signal that led here
        menu->setParent(nullptr);
        menu->deleteLater();
    }
    setTitle(tr("&Machinery at the next Start"));
    const Machinery& m = m_machinery;

    QMenu* delivery = addMenu(tr("Reflector to store"));
    addChoice(delivery, tr("In order: every event (RealFIFO)"), "delivery.inOrder", m.delivery == Delivery::InOrder,
              [](Machinery& c) { c.delivery = Delivery::InOrder; });
    addChoice(delivery, tr("Coalescing: the events of a key together (DeltaFIFO)"), "delivery.coalescing",
              m.delivery == Delivery::Coalescing, [](Machinery& c) { c.delivery = Delivery::Coalescing; });

    QMenu* limiter = addMenu(tr("Rate limiter"));
    const auto limit = [&](const QString& text, const char* name, LimiterKind kind) {
        addChoice(limiter, text, name, m.limiter == kind, [kind](Machinery& c) { c.limiter = kind; });
    };
    limit(tr("Controller default: 5 ms … 1000 s, and 10/s with burst 100"), "limiter.default",
          LimiterKind::ControllerDefault);
    limit(tr("Per item only: 5 ms … 1000 s"), "limiter.itemOnly", LimiterKind::ItemOnly);
    limit(tr("Item-based default: 1 ms … 1000 s"), "limiter.itemBased", LimiterKind::ItemBased);
    limit(tr("sample-controller: 5 ms … 1000 s, and 50/s with burst 300"), "limiter.sample",
          LimiterKind::SampleController);

    QMenu* events = addMenu(tr("Events API"));
    addChoice(events, QStringLiteral("v1"), "events.core", m.events == EventApi::CoreV1,
              [](Machinery& c) { c.events = EventApi::CoreV1; });
    addChoice(events, QStringLiteral("events.k8s.io/v1"), "events.events", m.events == EventApi::EventsV1,
              [](Machinery& c) { c.events = EventApi::EventsV1; });

    addSeparator();
    addChoice(this, tr("Streaming list (WatchList)"), "watchList", m.watchList,
              [](Machinery& c) { c.watchList = !c.watchList; });
    addChoice(this, tr("Leader election on a Lease"), "leaderElection", m.leader.enabled,
              [](Machinery& c) { c.leader.enabled = !c.leader.enabled; });
}

}  // namespace rollcall
