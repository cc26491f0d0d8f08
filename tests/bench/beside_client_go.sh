#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The work queue beside client-go's, in one interleaved run: each repetition runs every mix of queue_mixes.h once with
# client-go (clientgo/, at the version of its go.mod), once with ours, and once more with every step in the transition log.
# Prints medians in million operations a second, and ratios of the medians.
#
#   beside_client_go.sh PROGRAM [REPETITIONS [COUNT [MIX]]]
#
# PROGRAM is rollcall_queue_bench of an optimised build; MIX chooses the mixes that begin so ("unique 1"). Needs Go 1.26.
set -eu

[ $# -ge 1 ] || { sed -n '4,11s/^# \{0,1\}//p' "$0" >&2 && exit 2; }
ours=$1
repetitions=${2:-7}
count=${3:-1000000}
only=${4:-}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/rollcall-queues.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

(cd "$here/clientgo" && "${GO:-go}" build -o "$work/clientgo" .)
"$ours" list | grep "^$only" >"$work/mixes"

round=0
while [ "$round" -lt "$repetitions" ]; do
    round=$((round + 1))
    while read -r mode producers consumers; do
        mix="$mode,$producers,$consumers"
        echo "$mix go $("$work/clientgo" "$mode" "$producers" "$consumers" "$count")"
        for use in plain together logged; do
            echo "$mix $use $("$ours" "$mode" "$producers" "$consumers" "$count" "$use")"
        done
    done <"$work/mixes" >>"$work/results"
    echo "round $round of $repetitions" >&2
done

# Sorted by mix, program and number, the middle line of each group is its median.
sort -k1,1 -k2,2 -k3,3n "$work/results" | awk -v n="$repetitions" '
    { at[$1 " " $2]++; if (at[$1 " " $2] == int((n + 1) / 2)) median[$1 " " $2] = $3 / 1e6; mixes[$1] = 1 }
    END {
        format = "%-16s %10s %10s %8s %14s %8s %12s %10s\n"
        printf format, "mix", "client-go", "ours", "ratio", "done+get", "ratio", "with log", "log/ours"
        for (mix in mixes) {
            split(mix, part, ",")
            go = median[mix " go"]; plain = median[mix " plain"]
            together = median[mix " together"]; logged = median[mix " logged"]
            printf "%-16s %10.2f %10.2f %8.2f %14.2f %8.2f %12.2f %10.2f\n", part[1] " " part[2] "p/" part[3] "c", go, plain,
                plain / go, together, together / go, logged, logged / plain | "sort"
        }
    }'
