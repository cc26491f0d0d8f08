// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/fault_menu.h"

#include <QCoreApplication>

namespace rollcall {

namespace {
struct Faults {
    Q_DECLARE_TR_FUNCTIONS(Faults)
};
}  // namespace

QMenu* makeFaultMenu(ControllerHost& host, ControllerId controller, const std::string& key, QWidget* parent) {
    auto* menu = new QMenu(Faults::tr("&Inject a fault"), parent);
    menu->setObjectName(QStringLiteral("faultMenu"));
    const auto add = [&](const QString& text, const char* name, SyncFault::Kind kind, int times, Duration delay) {
        SyncFault fault;
        fault.kind = kind;
        fault.key = key;
        fault.times = times;
        fault.delay = delay;
        QAction* action = menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        QObject::connect(action, &QAction::triggered, menu, [&host, controller, fault] { host.addSyncFault(controller, fault); });
    };
    using Kind = SyncFault::Kind;
    add(Faults::tr("Its next sync &fails"), "faultOnce", Kind::Fail, 1, {});
    add(Faults::tr("Its next &3 syncs fail"), "faultThrice", Kind::Fail, 3, {});
    add(Faults::tr("All its syncs fail"), "faultAlways", Kind::Fail, -1, {});
    add(Faults::tr("Its next sync takes 5 &seconds"), "faultSlow", Kind::Slow, 1, std::chrono::seconds(5));
    add(Faults::tr("Its next sync &panics"), "faultPanic", Kind::Panic, 1, {});
    menu->addSeparator();
    QAction* clear = menu->addAction(Faults::tr("&No more faults"));
    clear->setObjectName(QStringLiteral("faultClear"));
    clear->setEnabled(!host.syncFaults(controller).empty());
    QObject::connect(clear, &QAction::triggered, menu, [&host, controller] { host.clearSyncFaults(controller); });
    return menu;
}

}  // namespace rollcall
