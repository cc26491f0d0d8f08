#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# untranslated.sh TREE: no text for people in ui reaches a widget without tr(). Looks at whole statements that call a
# function which shows text; what is left once tr(…), icon names and key sequences are taken out must hold no words.
# A statement that must stay as it is (a protocol word, say) carries the comment: // untranslated: REASON
set -eu
cd "$1"
list=$(find ui -name '*.cpp' -type f 2>/dev/null | sort)
[ -n "$list" ] || { echo "no sources in $1/ui" >&2; exit 2; }
# shellcheck disable=SC2016  # awk's own dollar signs
echo "$list" | tr '\n' '\0' | xargs -0 awk '
    function shows_text(s) {
        return s ~ /(setText|setPlainText|setWindowTitle|setTitle|setToolTip|setStatusTip|setWhatsThis|setPlaceholderText|setAccessibleName|setAccessibleDescription|setLabelText|setInformativeText|setDetailedText|setPrefix|setSuffix|setSpecialValueText|setHtml|setMarkdown|setIconText|addAction|addMenu|addItem|addTab|addButton|insertItem|setTabText|setItemText|showMessage|drawText|addRow|QLabel|QPushButton|QToolButton|QCheckBox|QRadioButton|QGroupBox|QDockWidget|QAction|QMessageBox::[a-z]+)[ \t]*[({]/ ||
            s ~ /new[ \t]+Q(Label|PushButton|CheckBox|RadioButton|GroupBox|DockWidget|Action|Menu)[ \t]*[({]/
    }
    # Takes out NAME( … ) with everything inside, strings and nested parentheses included.
    function without_call(s, name,    at, i, c, depth, quoted, out) {
        out = ""
        while (match(s, "(^|[^A-Za-z0-9_])" name "[ \t]*[({]")) {
            out = out substr(s, 1, RSTART) " "
            depth = 1; quoted = 0
            for (i = RSTART + RLENGTH; i <= length(s) && depth > 0; i++) {
                c = substr(s, i, 1)
                if (quoted) { if (c == "\\") i++; else if (c == "\"") quoted = 0 }
                else if (c == "\"") quoted = 1
                else if (c == "(" || c == "{") depth++
                else if (c == ")" || c == "}") depth--
            }
            s = substr(s, i)
        }
        return out s
    }
    function has_words(s,    text) {
        while (match(s, /"([^"\\]|\\.)*"/)) {
            text = substr(s, RSTART + 1, RLENGTH - 2)
            s = substr(s, RSTART + RLENGTH)
            gsub(/%L?[0-9]+|%n|\\./, "", text)
            gsub(/<[^>]*>|&[a-z]+;/, "", text)
            if (text ~ /[A-Za-z][A-Za-z]/ || text ~ /[\320-\337\343-\355]/) return 1
        }
        return 0
    }
    function check(s,    i) {
        if (s ~ /\/\/ untranslated:/ || !shows_text(s)) return
        gsub(/\/\/ [^"]*$/, "", s)
        for (i = 1; i <= names; i++) s = without_call(s, name[i])
        if (has_words(s)) { printf "%s:%d: text outside tr()\n", file, start; bad = 1 }
    }
    BEGIN {
        names = split("tr translate QT_TR_NOOP QT_TR_N_NOOP QT_TRANSLATE_NOOP QIcon fromTheme icon themedIcon QKeySequence " \
                      "setObjectName property setProperty findChild", name, " ")
    }
    # Leaves out raw strings: style sheets and the like. They may span lines.
    function without_raw(s,    out, end) {
        out = ""
        for (;;) {
            if (in_raw) {
                if (!(end = index(s, ")" delimiter "\""))) return out
                s = substr(s, end + length(delimiter) + 2)
                in_raw = 0
            }
            if (!match(s, /R"[A-Za-z]*\(/)) return out s
            out = out substr(s, 1, RSTART - 1)
            delimiter = substr(s, RSTART + 2, RLENGTH - 3)
            s = substr(s, RSTART + RLENGTH)
            in_raw = 1
        }
    }
    FNR == 1 { statement = ""; start = 1; file = FILENAME; in_raw = 0 }
    {
        if (statement == "") start = FNR
        text = without_raw($0)
        if (text !~ /\/\/ untranslated:/) sub(/^[ \t]*\/\/.*/, "", text)
        statement = statement " " text
        if (text ~ /[;{}][ \t]*(\/\/.*)?$/) { check(statement); statement = "" }
    }
    END { exit bad }'
