#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh driver | run.sh figures <tandem> | run.sh peers <tandem>: tests of tandem-bench, with the Python that it would
# use.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ../../../configs/lib/common.sh
source "$configs/lib/bench.sh"
python=$(bench_python)
export PYTHONPATH=$tandem_root/perf_tests:$PWD
case $1 in
  driver) exec "$python" -m unittest discover -s "$PWD" -t "$PWD" ;;
  figures) exec "$python" figures.py "$2" ;;
  peers) exec "$python" real_peers.py "$2" ;;
esac
