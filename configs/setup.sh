#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# setup.sh [preset]: installs or names the packages a preset needs and fills the dependency cache.
# "setup.sh format" gets the pinned clang-format, "setup.sh bench" what perf_tests/tandem-bench draws with. Quick when
# everything is there.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"
source "$configs/lib/packages.sh"
source "$configs/lib/kokkos.sh"
source "$configs/lib/bench.sh"

preset=${1:-host}
case $preset in
  -h | --help)
    sed -n '3,5s/^# //p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  format)
    if have_dpkg; then install_packages format; fi
    exit 0
    ;;
  bench)
    bench_ready || make_bench_venv
    say "bench: ready ($bench_venv)"
    exit 0
    ;;
esac
need_preset "$preset"

if [[ $preset == cuda ]] && ! command -v nvcc >/dev/null; then
  die "the cuda preset needs nvcc (CUDA 12 or newer) in PATH; every other preset works without"
fi

# all_ready: nothing to do. Asked without the lock too, so that a long set-up of one preset does not hold
# up another that is complete.
all_ready() {
  if have_dpkg; then
    [[ -z $(missing_packages common "$preset") ]] && catch2_ready || return 1
  fi
  kokkos_ready "$preset"
}
ready() {
  say "$preset: ready ($1)"
  exit 0
}
# need_tools: what every preset is configured and built with
need_tools() {
  local tool version
  for tool in cmake ninja; do
    command -v "$tool" >/dev/null || die "$tool is not installed"
  done
  version=$(cmake --version | sed -n '1s/^cmake version //p')
  printf '%s\n' "$CMAKE_MINIMUM" "$version" | sort -CV ||
    die "the presets need CMake $CMAKE_MINIMUM or newer, this is $version"
}
all_ready && need_tools && ready "dependencies in $TANDEM_DEPS"

mkdir -p "$TANDEM_DEPS"
exec 9>"$TANDEM_DEPS/.lock"
if ! flock -n 9; then
  say "another set-up is running, waiting for it"
  flock 9
fi
# Left by a set-up that was interrupted: nobody else can be using them while we hold the lock.
rm -rf "$TANDEM_DEPS"/tmp.*

if have_dpkg; then
  install_packages common "$preset"
  fetch_catch2
else
  say "packages are left to you, see docs/building.md"
fi
if [[ $preset == hip ]] && ! command -v hipcc >/dev/null; then
  die "the hip preset needs hipcc in PATH; every other preset works without"
fi
need_tools
need_compiler "$preset"

kokkos_ready "$preset" && ready "dependencies in $TANDEM_DEPS"
installed=$(installed_kokkos "$preset") || true
[[ -n $installed ]] && ready "Kokkos found in $installed"
build_kokkos "$preset"
ready "dependencies in $TANDEM_DEPS"
