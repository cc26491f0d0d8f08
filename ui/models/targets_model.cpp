// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/targets_model.h"

#include <QFileInfo>
#include <algorithm>
#include <set>

#include "ui/models/plain_text.h"
#include "ui/models/target_words.h"

namespace rollcall {

namespace {

std::string idOf(const Target& target) {
    return std::to_string(int(target.kind)) + '\n' + target.kubeconfig + '\n' + target.context;
}

std::string idOfFile(const std::string& path) {
    return "file\n" + path;
}

bool isSame(const Target& a, const Target& b) {
    return a.kind == b.kind && a.context == b.context && a.kubeconfig == b.kubeconfig;
}

}  // namespace

TargetChoices withKnown(const TargetChoices& known, TargetChoices fresh) {
    if (fresh.brokenFiles.empty()) return fresh;
    std::map<std::string, std::string> broken;
    for (const TargetFile& file : fresh.brokenFiles) broken[file.path] = file.broken;
    std::set<std::string> there;
    for (const TargetChoice& choice : fresh.choices) there.insert(idOf(choice.target));
    // What has gone stands where it stood: behind the one that it followed.
    std::map<std::string, std::vector<TargetChoice>> kept;
    std::string before;
    for (const TargetChoice& choice : known.choices) {
        const auto why = broken.find(choice.file);
        if (there.contains(idOf(choice.target))) {
            before = idOf(choice.target);
        } else if (why != broken.end()) {
            kept[before].push_back(choice);
            kept[before].back().unusable = why->second;
        }
    }
    std::vector<TargetChoice> all = std::move(kept[std::string()]);
    for (TargetChoice& choice : fresh.choices) {
        auto& after = kept[idOf(choice.target)];
        all.push_back(std::move(choice));
        all.insert(all.end(), after.begin(), after.end());
    }
    fresh.choices = std::move(all);
    return fresh;
}

void TargetsModel::setChoices(TargetChoices fresh, const Target& current) {
    TargetChoices choices = withKnown(m_choices, std::move(fresh));
    std::vector<std::string> old;
    old.reserve(m_shown.size());
    for (int row = 0; row < rowCount(); ++row) old.push_back(at(row).id);
    m_current = current;

    // The rows that differ lie between what is alike at both ends; a view keeps its choice and its place in the rest.
    TargetsModel next;
    next.m_choices = std::move(choices);
    next.m_words = m_words;
    next.list();
    const auto newId = [&](std::size_t i) -> const std::string& { return next.at(int(i)).id; };
    const std::size_t count = next.m_shown.size();
    std::size_t head = 0;
    while (head < old.size() && head < count && old[head] == newId(head)) ++head;
    std::size_t tail = 0;
    while (tail < old.size() - head && tail < count - head && old[old.size() - 1 - tail] == newId(count - 1 - tail)) ++tail;

    if (old.size() > head + tail) {
        beginRemoveRows({}, int(head), int(old.size() - tail) - 1);
        m_shown.erase(m_shown.begin() + std::ptrdiff_t(head), m_shown.end() - std::ptrdiff_t(tail));
        endRemoveRows();
    }
    const bool grows = count > head + tail;
    if (grows) beginInsertRows({}, int(head), int(count - tail) - 1);
    m_choices = std::move(next.m_choices);
    m_all = std::move(next.m_all);
    m_shown = std::move(next.m_shown);
    if (grows) endInsertRows();
    retranslate();
}

void TargetsModel::setFilter(const QString& words) {
    beginResetModel();
    m_words = words.split(u' ', Qt::SkipEmptyParts);
    list();
    endResetModel();
}

/// Targets that no file brought, then each file with its contexts.
void TargetsModel::list() {
    m_all.clear();
    std::map<std::string, std::vector<int>> ofFile;
    std::set<std::string> named;
    for (const TargetFile& file : m_choices.files) named.insert(file.path);
    for (int i = 0; i < int(m_choices.choices.size()); ++i) {
        const Target& target = m_choices.choices[std::size_t(i)].target;
        if (named.contains(target.kubeconfig))
            ofFile[target.kubeconfig].push_back(i);
        else
            m_all.push_back({i, -1, idOf(target)});
    }
    for (int f = 0; f < int(m_choices.files.size()); ++f) {
        const std::string& path = m_choices.files[std::size_t(f)].path;
        m_all.push_back({-1, f, idOfFile(path)});
        for (const int i : ofFile[path]) m_all.push_back({i, -1, idOf(m_choices.choices[std::size_t(i)].target)});
    }
    m_shown.clear();
    for (int i = 0; i < int(m_all.size()); ++i) {
        if (matches(m_all[std::size_t(i)])) m_shown.push_back(i);
    }
}

bool TargetsModel::matches(const Row& row) const {
    if (m_words.isEmpty()) return true;
    const QString text = row.file >= 0 ? shownText(m_choices.files[std::size_t(row.file)].path)
                                       : targetSearchText(m_choices.choices[std::size_t(row.choice)]);
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

const TargetChoice* TargetsModel::choiceAt(int row) const {
    if (row < 0 || row >= rowCount() || at(row).choice < 0) return nullptr;
    return &m_choices.choices[std::size_t(at(row).choice)];
}

const TargetFile* TargetsModel::fileAt(int row) const {
    if (row < 0 || row >= rowCount() || at(row).file < 0) return nullptr;
    return &m_choices.files[std::size_t(at(row).file)];
}

int TargetsModel::rowOf(const Target& target) const {
    for (int row = 0; row < rowCount(); ++row) {
        const TargetChoice* choice = choiceAt(row);
        if (choice && isSame(choice->target, target)) return row;
    }
    return -1;
}

int TargetsModel::rowOfFile(const std::string& path) const {
    for (int row = 0; row < rowCount(); ++row) {
        const TargetFile* file = fileAt(row);
        if (file && file->path == path) return row;
    }
    return -1;
}

void TargetsModel::setReach(const Target& target, const ReachMark& mark) {
    m_reach[idOf(target)] = mark;
    if (const int row = rowOf(target); row >= 0) Q_EMIT dataChanged(index(row), index(row));
}

ReachMark TargetsModel::reachOf(const Target& target) const {
    const auto it = m_reach.find(idOf(target));
    return it == m_reach.end() ? ReachMark() : it->second;
}

void TargetsModel::retranslate() {
    if (rowCount() > 0) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

Qt::ItemFlags TargetsModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    const TargetChoice* choice = choiceAt(index.row());
    if (choice && !choice->unusable.empty()) return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QVariant TargetsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    if (const TargetFile* file = fileAt(index.row())) return fileData(*file, role);
    return targetData(*choiceAt(index.row()), role);
}

QVariant TargetsModel::targetData(const TargetChoice& choice, int role) const {
    const bool usable = choice.unusable.empty();
    switch (role) {
        case Qt::DisplayRole:
            return targetName(choice);
        case DetailRole:
            return usable ? targetLine(choice) : shownText(choice.unusable);
        case Qt::AccessibleTextRole: {
            QStringList parts{targetName(choice), usable ? targetLine(choice) : shownText(choice.unusable)};
            if (choice.insecure) parts << insecureWord();
            return parts.join(QStringLiteral(", "));
        }
        case IconRole:
            return choice.target.kind == Target::Kind::Sandbox ? QStringLiteral("sandbox") : QStringLiteral("cluster");
        case CurrentRole:
            return isSame(choice.target, m_current);
        case InsecureRole:
            return choice.insecure ? insecureWord() : QString();
        case ReachRole:
            return int(reachOf(choice.target).state);
        case ReachTextRole:
            return reachOf(choice.target).text;
        case InnerRole:
            return std::any_of(m_choices.files.begin(), m_choices.files.end(),
                               [&](const TargetFile& file) { return file.path == choice.target.kubeconfig; });
        case TroubleRole:
            return !usable;
        default:
            return {};
    }
}

QString TargetsModel::fileLine(const TargetFile& file) const {
    if (!file.broken.empty()) return shownText(file.broken);
    const QString folder = QFileInfo(QString::fromStdString(file.path)).path();
    if (file.missing) return tr("missing · %1").arg(shownText(utf8(folder)));
    const auto contexts = std::count_if(m_choices.choices.begin(), m_choices.choices.end(),
                                        [&](const TargetChoice& c) { return c.target.kubeconfig == file.path; });
    return QString(tr("%n context(s)", nullptr, int(contexts)) + QStringLiteral(" · ") + shownText(utf8(folder)));
}

QVariant TargetsModel::fileData(const TargetFile& file, int role) const {
    const bool trouble = file.missing || !file.broken.empty();
    const QString name = shownText(utf8(QFileInfo(QString::fromStdString(file.path)).fileName()));
    switch (role) {
        case Qt::DisplayRole:
            return name;
        case DetailRole:
            return fileLine(file);
        case Qt::AccessibleTextRole:
            return QString(name + QStringLiteral(", ") + fileLine(file));
        case IconRole:
            return QStringLiteral("file");
        case TroubleRole:
            return trouble;
        default:
            return {};
    }
}

}  // namespace rollcall
