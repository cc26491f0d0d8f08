#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a real API server refuses, and how that is said. Usage: cluster_errors.sh ROLLCALL STATE, with the server running.
rollcall=$1
state=$2
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
export HOME=$work/home
mkdir -p "$HOME"
unset KUBECONFIG

for user in admin admin-ec admin-ed25519 token narrow; do
    expect 0 'caches synced' --headless --kubeconfig "$state/$user.kubeconfig" --for 3s
done
expect 4 'certificate|TLS' --headless --kubeconfig "$state/wrong-ca.kubeconfig"
expect 4 '401|Unauthorized|not signed in' --headless --kubeconfig "$state/wrong-token.kubeconfig"
expect 4 '401|Unauthorized|not signed in' --headless --kubeconfig "$state/expired.kubeconfig"
expect 5 'students' --headless --kubeconfig "$state/nobody.kubeconfig"
expect 3 'no-such-context' --headless --kubeconfig "$state/admin.kubeconfig" --context no-such-context
done_testing
