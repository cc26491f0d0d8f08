# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154  # variables of dev

# Older sanitizers cannot live with as much address randomisation as newer kernels use.
with_fixed_addresses() {
    if setarch "$(uname -m)" -R true 2>/dev/null; then
        setarch "$(uname -m)" -R "$@"
    else
        "$@"
    fi
}

# run_ctest PRESET ARGS…: sets ctest_status, and adds to passed, failed and skipped.
run_ctest() {
    test_dir=$root/build/$1
    shift
    results=$test_dir/results.xml
    rm -f "$results"
    ctest_status=0
    with_fixed_addresses ctest --test-dir "$test_dir" --output-on-failure --output-junit "$results" -j "$(jobs)" "$@" \
        </dev/null || ctest_status=$?
    [ -f "$results" ] || return 0
    count() { sed -n "s/^[[:space:]]*$1=\"\([0-9]*\)\".*/\1/p" "$results" | head -n 1; }
    ran=$(count tests)
    bad=$(count failures)
    left=$(($(count skipped) + $(count disabled)))
    passed=$((passed + ran - bad - left))
    failed=$((failed + bad))
    skipped=$((skipped + left))
}

# Does this choice of tests hold any with the label?
chosen_with_label() {
    label=$1
    shift
    ctest --test-dir "$root/build/test" -N -L "^$label\$" "$@" 2>/dev/null | grep -q '^  Test'
}

# The API server, etcd and kubectl for the cluster tests. Without them those tests skip, which CI does not accept.
fetch_cluster_assets() {
    status=0
    KUBEBUILDER_ASSETS=$("$root/tests/cluster/fetch-assets") || status=$?
    case $status in
        0) export KUBEBUILDER_ASSETS ;;
        77) [ "${CI-}" != true ] || fail "in CI the tests on a real API server must run" ;;
        *) fail "the Kubernetes API server for the tests could not be had" ;;
    esac
}

cmd_test() {
    ensure_deps run test
    build_preset test all all_verify_interface_header_sets
    ! chosen_with_label cluster "$@" || fetch_cluster_assets
    passed=0 failed=0 skipped=0
    no_tests=error
    [ $# -eq 0 ] || no_tests=ignore
    run_ctest test --no-tests=$no_tests "$@"
    status=$ctest_status
    if chosen_with_label threads "$@"; then
        build_preset threads rollcall_threads_tests
        run_ctest threads --no-tests=error -L '^threads$' "$@"
        [ "$ctest_status" -eq 0 ] || status=$ctest_status
    fi
    if [ "${CI-}" = true ] && [ "$skipped" -gt 0 ]; then
        say "in CI no test may be skipped"
        status=1
    fi
    [ $((passed + failed)) -gt 0 ] || { say "no test ran"; status=1; }
    printf '%s passed, %s failed, %s skipped\n' "$passed" "$failed" "$skipped"
    exit "$status"
}
