#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# leader_failover.sh ROLLCALL [KUBECONFIG]: instances with --leader-elect on one cluster (the sandbox unless a kubeconfig is
# given): one works, the others stand by; a leader that is killed is followed when its Lease has run out, one that stops
# releases it and is followed at once.
rollcall=$1
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
kubeconfig=${2-}
if [ -z "$kubeconfig" ]; then
    kubeconfig=$work/kubeconfig
    "$rollcall" --sandbox-only --write-kubeconfig "$kubeconfig" 2>"$work/sandbox.log" &
    children+=($!)
    await 20 test -s "$kubeconfig"
fi

lease=4000
retry=500
instance() { # instance NAME: starts one; its pid is in $pid
    "$rollcall" --headless --kubeconfig "$kubeconfig" --controllers students --leader-elect --leader-elect-lease-duration ${lease}ms \
        --leader-elect-renew-deadline 3s --leader-elect-retry-period ${retry}ms --leader-elect-resource-name "failover-$$" \
        --trace "$work/$1.trace" 2>"$work/$1.log" &
    pid=$!
    children+=("$pid")
}
# at NAME STEP first|last: the monotonic time in ms of that step in an instance's trace; one machine, so one clock.
at() {
    local pick="head -n 1"
    [ "$3" = last ] && pick="tail -n 1"
    grep "\"step\":\"$2\"" "$work/$1.trace" | $pick | sed 's/.*"at":\([0-9]*\)[0-9]\{6\},.*/\1/'
}
leads() { grep -q "became leader" "$work/$1.log"; }

instance a
a=$pid
check "the first becomes the leader" await 20 leads a
check "and works" await 20 grep -q '"step":"WorkerStarted"' "$work/a.trace"
instance b
b=$pid
check "the second sees it" await 20 grep -q "new leader elected" "$work/b.log"
check "and keeps its cache warm" await 20 grep -q "caches synced, waiting for the Lease" "$work/b.log"
check "but does not work" bash -c "! grep -q '\"step\":\"WorkerStarted\"' '$work/b.trace'"

kill -KILL "$a"
check "after a kill the second takes over" await 30 leads b
gap=$(($(at b LeaderAcquired first) - $(at a LeaderRenewed last)))
# The Lease is valid for its duration from when b last saw it change; b looks every 2.2 retry periods at most.
check "not before the Lease had run out ($gap ms)" [ "$gap" -ge $((lease - 100)) ]
check "and works" await 20 grep -q '"step":"WorkerStarted"' "$work/b.trace"

instance c
c=$pid
check "a third stands by" await 20 grep -q "waiting for the Lease" "$work/c.log"
kill -TERM "$b"
check "the leader stops with 0" wait "$b"
check "and released the Lease" grep -q '"step":"LeaderReleased"' "$work/b.trace"
check "the third takes over" await 30 leads c
gap=$(($(at c LeaderAcquired first) - $(at b LeaderReleased last)))
check "without waiting for the Lease to run out ($gap ms)" [ "$gap" -lt "$lease" ]
last=$(grep -n '"step":"Done"' "$work/b.trace" | tail -n 1 | cut -d: -f1)
released=$(grep -n '"step":"LeaderReleased"' "$work/b.trace" | tail -n 1 | cut -d: -f1)
check "the second's workers had ended before it let go" [ "${last:-0}" -lt "$released" ]
kill -TERM "$c"
check "the third stops with 0" wait "$c"

# durations that do not fit together are refused before anything starts
expect 3 'renewDeadline|renew' --headless --kubeconfig "$kubeconfig" --leader-elect --leader-elect-lease-duration 2s \
    --leader-elect-renew-deadline 3s
done_testing
