# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the batch scripts beside it: the site's settings, the build, and what experiments share.

cd "${SLURM_SUBMIT_DIR:-$PWD}" || exit
# Modules, TANDEM_DEPS, TANDEM_CUDA_ARCH and the like of this site; not part of the repository.
# shellcheck disable=SC1091
if [[ -f configs/slurm/site.sh ]]; then source configs/slurm/site.sh; fi
threads=${SLURM_CPUS_PER_TASK:-$(nproc)}
export OMP_NUM_THREADS=$threads TANDEM_JOBS=${TANDEM_JOBS:-$threads}
# shellcheck source=../lib/common.sh
source configs/lib/common.sh
# shellcheck disable=SC2034 # for the scripts that source this
results=bench-results/${SLURM_JOB_ID:-local} code=0

# gpu_preset: by the vendor's tool that sees a GPU in this job
gpu_preset() {
  if nvidia-smi -L >/dev/null 2>&1; then
    echo cuda
  elif rocminfo 2>/dev/null | grep -q 'Device Type: *GPU'; then
    echo hip
  else
    die "neither nvidia-smi nor rocminfo sees a GPU: was one asked for (--gres=gpu:2)?"
  fi
}

# need_tandem <preset>: $tandem, built by one job at a time; TANDEM_REBUILD=1 also where it is there already
need_tandem() {
  need_preset "$1"
  tandem=build/$1/tandem
  mkdir -p build
  exec 9>"build/.$1.lock"
  flock 9
  if [[ ! -x $tandem || ${TANDEM_REBUILD:-0} == 1 ]]; then
    configs/setup.sh "$1"
    build_preset "$1" tandem_command
  fi
  exec 9>&-
  # Also where tandem was built without it. Where it cannot be fetched, a module of the site may have it.
  configs/setup.sh bench || say "drawing with what the site's Python has"
  say "job ${SLURM_JOB_ID:-none} on ${SLURM_JOB_NODELIST:-this machine}, $threads threads"
  "$tandem" --version
  "$tandem" info --platform
}

# bench <arguments>: what fails does not keep the rest from running, but is the $code that jobs end with
# shellcheck disable=SC2034 # for the scripts that source this
bench() {
  say "tandem-bench $*"
  perf_tests/tandem-bench "$@" || code=$?
}

# bench_as_asked <arguments of the user>: with this job's program and folder where the user names no others
bench_as_asked() {
  local given=" $* " ours=()
  [[ $given == *" --tandem"[\ =]* ]] || ours+=(--tandem "$tandem")
  [[ $given == *" --results"[\ =]* ]] || ours+=(--results "$results")
  bench "$@" "${ours[@]}"
}
