#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# tandem_test_configs.sh: what set-up and CMake make of the user's variables and of a Kokkos that is installed. Nothing is
# built or downloaded: the scripts fail before that, and each Kokkos here is but a package file.
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
source "$root/unit_tests/tandem_test_lib.sh"
export HOME=$work/home
unset XDG_CACHE_HOME TANDEM_DEPS TANDEM_CUDA_ARCH TANDEM_HIP_ARCH TANDEM_CMAKE_ARGS CXX
unset CMAKE_PREFIX_PATH Kokkos_ROOT Kokkos_DIR KOKKOS_ROOT
export TANDEM_SKIP_PACKAGES=1

# prints <pattern> <command>...: exit code 0 and the pattern in what is printed
prints() {
  local pattern=$1 output code
  shift
  output=$("$@" 2>&1)
  code=$?
  if ((code == 0)) && grep -qE -- "$pattern" <<<"$output"; then
    result ok
  else
    result bad "$* gave code $code, expected '$pattern' in: $output"
  fi
}

# dies <pattern> <command>...: exit code 2 and one line of error that has the pattern
dies() {
  local pattern=$1 errors code
  shift
  errors=$("$@" 2>&1 >/dev/null)
  code=$?
  if ((code == 2)) && (($(wc -l <<<"$errors") == 1)) && grep -qE -- "^tandem: error: .*$pattern" <<<"$errors"; then
    result ok
  else
    result bad "$* gave code $code, expected one line with '$pattern' in: $errors"
  fi
}

# in_scripts <command>: as if it stood in one of the scripts of configs/
in_scripts() { bash -euo pipefail -c "source '$root/configs/lib/common.sh'; source '$root/configs/lib/kokkos.sh'; $1"; }

# The cache
show_deps='echo "[$TANDEM_DEPS]"'
prints "^\[$HOME/.cache/tandem\]$" in_scripts "$show_deps"
TANDEM_DEPS=deps/../cache prints "^\[$work/cache\]$" in_scripts "$show_deps"
XDG_CACHE_HOME=$work/xdg prints "^\[$work/xdg/tandem\]$" in_scripts "$show_deps"
dies 'HOME is not set' env -u HOME "$root/configs/setup.sh"
TANDEM_DEPS=cache prints "^\[$work/cache\]$" env -u HOME bash -c "source '$root/configs/lib/common.sh'; $show_deps"

finish
