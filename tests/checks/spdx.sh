#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# spdx.sh TREE: every source file names its licence within its first five lines.
set -eu
cd "$1"
find . \( -path ./build -o -path ./.git -o -path ./.cache \) -prune -o -type f \( -name '*.h' -o -name '*.cpp' \
    -o -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt -o -name '*.go' -o -name '*.py' -o -path ./dev \
    -o -path ./.ci/run -o -path './tests/cluster/kube' -o -path './tests/cluster/fetch-assets' \) -print | sort |
    while IFS= read -r file; do
        head -n 5 "$file" | grep -q 'SPDX-License-Identifier: GPL-3.0-or-later' ||
            echo "$file:1: no SPDX-License-Identifier: GPL-3.0-or-later"
    done | if grep .; then exit 1; fi
