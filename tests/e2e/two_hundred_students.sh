#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The whole job, headless, against a real API server, as a user with no more rights than it needs: 200 Students made with
# kubectl are synced and have their Events; edits, deletes and a restart of the API server in between lose nothing.
# Usage: two_hundred_students.sh ROLLCALL KUBE
rollcall=$1
kube=$2
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
state=$work/cluster
trap '"$kube" down "$state" >/dev/null 2>&1; finish' EXIT
"$kube" up "$state" >"$work/up" 2>"$work/up.err" || { code=$?; cat "$work/up.err"; exit "$code"; }
# shellcheck source=/dev/null
. "$state/env"
kubectl() { "$KUBECTL" --kubeconfig "$state/admin.kubeconfig" --request-timeout=20s "$@"; }

students() { # students FROM TO SCHOOL
    for i in $(seq "$1" "$2"); do
        printf -- '---\napiVersion: bolingcavalry.k8s.io/v1\nkind: Student\nmetadata: {name: s%s, namespace: class}\nspec: {name: "学生%s", school: "%s"}\n' "$i" "$i" "$3"
    done
}
synced_keys() { sed -n "s/.*Successfully synced '\(class\/[^']*\)'.*/\1/p" "$work/log" | sort -u | wc -l; }
synced_at_least() { [ "$(synced_keys)" -ge "$1" ]; }
times_synced() { grep -c "Successfully synced '$1'" "$work/log"; }
events() { kubectl get events -n class --field-selector reason=Synced --no-headers -o 'custom-columns=O:.involvedObject.name,C:.count,S:.source.component,T:.type,M:.message' 2>/dev/null; }
events_at_least() { [ "$(events | wc -l)" -ge "$1" ]; }
runs_of() { [ "$(times_synced "class/$1")" -ge "$2" ]; }

kubectl create namespace class >/dev/null
students 1 200 "深圳中学" >"$work/students.yaml"
kubectl create -f "$work/students.yaml" >/dev/null || { echo "FAILED: no Students"; exit 1; }

"$rollcall" --headless --kubeconfig "$state/narrow.kubeconfig" 2>"$work/log" &
controller=$!
children+=("$controller")
check "200 Students are synced" await 60 synced_at_least 200
check "each has its Event in the cluster" await 120 events_at_least 200
check "with source, type, message and count" test "$(events | awk '$2 == 1 && $3 == "student-controller" && $4 == "Normal"' | grep -c 'Student synced successfully$')" -eq 200

students 1 20 "一中" | kubectl apply -f - >/dev/null 2>&1
kubectl delete -n class student s191 s192 s193 s194 s195 >/dev/null
check "an edit is synced again" await 30 runs_of s20 2
"$kube" restart-apiserver "$state" >/dev/null
students 21 40 "二中" >"$work/edits.yaml"
check "edits after the restart are taken" await 30 kubectl apply -f "$work/edits.yaml" >/dev/null 2>&1
kubectl delete -n class student s196 s197 >/dev/null
for student in s21 s30 s40; do check "$student, edited after the restart, is synced again" await 90 runs_of "$student" 2; done
check "a deletion after the restart is seen" await 30 grep -q '对象被删除.*class/s197' "$work/log"
# Events that met the restart are posted again after up to ten seconds; only then is it time to stop.
counted() { [ "$(events | awk '$2 == 2' | wc -l)" -eq 40 ]; }
check "the Events of all edited Students have count 2" await 120 counted

kill -TERM "$controller"
began=$SECONDS
check "SIGTERM ends it with 0" wait "$controller"
check "within three seconds" test $((SECONDS - began)) -le 3
check "nothing was refused" bash -c "! grep -q 'not written' '$work/log'"
[ "$failures" -eq 0 ] || { echo "--- log"; tail -n 40 "$work/log"; }
done_testing
