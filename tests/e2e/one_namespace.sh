#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# one_namespace.sh ROLLCALL STATE: a user who may list in one namespace only, on a real API server: the controllers work
# there instead of not at all, and notice rights that are given later.
rollcall=$1
state=$2
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
export HOME=$work/home
mkdir -p "$HOME"
unset KUBECONFIG
# shellcheck source=/dev/null
. "$state/env"
ns=homeroom-$$
kubectl() { "$KUBECTL" --kubeconfig "$state/admin.kubeconfig" --cache-dir "$work/cache" --request-timeout=20s "$@"; }
cleanup() { kubectl delete namespace "$ns" --wait=false >/dev/null 2>&1; }
trap 'cleanup; finish' EXIT

kubectl create namespace "$ns" >/dev/null
kubectl create rolebinding nobody -n "$ns" --clusterrole rollcall-narrow --user nobody >/dev/null
student() { # student NAME: its manifest
    printf 'apiVersion: bolingcavalry.k8s.io/v1\nkind: Student\nmetadata: {name: %s, namespace: %s}\nspec: {name: %s, school: s}\n' "$1" "$ns" "$1"
}
student first | kubectl create -f - >/dev/null

sed "s/namespace: default/namespace: $ns/" "$state/nobody.kubeconfig" >"$work/one.kubeconfig"
check "the kubeconfig names the namespace" grep -q "namespace: $ns" "$work/one.kubeconfig"
"$rollcall" --headless --kubeconfig "$work/one.kubeconfig" --trace "$work/trace" 2>"$work/log" &
children+=($!)
check "it says where it may look" await 20 grep -q "allowed in namespace $ns, which is watched instead" "$work/log"
check "it says why in the trace" await 20 grep -q '"step":"NamespaceForbidden"' "$work/trace"
check "the namespace's Student is synced" await 20 grep -q "Successfully synced '$ns/first'" "$work/log"
student second | kubectl create -f - >/dev/null
check "so is a new one" await 20 grep -q "Successfully synced '$ns/second'" "$work/log"
events() { [ "$(kubectl get events -n "$ns" --no-headers 2>/dev/null | grep -c Synced)" = 2 ]; }
check "their Events are written" await 30 events
kill -TERM "${children[-1]}"
check "it stops with 0" wait "${children[-1]}"
done_testing
