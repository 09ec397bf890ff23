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

# The compiler
CXX=no-such-compiler TANDEM_DEPS=empty dies "no C\+\+ compiler 'no-such-compiler'" "$root/configs/setup.sh"
CXX='c++ -m64' prints '^[0-9a-f]{16}$' in_scripts 'kokkos_key host'
CXX='/usr/bin/ccache  c++' prints '^\[c\+\+\]$' in_scripts 'echo "[$CXX]"'

# A Debian in a folder
if ((EUID != 0)); then dies 'only root can' "$root/configs/try-bare.sh"; fi

# fake_kokkos <prefix> <back end>...: the package file of a Kokkos, all that CMake looks at here
fake_kokkos() {
  local package=$1/lib/cmake/Kokkos
  mkdir -p "$package"
  printf 'set(Kokkos_DEVICES %s)\nadd_library(Kokkos::kokkos INTERFACE IMPORTED)\n' "${*:2}" >"$package/KokkosConfig.cmake"
  printf 'set(PACKAGE_VERSION 4.5.1)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n' >"$package/KokkosConfigVersion.cmake"
}
# cached_kokkos <cache> <variant> <back end>...: the same, as if set-up had built it
cached_kokkos() {
  local prefix=$1/kokkos-$version/$2
  fake_kokkos "$prefix" "${@:3}"
  touch "$prefix/.key"
}
version=$(sed -n 's/^KOKKOS_VERSION=//p' "$root/configs/versions.env")
cached_kokkos "$work/c++" cuda-AMPERE80 CUDA OPENMP
cached_kokkos "$work/c++" cuda-HOPPER90 CUDA OPENMP
cached_kokkos "$work/other" cuda-AMPERE80 CUDA OPENMP
fake_kokkos "$work/module" CUDA OPENMP

# A project with the presets' settings that does nothing but to choose a Kokkos
mkdir project
cat >project/CMakePresets.json <<END
{"version": 4, "include": ["$root/configs/presets/base.json"],
 "configurePresets": [{"name": "cuda", "inherits": "base", "cacheVariables":
   {"TANDEM_KOKKOS_VARIANT": "cuda", "TANDEM_REQUIRE_BACKENDS": "CUDA"}}]}
END
cat >project/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.22)
project(chooser LANGUAGES CXX)
include($root/configs/cmake/TandemKokkos.cmake)
END
# chooses <origin and prefix> <argument>...: what CMake says of the Kokkos it takes, always in the same build tree
chooses() { prints "\($1/lib/cmake/Kokkos\), back ends" cmake --preset cuda -S project "${@:2}"; }

# Settings that change hold in a build tree that is there already.
export TANDEM_DEPS=$work/c++
chooses "cached: $work/c\+\+/kokkos-$version/cuda-AMPERE80"
TANDEM_CUDA_ARCH=HOPPER90 chooses "cached: $work/c\+\+/kokkos-$version/cuda-HOPPER90"
TANDEM_DEPS=$work/other chooses "cached: $work/other/kokkos-$version/cuda-AMPERE80"
chooses "installed: $work/module" -DKokkos_ROOT="$work/module"

# A Kokkos for the host alone is no obstacle on the way to the one for the device. Set-up and CMake agree on that.
fake_kokkos "$work/host-only" OPENMP SERIAL
chooses "cached: $work/c\+\+/kokkos-$version/cuda-AMPERE80" -DKokkos_ROOT="$work/host-only" -DKokkos_DIR=
Kokkos_ROOT=$work/host-only prints '^\[\]$' in_scripts 'echo "[$(installed_kokkos cuda)]"'
Kokkos_ROOT=$work/host-only prints "^\[$work/host-only/.*\]$" in_scripts 'echo "[$(installed_kokkos host)]"'

finish
