#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# test.sh [preset [ctest arguments...]]: set-up, build, all tests. Works from any folder.
# Of cuda and hip only the tests that need no device run, unless TANDEM_RUN_TESTS=ON was configured.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"
cd "$tandem_root"

preset=${1:-host}
shift || true
need_preset "$preset"
configs/setup.sh "$preset"
case $preset in
  host | host64 | debug) configs/setup.sh bench || say "no matplotlib: the tests that draw are skipped" ;;
esac
build_preset "$preset"
if grep -q '^TANDEM_RUN_TESTS:BOOL=OFF' "build/$preset/CMakeCache.txt"; then
  say "$preset: compiled and linked; only what needs no device is run (TANDEM_RUN_TESTS=OFF)"
fi
ctest --preset "$preset" -j "$jobs" "$@"
