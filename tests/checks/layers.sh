#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# layers.sh TREE QT-INCLUDE-FOLDER: every #include in core, ui and app must be one that layers.table allows.
set -eu
tree=$1
qt=$2
table=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/layers.table
[ -e "$qt/QtCore/QObject" ] || { echo "no Qt headers in $qt" >&2; exit 2; }

# Which Qt module has a header? Asked of Qt itself, so that no spelling (<QWidget>, <qwidget.h>, <QtWidgets/QWidget>)
# slips through. Prints "header module" lines for the awk program below.
qt_headers() {
    for module in "$qt"/Qt*; do
        [ -d "$module" ] || continue
        name=${module#"$qt"/Qt}
        echo "Qt$name/ $name"
        (cd "$module" && find . -maxdepth 1 -type f | sed "s|^\./\(.*\)|\1 $name|")
    done
}

sources=$(mktemp)
trap 'rm -f "$sources"' EXIT
cd "$tree"
find core ui app \( -name '*.h' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.cc' \) -type f 2>/dev/null | sort >"$sources"
[ -s "$sources" ] || { echo "no sources in $tree" >&2; exit 2; }

qt_headers | awk -v table="$table" -v files="$sources" '
    # The room of a path: the longest one in the table that is a folder above it.
    function room_of(path,    room, best) {
        best = ""
        for (room in rooms) if (index(path, room "/") == 1 && length(room) > length(best)) best = room
        return best
    }
    function complain(what) { printf "%s:%d: %s\n", file, line, what; bad = 1 }

    function check_project(path,    room, i, n, allowed) {
        room = room_of(path)
        if (room == own) return
        n = split(rooms[own], allowed, ",")
        for (i = 1; i <= n; i++) if (index(path, allowed[i] "/") == 1) return
        complain(own " must not include " path)
    }
    function check_qt(header,    module, i, n, allowed) {
        module = ""
        if (match(header, /^Qt[A-Za-z0-9]*\//)) module = substr(header, 3, RLENGTH - 3)
        else if (match(header, /^Qt[A-Z]/) && ("Qt" substr(header, 3) "/") in modules) module = substr(header, 3)
        else if (header in modules) module = modules[header]
        if (module == "") return
        n = split(qt_of[own], allowed, ",")
        for (i = 1; i <= n; i++) if (module == allowed[i]) return
        complain(own " must not include <" header "> (Qt" module ")")
    }
    function check_line(text,    header) {
        if (text !~ /^[ \t]*(#|%:|\?\?=)[ \t]*(include|import)/) return
        sub(/^[ \t]*(#|%:|\?\?=)[ \t]*(include|import|include_next)[ \t]*/, "", text)
        gsub(/\/\*[^*]*\*\//, "", text)
        if (text ~ /^</) { header = text; sub(/^</, "", header); sub(/>.*/, "", header) }
        else if (text ~ /^"/) { header = substr(text, 2); sub(/".*/, "", header) }
        else { complain("an include must name its file"); return }
        if (header ~ /(^|\/)\.\.(\/|$)/) complain("\"" header "\": includes are by path from the top")
        else if (header ~ /^(core|ui|app|tests)\//) check_project(header)
        else if (header ~ /\.moc$/ || header ~ /^moc_.*\.cpp$/) return
        else if (text ~ /^"/ && header !~ /\//) complain("\"" header "\": includes are by path from the top")
        else check_qt(header)
    }
    BEGIN {
        while ((getline row < table) > 0) {
            if (row ~ /^#/ || split(row, cell) != 3) continue
            rooms[cell[1]] = cell[2]
            qt_of[cell[1]] = cell[3]
        }
    }
    { modules[$1] = $2 }
    END {
        while ((getline file < files) > 0) {
            own = room_of(file)
            line = 0
            if (own == "") { complain("lies in no room of the table"); continue }
            while ((getline text < file) > 0) { line++; check_line(text) }
            close(file)
        }
        exit bad
    }'
