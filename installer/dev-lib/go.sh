# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154  # variables of dev
#
# Go, to build the Kubernetes API server that the cluster tests run against. From 1.21 on, the go command fetches by
# itself the version that tests/cluster/go.mod asks for. An older one (Debian 12 has 1.19) can still fetch that version
# as the module golang.org/toolchain, checked against Go's checksum database like every module; only unpacking it in
# a usable way is then left to us.

# is_usable_go COMMAND
is_usable_go() {
    go_minor=$("$1" env GOVERSION 2>/dev/null | sed -n 's/^go1\.\([0-9]*\).*/\1/p')
    [ "${go_minor:-0}" -ge 21 ]
}

wanted_go() { sed -n 's/^go \([0-9.]*\)$/\1/p' "$root/tests/cluster/go.mod"; }

# Sets GO, which tests/cluster/fetch-assets reads, when the one to use is not the one in PATH.
find_go() {
    ! is_usable_go go || return 0
    for candidate in /usr/local/go/bin/go "$cache/go-$(wanted_go)/bin/go"; do
        if is_usable_go "$candidate"; then
            GO=$candidate
            export GO
            return 0
        fi
    done
    return 1
}

go_from_module() {
    version=$(wanted_go)
    target=$cache/go-$version
    work=$(mktemp -d "${TMPDIR:-/tmp}/rollcall-go.XXXXXX")
    module=golang.org/toolchain@v0.0.1-go$version.$(go env GOOS)-$(go env GOARCH)
    say "fetching Go $version as the module $module (once)"
    echo 'module fetch' >"$work/go.mod"
    if (cd "$work" && GOFLAGS=-modcacherw GOPATH=$work/go GOMODCACHE=$work/modules go mod download "$module") </dev/null >"$work/log" 2>&1; then
        unpacked=$work/modules/$module
        # A module's files carry no permissions.
        chmod +x "$unpacked"/bin/* "$unpacked"/pkg/tool/*/*
        mkdir -p "$cache"
        rm -rf "$target"
        mv "$unpacked" "$target"
    else
        tail -n 5 "$work/log" >&2
        say "Go $version could not be fetched"
    fi
    rm -rf "$work"
}

ensure_go() {
    ! find_go || return 0
    if [ -n "$(not_installed golang-go)" ] && may_install; then
        install_packages golang-go
    fi
    ! find_go || return 0
    ! command -v go >/dev/null || go_from_module
    find_go || say "no Go 1.21 or newer: the tests on a real API server will say SKIPPED"
}
