# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# The Python environment of perf_tests/tandem-bench. It only needs matplotlib, and only to draw.

bench_venv=$TANDEM_DEPS/venv-bench-$MATPLOTLIB_VERSION

bench_ready() { [[ -f $bench_venv/.done ]]; }

make_bench_venv() {
  mkdir -p "$TANDEM_DEPS"
  exec 8>"$TANDEM_DEPS/.lock-bench"
  flock 8
  bench_ready && return
  logged "Python environment" python3 -m venv --clear "$bench_venv"
  logged "matplotlib $MATPLOTLIB_VERSION" "$bench_venv/bin/python" -m pip install "matplotlib==$MATPLOTLIB_VERSION"
  touch "$bench_venv/.done"
}

# The environment's Python, else the system's.
bench_python() {
  if bench_ready; then
    echo "$bench_venv/bin/python"
  else
    command -v python3 || die "python3 is not installed"
  fi
}
