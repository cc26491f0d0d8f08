# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154  # variables of dev

jobs() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# Configured for this tree and these presets? A clone that was moved, or new presets, mean configuring again;
# everything else CMake notices by itself.
is_configured() {
    [ -f "$1/build.ninja" ] && [ -f "$1/.configured" ] && [ "$(cat "$1/.configured")" = "$(configured_stamp)" ]
}
configured_stamp() { printf '%s %s %s\n' "$root" "$deps_prefix" "$(cksum <"$root/CMakePresets.json")"; }

configure_preset() {
    build_dir=$root/build/$1
    ! is_configured "$build_dir" || return 0
    rm -rf "$build_dir/CMakeCache.txt" "$build_dir/CMakeFiles"
    say "configuring $1"
    mkdir -p "$build_dir"
    if ! (cd "$root" && ROLLCALL_PREFIX=$deps_prefix cmake --preset "$1") </dev/null >"$build_dir/configure.log" 2>&1; then
        tail -n 40 "$build_dir/configure.log" >&2
        fail "CMake could not configure; the whole log is $build_dir/configure.log"
    fi
    configured_stamp >"$build_dir/.configured"
}

# build_preset PRESET TARGET…
build_preset() {
    preset=$1
    shift
    configure_preset "$preset"
    # Nothing to do is the usual case: then without a word.
    case $(ninja -C "$root/build/$preset" -n "$@" 2>/dev/null) in *"no work to do"*) return 0 ;; esac
    say "building $preset: $*"
    ninja -C "$root/build/$preset" -j "$(jobs)" "$@" </dev/null >&2 || fail "the build of $preset failed"
}
