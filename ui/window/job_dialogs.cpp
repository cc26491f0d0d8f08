// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/job_dialogs.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/models/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/command_line.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/student_yaml.h"

namespace rollcall {

namespace {

struct Jobs {
    Q_DECLARE_TR_FUNCTIONS(Jobs)
};

struct Form {
    QDialog* dialog;
    QFormLayout* fields;
    CommandLine* command;
    QPushButton* go;
};

Form makeForm(const Theme& theme, const char* name, const QString& heading, const QString& sentence, const QString& go,
              QWidget* parent) {
    Form form;
    form.dialog = new QDialog(parent);
    form.dialog->setObjectName(QLatin1String(name));
    form.dialog->setAttribute(Qt::WA_DeleteOnClose);
    form.dialog->setModal(true);
    form.dialog->setWindowTitle(heading);
    auto* column = new QVBoxLayout(form.dialog);
    column->setContentsMargins(metric::kGap16, metric::kGap16, metric::kGap16, metric::kGap16);
    column->setSpacing(metric::kGap12);
    column->addWidget(plainLabel(heading, "title", form.dialog));
    QLabel* text = plainLabel(sentence, "muted", form.dialog);
    text->setWordWrap(true);
    text->setMinimumWidth(440);
    column->addWidget(text);
    form.fields = new QFormLayout;
    form.fields->setHorizontalSpacing(metric::kGap12);
    form.fields->setVerticalSpacing(metric::kGap8);
    column->addLayout(form.fields);
    form.command = new CommandLine(theme, form.dialog);
    column->addWidget(form.command);
    auto* cancel = new QPushButton(Jobs::tr("Cancel"), form.dialog);
    cancel->setObjectName(QStringLiteral("cancel"));
    cancel->setAutoDefault(false);
    form.go = new QPushButton(go, form.dialog);
    form.go->setObjectName(QStringLiteral("go"));
    form.go->setProperty("look", QStringLiteral("primary"));
    form.go->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metric::kGap8);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(form.go);
    column->addLayout(buttons);
    QObject::connect(cancel, &QPushButton::clicked, form.dialog, &QDialog::reject);
    return form;
}

QSpinBox* addNumber(const Form& form, const char* name, const QString& label, int least, int most, int value) {
    auto* box = new QSpinBox(form.dialog);
    box->setObjectName(QLatin1String(name));
    box->setRange(least, most);
    box->setValue(value);
    form.fields->addRow(label, box);
    return box;
}

/// `pattern`: what Kubernetes takes for a name of that kind; empty = anything.
QLineEdit* addText(const Form& form, const char* name, const QString& label, const QString& value, const QString& pattern) {
    auto* field = new QLineEdit(value, form.dialog);
    field->setObjectName(QLatin1String(name));
    if (!pattern.isEmpty())
        field->setValidator(new QRegularExpressionValidator(QRegularExpression(pattern), field));
    form.fields->addRow(label, field);
    return field;
}

}  // namespace

QDialog* askCreateMany(const Theme& theme, const QString& cluster, const std::string& ns, QWidget* parent,
                       std::function<void(const CreateManyPlan&)> confirmed) {
    const Form form = makeForm(theme, "createMany", Jobs::tr("Create many Students"),
                               Jobs::tr("They are created in %1, one after the other. Those that exist already are left as "
                                        "they are.").arg(cluster),
                               Jobs::tr("C&reate"), parent);
    QSpinBox* count = addNumber(form, "count", Jobs::tr("How many"), 1, 10'000, 20);
    QLineEdit* space = addText(form, "namespace", Jobs::tr("Namespace"), shownText(ns.empty() ? "default" : ns),
                               QStringLiteral("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"));
    QLineEdit* prefix = addText(form, "prefix", Jobs::tr("Names begin with"), QStringLiteral("student"),
                                QStringLiteral("[a-z0-9]([-a-z0-9]{0,50}[a-z0-9])?"));
    QSpinBox* first = addNumber(form, "first", Jobs::tr("First number"), 0, 1'000'000, 1);
    QLineEdit* school = addText(form, "school", Jobs::tr("School"), QStringLiteral("深圳中学"), {});
    const auto plan = [=] {
        return CreateManyPlan{utf8(space->text()), utf8(prefix->text()), utf8(school->text()), count->value(), first->value()};
    };
    const auto show = [=] {
        form.command->setCommand(kubectlCreateMany(plan().ns, plan().prefix, plan().school, plan().first, plan().count));
        form.go->setEnabled(space->hasAcceptableInput() && prefix->hasAcceptableInput());
    };
    for (QSpinBox* box : {count, first}) QObject::connect(box, &QSpinBox::valueChanged, form.dialog, show);
    for (QLineEdit* field : {space, prefix, school}) QObject::connect(field, &QLineEdit::textChanged, form.dialog, show);
    show();
    QObject::connect(form.go, &QPushButton::clicked, form.dialog, [=, dialog = form.dialog] {
        confirmed(plan());
        dialog->accept();
    });
    form.dialog->open();
    return form.dialog;
}

QDialog* askStorm(const Theme& theme, const QString& cluster, std::vector<ObjectPtr> chosen, std::vector<ObjectPtr> all,
                  QWidget* parent, std::function<void(const StormPlan&)> confirmed) {
    const Form form = makeForm(theme, "storm", Jobs::tr("Storm of edits"),
                               Jobs::tr("Sets an annotation of Students in %1 again and again: many changes, and the queue "
                                        "collapses those of a key into one run. It can be stopped at any time.").arg(cluster),
                               Jobs::tr("Sto&rm"), parent);
    auto* which = new QComboBox(form.dialog);
    which->setObjectName(QStringLiteral("which"));
    if (!chosen.empty()) which->addItem(Jobs::tr("The %n chosen one(s)", nullptr, int(chosen.size())), true);
    which->addItem(Jobs::tr("All %n Student(s)", nullptr, int(all.size())), false);
    form.fields->addRow(Jobs::tr("Which"), which);
    QSpinBox* rate = addNumber(form, "rate", Jobs::tr("Edits a second"), 1, 200, 20);
    QSpinBox* edits = addNumber(form, "edits", Jobs::tr("Edits in all"), 1, 100'000, 200);
    const auto show = [=] {
        const std::vector<ObjectPtr>& objects = which->currentData().toBool() ? chosen : all;
        form.go->setEnabled(!objects.empty());
        if (!objects.empty())
            form.command->setCommand(kubectlStorm(objects.front()->meta.ns, objects.front()->meta.name, edits->value()));
    };
    QObject::connect(which, &QComboBox::currentIndexChanged, form.dialog, show);
    QObject::connect(edits, &QSpinBox::valueChanged, form.dialog, show);
    show();
    QObject::connect(form.go, &QPushButton::clicked, form.dialog, [=, dialog = form.dialog] {
        confirmed(StormPlan{which->currentData().toBool() ? chosen : all, double(rate->value()), edits->value()});
        dialog->accept();
    });
    form.dialog->open();
    return form.dialog;
}

}  // namespace rollcall
