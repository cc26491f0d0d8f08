#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# kubectl_smoke.sh against a sandbox of its own. usage: kubectl_smoke_run.sh DRIVER
# kubectl: $KUBECTL, else that of the cluster tests, else one on the PATH.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
driver=$1

find_kubectl() {
    if [ -n "${KUBECTL:-}" ]; then echo "$KUBECTL"; return; fi
    local asset
    for asset in "${KUBEBUILDER_ASSETS:-/nonexistent}/kubectl" "${XDG_CACHE_HOME:-$HOME/.cache}"/rollcall/kube-assets/*/kubectl; do
        [ -x "$asset" ] && { echo "$asset"; return; }
    done
    command -v kubectl
}
KUBECTL=$(find_kubectl) || { echo "SKIPPED: no kubectl here; tests/cluster/fetch-assets makes one"; exit 77; }
export KUBECTL

work=$(mktemp -d)
"$driver" "$work/kubeconfig" >"$work/facts" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 200); do grep -q KUBECONFIG "$work/facts" && break; sleep 0.05; done
grep -q KUBECONFIG "$work/facts" || { echo "the sandbox did not start"; exit 1; }
KUBECONFIG=$work/kubeconfig "$here/kubectl_smoke.sh"
