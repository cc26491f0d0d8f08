# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2034  # read by deps.sh
#
# What is needed, by the names of Debian 12 and 13 and Ubuntu 24.04 and later. A group's essential packages stop the
# work when they cannot be installed; the others make it faster or nicer.

packages_run="g++ cmake ninja-build qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-l10n-tools libboost-dev libyaml-cpp-dev
    libsimdjson-dev nlohmann-json3-dev libssl-dev zlib1g-dev"
# Fonts: a machine without a desktop has none, and names of Students may be Chinese.
optional_run="ccache lld qt6-wayland fonts-dejavu-core fonts-noto-cjk"

packages_test="ca-certificates curl openssl"
optional_test="xvfb"

packages_lint="clang-format clang-tidy shellcheck"
optional_lint=""

# To build KArchive where the distribution has it for Qt 5 only; Debian's key ring, because its sources are Debian's.
packages_karchive="xz-utils ca-certificates debian-archive-keyring"
