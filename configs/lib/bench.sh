# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# The Python environment of perf_tests/tandem-bench. It only needs matplotlib, and only to draw.
# peers_setup.py makes it, as it does those of the peers.

bench_venv=$TANDEM_DEPS/venv-bench-$MATPLOTLIB_VERSION

bench_ready() { [[ -f $bench_venv/.done ]]; }

make_bench_venv() { PYTHONPATH=$tandem_root/perf_tests python3 -m tandem_bench.peers_setup bench >/dev/null; }

# The environment's Python, else the system's.
bench_python() {
  if bench_ready; then
    echo "$bench_venv/bin/python"
  else
    command -v python3 || die "python3 is not installed"
  fi
}
