#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# quickstart.sh: set-up, build, and a first look at what tandem does. Works from any folder.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"
cd "$tandem_root"

configs/setup.sh host
build_preset host tandem_command

tandem=build/host/tandem
show() {
  printf '\n$ %s\n' "$*"
  "$@"
}
data=build/quickstart
mkdir -p "$data"

show "$tandem" --version
show "$tandem" info --platform
show "$tandem" generate kron:18 "$data/kron18.tdm" --drop-duplicates --drop-self-loops
show "$tandem" convert "$data/kron18.tdm" "$data/kron18.txt.zst"
show "$tandem" convert "$data/kron18.txt.zst" "$data/kron18-by-degree.tdm" --order-by-degree
show "$tandem" info "$data/kron18-by-degree.tdm"

# The main job: every algorithm on the host alone, then on host and device at once, checked. Where there is no
# accelerator the device is a slice of the host's cores.
show "$tandem" generate kron:20 "$data/kron20.tdm" --drop-duplicates --drop-self-loops --weights integer
for platform in 1S 1S1G; do
  show "$tandem" run bfs --graph "$data/kron20.tdm" --platform "$platform" --sources 16 --validate
  show "$tandem" run pagerank --graph "$data/kron20.tdm" --platform "$platform" --validate
  show "$tandem" run bc --graph "$data/kron20.tdm" --platform "$platform" --validate
  show "$tandem" run sssp --graph "$data/kron20.tdm" --platform "$platform" --validate
  show "$tandem" run cc --graph "$data/kron20.tdm" --platform "$platform" --validate
done

printf '\nThe files are in %s. What else there is: %s --help\n' "$data" "$tandem"
