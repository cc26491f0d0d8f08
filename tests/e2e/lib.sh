# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What the end-to-end tests share. Source it with the program's path in $rollcall.
set -u
work=$(mktemp -d)
failures=0
children=()

finish() {
    for pid in "${children[@]}"; do kill -KILL "$pid" 2>/dev/null; done
    rm -rf "$work"
}
trap finish EXIT

check() { # check NAME CONDITION…: runs the condition, tells, counts
    local name=$1
    shift
    if "$@"; then
        echo "ok: $name"
    else
        echo "FAILED: $name"
        failures=$((failures + 1))
    fi
}

# expect CODE PATTERN ARGS…: the program's exit code, and an extended regular expression in what it says on stderr.
expect() {
    local code=$1 pattern=$2
    shift 2
    timeout 60 "$rollcall" "$@" >"$work/out" 2>"$work/err" </dev/null
    local got=$?
    if [ "$got" -eq "$code" ] && grep -Eq -- "$pattern" "$work/err" && [ ! -s "$work/out" ]; then
        echo "ok: rollcall $* exits $code"
    else
        echo "FAILED: rollcall $*: exit $got, wanted $code and /$pattern/ on stderr, nothing on stdout"
        sed 's/^/    /' "$work/err" "$work/out"
        failures=$((failures + 1))
    fi
}

# await SECONDS CONDITION…: polls; false when the time is over.
await() {
    local until=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$until" ] || return 1
        sleep 0.1
    done
}

done_testing() {
    echo "$failures failed"
    [ "$failures" -eq 0 ]
}
