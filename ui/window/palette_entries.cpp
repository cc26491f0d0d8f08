// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette_entries.h"

#include <QAction>
#include <QCoreApplication>
#include <QPointer>
#include <set>

#include "ui/models/live_data.h"
#include "ui/models/plain_text.h"
#include "ui/models/selection.h"
#include "ui/window/window_actions.h"

namespace rollcall {

namespace {

struct Palette {
    Q_DECLARE_TR_FUNCTIONS(Palette)
};

using Entries = std::vector<CommandPalette::Entry>;

void addCommands(Entries& entries, WindowActions& actions) {
    for (int i = 0; i < kCommandCount; ++i) {
        QAction* action = actions.action(Command(i));
        if (!action->isEnabled() || Command(i) == Command::Palette) continue;
        entries.push_back({WindowActions::plainText(*action), action->shortcut().toString(QKeySequence::NativeText),
                           [action = QPointer(action)] {
                               if (action) action->trigger();
                           }});
    }
    for (QAction* action : actions.choices()) {
        entries.push_back({WindowActions::plainText(*action), {}, [action = QPointer(action)] {
                               if (action) action->trigger();
                           }});
    }
}

void addKeys(Entries& entries, LiveData& data, Selection& selection) {
    std::set<std::pair<ControllerId, std::string>> seen;
    const auto add = [&](ControllerId controller, const std::string& key) {
        if (!seen.emplace(controller, key).second) return;
        const QString kind = controller == ControllerId::Students ? Palette::tr("Student") : Palette::tr("Pod");
        entries.push_back({Palette::tr("Go to %1").arg(shownText(key)), kind, [chosen = QPointer(&selection), controller, key] {
                               if (chosen) chosen->choose(controller, key);
                           }});
    };
    const WorkqueueModel& queue = data.queue();
    for (int i = 0; i < queue.rowCount(); ++i) add(queue.at(i).controller, queue.at(i).key);
    for (int i = 0; i < data.students().rowCount(); ++i) add(ControllerId::Students, data.students().at(i).object->meta.key());
    for (int i = 0; i < data.pods().rowCount(); ++i) add(ControllerId::Pods, data.pods().at(i).object->meta.key());
}

}  // namespace

Entries paletteEntries(WindowActions& actions, const TargetChoices& targets, std::function<void(const Target&)> useTarget,
                       LiveData& data, Selection& selection) {
    Entries entries;
    addCommands(entries, actions);
    for (const TargetChoice& choice : targets.choices) {
        if (!choice.unusable.empty()) continue;
        const QString name = choice.target.kind == Target::Kind::Sandbox ? Palette::tr("Sandbox") : shownText(choice.name);
        entries.push_back({Palette::tr("Run on %1").arg(name), shownText(choice.server),
                           [useTarget, target = choice.target] { useTarget(target); }});
    }
    addKeys(entries, data, selection);
    return entries;
}

}  // namespace rollcall
