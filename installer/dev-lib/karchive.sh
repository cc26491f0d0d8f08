# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154  # variables of dev
#
# KArchive for Qt 6 on distributions that have it for Qt 5 only (Debian 12): built from Debian 13's source packages,
# as a static library, into a folder outside the tree. The machine itself is never pointed at another suite: apt works
# with lists of its own here, and checks signatures and hashes as always.

karchive_suite=trixie
karchive_version=6.13

# The address from which this machine gets Debian, so that local mirrors and proxies go on being used.
debian_mirror() {
    # Both spellings of apt's source lists: "URIs:" stanzas and "deb [options] URI suite" lines.
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
        [ -r "$list" ] && awk -v suite="$VERSION_CODENAME" '
            function flush() {
                if (uri != "" && match(" " suites " ", " " suite " ")) { print uri; found = 1; exit }
                uri = suites = ""
            }
            /^[[:space:]]*#/ { next }
            /^[[:space:]]*$/ { flush(); next }
            tolower($1) == "uris:" { uri = $2 }
            tolower($1) == "suites:" { $1 = ""; suites = $0 }
            $1 == "deb" {
                sub(/\[[^]]*\]/, "")
                if ($3 == suite && $2 !~ /^cdrom:/) { print $2; found = 1; exit }
            }
            END { if (!found) flush() }' "$list"
    done 2>/dev/null | head -n 1
}

# karchive_apt WORKDIR ARGS…: apt-get with state, cache and source list inside WORKDIR, needing no rights.
karchive_apt() {
    apt_dir=$1
    shift
    apt-get -q -o Acquire::Retries=3 -o Dir::Etc::sourcelist="$apt_dir/debian.sources" -o Dir::Etc::sourceparts=- \
        -o Dir::State::lists="$apt_dir/lists" -o Dir::Cache="$apt_dir/cache" -o APT::Get::List-Cleanup=false "$@"
}

karchive_fetch() {
    work=$1
    mirror=
    [ "$ID" = debian ] && mirror=$(debian_mirror)
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
    cat >"$work/debian.sources" <<SOURCES
Types: deb-src
URIs: ${mirror:-http://deb.debian.org/debian}
Suites: $karchive_suite
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
    karchive_apt "$work" update
    mkdir "$work/sources"
    [ "$(id -u)" -ne 0 ] || chown _apt "$work/sources" # as root, apt downloads under that name
    cd "$work/sources"
    karchive_apt "$work" source --download-only kf6-karchive kf6-extra-cmake-modules
}

# karchive_cmake SOURCE BUILD OPTIONS…
karchive_cmake() {
    source_dir=$1
    build_dir=$2
    shift 2
    # WITH_*=OFF: reports are .zip and .tar.gz, which need zlib alone.
    cmake -S "$source_dir" -B "$build_dir" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
        -DCMAKE_PREFIX_PATH="$stage" -DCMAKE_INSTALL_PREFIX="$stage" -DCMAKE_INSTALL_LIBDIR=lib "$@"
    cmake --build "$build_dir" --target install
}

karchive_compile() {
    work=$1
    stage=$2
    for package in kf6-extra-cmake-modules kf6-karchive; do
        mkdir -p "$work/$package"
        tar -xf "$work/sources/$package"_*.orig.tar.xz -C "$work/$package" --strip-components=1
    done
    # It asks for a newer Qt than Debian 12's by policy of its project, not by need.
    sed -i 's/set(REQUIRED_QT_VERSION [0-9.]*)/set(REQUIRED_QT_VERSION 6.4.0)/' "$work/kf6-karchive/CMakeLists.txt"
    karchive_cmake "$work/kf6-extra-cmake-modules" "$work/build-ecm" -DBUILD_HTML_DOCS=OFF -DBUILD_MAN_DOCS=OFF
    karchive_cmake "$work/kf6-karchive" "$work/build-karchive" -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DWITH_OPENSSL=OFF -DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON \
        -DWITH_BZIP2=OFF -DCMAKE_DISABLE_FIND_PACKAGE_BZip2=ON -DWITH_LIBLZMA=OFF \
        -DCMAKE_DISABLE_FIND_PACKAGE_LibLZMA=ON -DWITH_LIBZSTD=OFF -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON
}

# The recipe is part of the stamp: a changed recipe is built again.
karchive_stamp() {
    printf '%s %s %s\n' "$ID" "${VERSION_ID:-rolling}" "$(cksum <"$root/installer/dev-lib/karchive.sh")"
}

karchive_is_built() {
    [ -f "$deps_prefix/stamp" ] && [ "$(cat "$deps_prefix/stamp")" = "$(karchive_stamp)" ]
}

karchive_steps() {
    set -e
    karchive_fetch "$work"
    karchive_compile "$work" "$work/stage"
    karchive_stamp >"$work/stage/stamp"
}

karchive_build() {
    say "building KArchive $karchive_version from Debian's source packages into $deps_prefix (half a minute, once)"
    work=$(mktemp -d "${TMPDIR:-/tmp}/rollcall-karchive.XXXXXX")
    chmod 755 "$work" # apt drops its rights for downloads, and must still get in
    # Not "if (…)" nor "(…) ||": in a condition the shell would ignore set -e.
    set +e
    (karchive_steps) </dev/null >"$work/log" 2>&1
    status=$?
    set -e
    if [ "$status" -ne 0 ]; then
        tail -n 25 "$work/log" >&2
        fail "KArchive could not be built; the whole log is $work/log"
    fi
    rm -rf "$deps_prefix"
    mkdir -p "$(dirname "$deps_prefix")"
    mv "$work/stage" "$deps_prefix"
    rm -rf "$work"
}
