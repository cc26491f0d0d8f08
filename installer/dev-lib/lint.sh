# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154  # variables of dev

# Tracked and new files with one of these endings; "changed" leaves those equal to the last commit out.
sources() {
    what=$1
    shift
    case $what in
        all) git -C "$root" ls-files --cached --others --exclude-standard -- "$@" ;;
        changed)
            git -C "$root" diff --name-only --diff-filter=d HEAD -- "$@" 2>/dev/null
            git -C "$root" ls-files --others --exclude-standard -- "$@"
            ;;
    esac
}

shell_scripts() {
    cd "$root" || return 1
    for file in dev .ci/run installer/dev-lib/*.sh; do
        echo "$file"
    done
    sources all | while IFS= read -r file; do
        case $(head -c 32 "$file" 2>/dev/null | tr -d '\0') in '#!'*sh*) echo "$file" ;; esac
    done
}

lint_format() {
    cd "$root" || return 1
    sources all '*.cpp' '*.h' | tr '\n' '\0' | xargs -0 -r clang-format --dry-run --Werror
}

lint_tidy() {
    cd "$root" || return 1
    sources changed '*.cpp' | tr '\n' '\0' |
        xargs -0 -r -n 1 -P "$(jobs)" clang-tidy --quiet --warnings-as-errors='*' -p build/lint
}

lint_shell() { shell_scripts | sort -u | tr '\n' '\0' | (cd "$root" && xargs -0 -r shellcheck -x); }

need_git() { git -C "$root" rev-parse 2>/dev/null || fail "this needs git and a clone, to know which files are sources"; }

cmd_format() {
    need_git
    ensure_deps lint
    cd "$root" || return 1
    sources all '*.cpp' '*.h' | tr '\n' '\0' | xargs -0 -r clang-format -i
}

cmd_lint() {
    need_git
    ensure_deps run lint
    status=0
    say "formatting (clang-format)"
    (lint_format) >&2 || status=1
    say "shell scripts (shellcheck)"
    (lint_shell) >&2 || status=1
    say "changed C++ files (clang-tidy)"
    configure_preset lint
    build_preset lint autogen
    (lint_tidy) >&2 || status=1
    [ "$status" -eq 0 ] || fail "lint found something"
    say "lint found nothing"
}
