#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh parts WORK                          vet and test the Go code
# run.sh compare WORK ROLLCALL STATE ARGS…   build, and run the scripts against the server whose state is in STATE
#
# Exit code 77: there is no Go that can build this; one line says so.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
what=$1
work=$2
shift 2

go_cmd=$(command -v "${GO:-go}" || true)
if [[ -z $go_cmd && -z ${GO-} && -x /usr/local/go/bin/go ]]; then go_cmd=/usr/local/go/bin/go; fi
if [[ -z $go_cmd ]]; then
    echo "SKIPPED: Go is not installed, so that the twin cannot be built." >&2
    exit 77
fi
# As tests/cluster/fetch-assets: some distributions keep the go command from fetching the Go that go.mod asks for.
export GOTOOLCHAIN=${GOTOOLCHAIN:-auto} GOFLAGS=-mod=readonly GOWORK=off CGO_ENABLED=0
cd "$here"
if ! said=$("$go_cmd" list -m 2>&1); then
    echo "SKIPPED: this Go cannot build the twin (${said##*$'\n'})." >&2
    exit 77
fi

mkdir -p "$work"
case $what in
    parts)
        untidy=$("$("$go_cmd" env GOROOT)/bin/gofmt" -l .)
        [[ -z $untidy ]] || { echo "not formatted: $untidy" >&2; exit 1; }
        nice -n 5 "$go_cmd" vet ./...
        nice -n 5 "$go_cmd" test -p 1 -timeout 120s ./...
        ;;
    compare)
        rollcall=$1
        state=$2
        shift 2
        nice -n 5 "$go_cmd" build -p 1 -buildvcs=false -o "$work/" ./twin ./oracle
        exec "$work/oracle" -twin "$work/twin" -rollcall "$rollcall" -kubeconfig "$state/admin.kubeconfig" \
            -scripts "$here/scripts" -manifests "$here/../../resources/manifests" -work "$work/logs" "$@"
        ;;
    *)
        echo "usage: run.sh parts WORK | compare WORK ROLLCALL STATE [ARGS]" >&2
        exit 2
        ;;
esac
