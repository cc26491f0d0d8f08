# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154  # variables of dev
#
# Installs what is missing from the distribution's packages. What is installed is asked of dpkg each time (some 20 ms):
# unlike a note of what was done once, that stays true when a package is removed, and needs no network.

# Prints those of its arguments that dpkg does not have.
not_installed() {
    # shellcheck disable=SC2016  # dpkg-query's own placeholders
    there=" $(dpkg-query -W -f='${db:Status-Status}:${Package} ' "$@" 2>/dev/null || true) "
    for package; do
        case $there in
            *" installed:$package "*) ;;
            *) printf '%s ' "$package" ;;
        esac
    done
}

# as_root COMMAND…
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo -- "$@"
    fi
}

# Can we become root, if need be by asking for a password on the terminal? Otherwise sets why_not.
may_install() {
    [ "$(id -u)" -ne 0 ] || return 0
    why_not="only root or a user with sudo may install them"
    command -v sudo >/dev/null || return 1
    ! sudo -n true 2>/dev/null || return 0
    why_not="sudo would ask for a password, and there is no terminal to ask on"
    [ -t 0 ] && [ -t 2 ]
}

# apt_quietly WHAT ARGS…: apt-get, whose words are shown only when it fails.
apt_quietly() {
    what=$1
    shift
    say "$what"
    apt_log=$(mktemp "${TMPDIR:-/tmp}/rollcall-apt.XXXXXX")
    if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 "$@" \
        </dev/null >"$apt_log" 2>&1; then
        tail -n 25 "$apt_log" >&2
        fail "apt-get $1 failed; the whole log is $apt_log"
    fi
    rm -f "$apt_log"
}

refresh_lists() {
    [ -z "${lists_are_fresh-}" ] || return 0
    apt_quietly "reading the package lists" update
    lists_are_fresh=yes
}

install_packages() {
    refresh_lists
    apt_quietly "installing $*" install --no-install-recommends "$@"
}

# group_packages essential|optional GROUP…
group_packages() {
    kind=$1
    shift
    for group; do
        case $kind:$group in
            essential:run) echo "$packages_run" ;;
            essential:test) echo "$packages_test" ;;
            essential:lint) echo "$packages_lint" ;;
            optional:run) echo "$optional_run" ;;
            optional:test) echo "$optional_test" ;;
            optional:lint) echo "$optional_lint" ;;
            *) fail "there is no group of packages called $group" ;;
        esac
    done
}

ensure_packages() {
    essential=$(group_packages essential "$@")
    optional=$(group_packages optional "$@")
    # shellcheck disable=SC2086  # lists of words
    missing=$(not_installed $essential)
    # shellcheck disable=SC2086
    wanted=$(not_installed $optional)
    [ -n "$missing$wanted" ] || return 0
    if may_install; then
        # shellcheck disable=SC2086
        install_packages $missing $wanted
    elif [ -n "$missing" ]; then
        fail "these packages are missing, and $why_not: apt-get install $missing$wanted"
    else
        say "not installed, but not needed either: $wanted"
    fi
}

# The distribution's own where it is built for Qt 6; see karchive.sh for the rest.
ensure_karchive() {
    [ -n "$(not_installed libkf6archive-dev)" ] || return 0
    ! karchive_is_built || return 0
    ! may_install || refresh_lists
    if apt-cache show libkf6archive-dev 2>/dev/null | grep -q '^Version: 6'; then
        may_install || fail "libkf6archive-dev is missing, and $why_not"
        install_packages libkf6archive-dev
        return 0
    fi
    # shellcheck disable=SC2086
    missing=$(not_installed $packages_karchive)
    if [ -n "$missing" ]; then
        may_install || fail "KArchive's build needs packages, and $why_not: apt-get install $missing"
        # shellcheck disable=SC2086
        install_packages $missing
    fi
    karchive_build
}

# ensure_deps GROUP…
ensure_deps() {
    if ! command -v apt-get >/dev/null; then
        say "this system has no apt-get; going on with what is installed. In Debian's names it needs:" \
            "$(group_packages essential "$@" | tr -s ' \n' ' ')libkf6archive-dev"
        return 0
    fi
    [ -z "${deps_checked-}" ] || return 0
    # shellcheck source=/dev/null
    . /etc/os-release
    ensure_packages "$@"
    case " $* " in *" run "*) ensure_karchive ;; esac
    case " $* " in *" test "*) ensure_go ;; esac
    deps_checked=yes
}
