#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# sbatch.sh: whether Slurm would take the batch scripts. Exit code 77: there is no Slurm that answers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

skip() {
  echo "skipped: $*"
  exit 77
}

# would_take <options and script>: how many cores a node has, and GPUs, is the site's affair
would_take() { sbatch --test-only --cpus-per-task=1 "$@"; }

command -v sbatch >/dev/null || skip "sbatch is not installed"
told=$(would_take --wrap true 2>&1) || skip "sbatch takes no job here: ${told##*$'\n'}"
would_take configs/slurm/tandem-bench.sbatch
if sinfo --noheader --format %G | grep -q gpu; then
  would_take --gres=gpu:1 configs/slurm/tandem-bench-gpu.sbatch
else
  echo "no node has a GPU: tandem-bench-gpu.sbatch was not asked for"
fi
