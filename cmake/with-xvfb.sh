#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# with-xvfb.sh COMMAND…: runs COMMAND on an X server of its own and keeps its exit status. The server picks a free
# number by itself and tells it when it is ready, so that several can start at once.
set -eu
folder=$(mktemp -d)
mkfifo "$folder/display"
# Open for reading and writing, so that neither side waits for the other to open.
exec 3<>"$folder/display"
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp -noreset >"$folder/log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
trap 'exit 143' INT TERM HUP
# If the server dies, nobody would ever answer: then answer with nothing.
(while kill -0 "$server" 2>/dev/null; do sleep 0.2; done; echo >&3) &
watcher=$!
read -r number <&3
kill "$watcher" 2>/dev/null || true
if [ -z "$number" ]; then
    cat "$folder/log" >&2
    echo "Xvfb did not start" >&2
    exit 1
fi
status=0
DISPLAY=:$number "$@" 3<&- || status=$?
exit "$status"
