#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every way to be wrong on the command line, and the modes without a cluster.
rollcall=$1
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
export HOME=$work/home XDG_CONFIG_HOME=$work/config
mkdir -p "$HOME" "$XDG_CONFIG_HOME"
unset KUBECONFIG KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT

check "--version names itself" grep -Eq '^rollcall [0-9]+\.[0-9]+\.[0-9]+$' <("$rollcall" --version)
check "--help lists --headless" grep -q -- --headless <("$rollcall" --help)
expect 2 'nonsense' --nonsense
expect 2 'workers' --workers 17

# configuration
expect 3 "$work/none" --headless --kubeconfig "$work/none"
printf 'contexts: [\n' >"$work/broken"
expect 3 "$work/broken:[0-9]+" --headless --kubeconfig "$work/broken"
printf 'apiVersion: v1\nkind: Config\n' >"$work/empty"
expect 3 'no configuration|current-context|context' --headless --kubeconfig "$work/empty"
expect 3 'in-cluster|KUBERNETES_SERVICE_HOST' --headless

# cannot connect
expect 4 'http://127.0.0.1:1' --headless --master http://127.0.0.1:1

# the sandbox: headless, on its own, its kubeconfig
expect 0 "Successfully synced 'default/object-student'" --headless --sandbox --for 1500ms
expect 3 '/nonexistent/dir/f' --sandbox-only --write-kubeconfig /nonexistent/dir/f
"$rollcall" --sandbox-only --write-kubeconfig "$work/kubeconfig" 2>"$work/sandbox.log" &
children+=($!)
sandbox=$!
check "the sandbox writes its kubeconfig" await 20 test -s "$work/kubeconfig"
check "which only its owner can read" test "$(stat -c %a "$work/kubeconfig")" = 600
port=$(sed -n 's/.*127\.0\.0\.1:\([0-9]*\).*/\1/p' "$work/kubeconfig" | head -n 1)
expect 3 "$port" --sandbox-only --port "$port"
expect 0 "Successfully synced 'default/object-student'" --headless --kubeconfig "$work/kubeconfig" --for 2s
sed 's/token: .*/token: wrong/' "$work/kubeconfig" >"$work/wrong-token"
expect 4 '401|Unauthorized|not signed in' --headless --kubeconfig "$work/wrong-token"
check "the token is not in any message" bash -c "! grep -q \"\$(sed -n 's/.*token: *//p' '$work/kubeconfig')\" '$work/err' '$work/sandbox.log'"
kill -TERM "$sandbox"
check "SIGTERM ends the sandbox with 0" wait "$sandbox"

# signals: the first stops gracefully, exit 0
"$rollcall" --headless --sandbox 2>"$work/term.log" &
children+=($!)
check "it syncs" await 20 grep -q "Successfully synced" "$work/term.log"
kill -TERM "${children[-1]}"
check "SIGTERM stops gracefully with 0" wait "${children[-1]}"

# the machinery's switches
expect 2 'requeueOnErorr' --headless --sandbox --set requeueOnErorr=false
expect 2 'headless' --trace "$work/trace"
expect 3 '/nonexistent/dir/trace' --headless --sandbox --trace /nonexistent/dir/trace
expect 0 "error syncing 'default/object-student': no luck, requeuing" --headless --sandbox --for 1500ms \
    --fail key=default/object-student,times=2,message='no luck' --trace "$work/trace"
check "the trace is the owner's only" test "$(stat -c %a "$work/trace")" = 600
check "both failures are in it" test "$(grep -c '"step":"SyncFailed".*"key":"default/object-student"' "$work/trace")" = 2
check "and their retries with 5 and 10 ms" bash -c "grep '\"step\":\"Requeued\"' '$work/trace' | grep -o '\"delay\":[0-9]*' | tr '\n' ' ' |
    grep -qx '\"delay\":5000000 \"delay\":10000000 '"
expect 1 'Observed a panic: "boom".*the process ends' --headless --sandbox --for 30s --fail kind=panic,message=boom
expect 0 'Observed a panic: "boom"' --headless --sandbox --for 1500ms --fail kind=panic,message=boom --set reallyCrash=false

# the window on the sandbox writes its kubeconfig too
"$rollcall" --sandbox --write-kubeconfig "$work/window-kubeconfig" 2>"$work/window.log" &
children+=($!)
check "the window writes the sandbox's kubeconfig" await 20 test -s "$work/window-kubeconfig"
kill -TERM "${children[-1]}"
check "SIGTERM closes the window with 0" wait "${children[-1]}"
expect 3 '/nonexistent/dir/f' --sandbox --write-kubeconfig /nonexistent/dir/f

# pictures
expect 0 '' --screenshot "$work/window.png"
check "the picture is a PNG" grep -q PNG "$work/window.png"
expect 3 '/nonexistent/dir/window.png' --screenshot /nonexistent/dir/window.png
done_testing
