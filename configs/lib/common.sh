# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the scripts in configs/. TANDEM_DEPS and the prefixes must agree with
# configs/cmake/TandemCache.cmake.

tandem_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
configs=$tandem_root/configs
# shellcheck source=../versions.env
source "$configs/versions.env"

say() { printf 'tandem: %s\n' "$*"; }
die() {
  printf 'tandem: error: %s\n' "$*" >&2
  exit 2
}

# A batch system may leave a job without a home.
[[ -n ${TANDEM_DEPS:-}${XDG_CACHE_HOME:-}${HOME:-} ]] ||
  die "nowhere to keep dependencies, as HOME is not set: name a folder by TANDEM_DEPS"
# Absolute, as not everything runs in the folder that the user is in.
TANDEM_DEPS=$(realpath -ms "${TANDEM_DEPS:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/tandem}")
export TANDEM_DEPS
export TANDEM_CUDA_ARCH=${TANDEM_CUDA_ARCH:-AMPERE80}
export TANDEM_HIP_ARCH=${TANDEM_HIP_ARCH:-AMD_GFX90A}
jobs=${TANDEM_JOBS:-$(nproc)}
# ccache is used anyway where it is there; in front of the compiler CMake would take it for one.
if [[ ${CXX:-} =~ ^([^ ]*/)?ccache\ +(.*) ]]; then export CXX=${BASH_REMATCH[2]}; fi

# logged <what> <command...>: output goes to the log; its end is shown when the command fails
logged() {
  local what=$1 log=$TANDEM_DEPS/log/${1//[^A-Za-z0-9.]/-}.log start=$SECONDS
  shift
  mkdir -p "$TANDEM_DEPS/log"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 30 "$log" >&2
    die "$what failed; all of its output is in $log"
  fi
  say "$what: done in $((SECONDS - start)) s"
}

# kokkos_variant <preset>: presets that differ in our own flags only share one Kokkos
kokkos_variant() {
  case $1 in
    host64) echo host ;;
    cuda) echo "cuda-$TANDEM_CUDA_ARCH" ;;
    hip) echo "hip-$TANDEM_HIP_ARCH" ;;
    *) echo "$1" ;;
  esac
}

need_preset() {
  case $1 in
    host | host64 | debug | asan | tsan | offload | cuda | hip) ;;
    *) die "unknown preset '$1'; there are: host host64 debug asan tsan offload cuda hip" ;;
  esac
}

# build_preset <preset> [target]: configure and build; expects the repository as the working folder. What
# TANDEM_CMAKE_ARGS holds is added to the preset's own settings.
build_preset() {
  local extra
  read -ra extra <<<"${TANDEM_CMAKE_ARGS:-}"
  logged "configuring $1" cmake --preset "$1" "${extra[@]}"
  say "building $1 into build/$1"
  nice cmake --build --preset "$1" -j "$jobs" ${2:+--target "$2"}
}
