#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sizes.sh TREE: no source file outgrows the limits of CONTRIBUTING.md.
set -eu
cd "$1"
list=$(find core ui app tests \( -name '*.h' -o -name '*.cpp' \) -type f 2>/dev/null | sort)
[ -n "$list" ] || { echo "no sources in $1" >&2; exit 2; }
echo "$list" | tr '\n' '\0' | xargs -0 awk '
    function limit(file) {
        if (file ~ /(^|\/)main_?window\.cpp$/) return 250
        return file ~ /\.h$/ ? 160 : 500
    }
    FNR > limit(FILENAME) && !(FILENAME in told) {
        printf "%s:%d: longer than %d lines\n", FILENAME, FNR, limit(FILENAME)
        told[FILENAME] = bad = 1
    }
    END { exit bad }'
