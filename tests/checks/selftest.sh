#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# selftest.sh QT-INCLUDE-FOLDER: each check passes a clean tree and finds each planted violation, by file and line.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
qt=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cases=0
failed=0

licence='// SPDX-License-Identifier: GPL-3.0-or-later'

clean_tree() {
    rm -rf "${tree:?}"/*
    for room in base api config queue trace client cache record sandbox report controller session; do
        mkdir -p "$tree/core/$room"
        printf '%s\n#include <QObject>\n#include <vector>\n' "$licence" >"$tree/core/$room/$room.h"
    done
    printf '#include "core/client/client.h"\n' >>"$tree/core/cache/cache.h"
    mkdir -p "$tree/ui/models" "$tree/ui/window" "$tree/app" "$tree/tests"
    printf '%s\n#include "core/session/session.h"\n#include <QWidget>\n' "$licence" >"$tree/ui/window/main_window.cpp"
    cat >>"$tree/ui/window/main_window.cpp" <<'CPP'
void f() {
    label->setText(tr("Hello, %1").arg(name));
    label->setText(QStringLiteral("%1 / %2").arg(1).arg(2));
    button->setObjectName(QStringLiteral("startButton"));
    menu->addAction(QIcon::fromTheme(QStringLiteral("document-save")), tr("Save"));
    label->setText(name);
    const char* sheet = R"(
QLabel { color: red; }
QCheckBox { spacing: 8px; }
)";
    app->setStyleSheet(QStringLiteral(R"x(QLabel { color: red; })x"));
    label->setText(QStringLiteral("kubectl"));  // untranslated: a command
    box->setText(tr("one (%1)").arg(
        tr("two")));
}
CPP
    printf '%s\n' "$licence" >"$tree/app/main.cpp"
}

# run CHECK: the check's findings
run() {
    case $1 in
        layers) "$here/layers.sh" "$tree" "$qt" ;;
        *) "$here/$1.sh" "$tree" ;;
    esac
}

passes_clean() {
    cases=$((cases + 1))
    clean_tree
    run "$1" >"$tree/out" 2>&1 && return 0
    failed=$((failed + 1))
    echo "$1 complains of a clean tree:"
    cat "$tree/out"
}

# finds CHECK FILE TEXT…: with TEXT appended to FILE, the check fails and names that line.
finds() {
    cases=$((cases + 1))
    check=$1
    file=$2
    shift 2
    clean_tree
    mkdir -p "$(dirname "$tree/$file")"
    [ -f "$tree/$file" ] || printf '%s\n' "$licence" >"$tree/$file"
    line=$(($(wc -l <"$tree/$file") + 1))
    printf '%s\n' "$@" >>"$tree/$file"
    if run "$check" >"$tree/out" 2>&1 || ! grep -q "$file:$line:" "$tree/out"; then
        failed=$((failed + 1))
        echo "$check does not find in $file:$line: $*"
        cat "$tree/out"
    fi
}

for check in layers sizes spdx untranslated; do passes_clean "$check"; done

for spelling in '<QWidget>' '<qwidget.h>' '<QtWidgets/QWidget>' '<QtWidgets/qwidget.h>' '<QtWidgets>' '"QtWidgets/QWidget"' \
    '<QPixmap>' '<QtGui/QPixmap>' '<QtGui>' '<QTcpSocket>'; do
    finds layers core/api/api.h "#include $spelling"
done
finds layers core/api/api.h '#  include  <QWidget>'
finds layers core/api/api.h '#include /* no */ <QWidget>'
finds layers core/api/api.h '%:include <QWidget>'
finds layers core/api/api.h '#include WIDGET_HEADER'
finds layers core/api/api.h '#include "ui/models/x.h"'
finds layers core/session/session.h '#include "app/x.h"'
finds layers core/base/base.h '#include "core/api/api.h"'
finds layers core/queue/queue.h '#include "core/config/x.h"'
finds layers core/sandbox/sandbox.h '#include "core/client/client.h"'
finds layers core/sandbox/sandbox.h '#include "core/api/api.h"'
finds layers core/sandbox/deep/x.cpp '#include "core/cache/cache.h"'
finds layers core/client/client.h '#include "core/cache/cache.h"'
finds layers core/cache/cache.h '#include "../record/record.h"'
finds layers core/cache/cache.h '#include "neighbour.h"'
finds layers core/controller/controller.h '#include "core/session/session.h"'
finds layers ui/window/main_window.cpp '#include "core/client/client.h"'
finds layers ui/models/model.h '#include <QWidget>'
finds layers app/main.cpp '#include "core/client/client.h"'

many() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print "//" }'; }
long() {
    cases=$((cases + 1))
    clean_tree
    { echo "$licence" && many "$2"; } >"$tree/$1"
    run sizes >"$tree/out" 2>&1 && found=no || found=yes
    [ "$found" = "$3" ] && return 0
    failed=$((failed + 1))
    echo "sizes: $1 with $(($2 + 1)) lines: found $found, not $3"
}
long core/api/x.cpp 499 no
long core/api/x.cpp 500 yes
long core/api/x.h 159 no
long core/api/x.h 160 yes
long ui/window/main_window.cpp 250 yes
long tests/tst_x.cpp 500 yes

for file in core/api/x.cpp core/api/x.h core/CMakeLists.txt cmake/x.cmake installer/x.sh; do
    cases=$((cases + 1))
    clean_tree
    mkdir -p "$(dirname "$tree/$file")"
    echo "int x;" >"$tree/$file"
    run spdx >"$tree/out" 2>&1 || { grep -q "$file:1:" "$tree/out" && continue; }
    failed=$((failed + 1))
    echo "spdx does not find $file"
done

window=ui/window/main_window.cpp
finds untranslated $window 'label->setText(QStringLiteral("Ready"));'
finds untranslated $window 'label->setText(tr("Ready") + QStringLiteral(" and waiting"));'
finds untranslated $window 'label->setText(on ? tr("On") : QStringLiteral("Off"));'
finds untranslated $window 'auto* b = new QPushButton(QStringLiteral("Start"), this);'
finds untranslated $window 'label->setToolTip(' '    QStringLiteral("Ready"));'
finds untranslated $window 'label->setText(u"准备好"_s);'
finds untranslated $window 'QMessageBox::warning(this, tr("Rollcall"), QStringLiteral("It failed."));'
finds untranslated $window 'f(R"(a { b: c; })"); label->setText(QStringLiteral("Ready"));'
finds untranslated $window 'auto* l = new QLabel{QString::fromUtf8("Ready")};'
finds untranslated $window 'bar->addAction(icon(QStringLiteral("x")), QStringLiteral("Save"));'

echo "$cases checks of the checks, $failed failed"
[ "$failed" -eq 0 ]
