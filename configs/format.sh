#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# format.sh [--check]: formats every tracked C++ file, or only says which ones differ.
# Versions of clang-format disagree with each other, so that only the pinned one is accepted.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source configs/lib/common.sh

tool=$(command -v "clang-format-$CLANG_FORMAT_VERSION" || command -v clang-format || true)
[[ -n $tool ]] || die "clang-format $CLANG_FORMAT_VERSION is not installed: run configs/setup.sh format"
version=$("$tool" --version)
[[ $version =~ version\ $CLANG_FORMAT_VERSION\. ]] ||
  die "clang-format $CLANG_FORMAT_VERSION is needed, this is: $version (run configs/setup.sh format)"

mapfile -d '' -t files < <(git ls-files -z -- '*.hpp' '*.cpp')
((${#files[@]})) || die "git lists no C++ files here: run this in a clone"
case ${1:-} in
  --check) "$tool" --dry-run -Werror "${files[@]}" && say "${#files[@]} files are well formatted" ;;
  '') "$tool" -i "${files[@]}" ;;
  *) die "usage: format.sh [--check]" ;;
esac
