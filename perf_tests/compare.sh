#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# compare.sh [-a] [-r repetitions] [-t threads] [-b build folder] [-d edge list] [-g folder of GAPBS's programs]: tandem
# next to its peers in one run, as a table; -a: the algorithms in place of the graph core. Uses the benchmarks that are
# built already; docs/performance.md explains the rows.
set -euo pipefail
# shellcheck source=../configs/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../configs/lib/common.sh"
here=$tandem_root/perf_tests

repetitions=5 threads=2 build=$tandem_root/build/host gapbs='' algorithms=()
data=${TANDEM_TEST_DATA:-$tandem_root/../shared/data}/debian-docweb.txt.zst
while getopts ar:t:b:d:g:h option; do
  case $option in
    a) algorithms=(--algorithms) ;;
    r) repetitions=$OPTARG ;;
    t) threads=$OPTARG ;;
    b) build=$OPTARG ;;
    d) data=$OPTARG ;;
    g) gapbs=$OPTARG ;;
    h) sed -n '3,5s/^# //p' "${BASH_SOURCE[0]}" && exit 0 ;;
    *) exit 2 ;;
  esac
done
[[ -x $build/perf_tests/tandem_perf_build ]] ||
  die "no benchmarks in $build: configs/setup.sh host && cmake --preset host && cmake --build --preset host"
[[ -z ${algorithms[*]} || -x $build/tandem ]] ||
  die "no $build/tandem, which measures the units and saves graphs for GAPBS: cmake --build --preset host"

python=$(PYTHONPATH=$here python3 -m tandem_bench.peers_setup networkit)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
arguments=(--programs "$build/perf_tests" --work "$work" --repetitions "$repetitions" --threads "$threads"
  "${algorithms[@]}")
if [[ ! -f $data ]]; then
  say "$data is not there: the row on reading text is left out"
elif [[ $data == *.zst ]]; then
  command -v zstd >/dev/null || die "zstd is needed to unpack $data"
  zstd -dqf "$data" -o "$work/edges.txt"
  arguments+=(--text "$work/edges.txt")
else
  arguments+=(--text "$data")
fi
[[ -z $gapbs ]] || arguments+=(--gapbs "$gapbs")
"$python" "$here/compare.py" "${arguments[@]}"
