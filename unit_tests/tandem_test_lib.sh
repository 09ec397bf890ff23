# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Sourced by tests that are scripts: an empty folder to work in, and counts of what passed.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

result() {
  if [[ $1 == ok ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$2"
  fi
}

finish() {
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0))
}
