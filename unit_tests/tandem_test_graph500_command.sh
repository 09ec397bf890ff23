#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# tandem_test_graph500_command.sh <tandem> <platform>: `tandem graph500` as a user types it, on 1S and on the given
# platform.
source "$(dirname "${BASH_SOURCE[0]}")/tandem_test_command_lib.sh"
hybrid=$2

for platform in 1S $hybrid; do
  "$tandem" graph500 --scale 10 --roots 8 --platform "$platform" --json "$platform.json" >"$platform.txt" 2>"$platform.log" &&
    result ok || result bad "graph500 on $platform: $(cat "$platform.log")"
  # The official keys and numbers, and nothing else, on stdout: 6 lines, and 7 statistics of 7 things.
  [[ $(grep -cE '^(bfs  |sssp |)[A-Za-z_]+: +(! +)?-?[0-9][0-9.e+-]*$' "$platform.txt") == 55 && $(wc -l <"$platform.txt") == 55 ]] &&
    result ok || result bad "not the official output: $(cat "$platform.txt")"
  for line in '^SCALE: +10$' '^edgefactor: +16$' '^NBFS: +8$' '^construction_time: ' '^max_nedge: +163[0-9]{2}$' \
    '^bfs  firstquartile_time: ' '^bfs  harmonic_mean_TEPS: +!  ' '^sssp harmonic_stddev_TEPS: ' '^sssp stddev_validate: '; do
    grep -qE "$line" "$platform.txt" && result ok || result bad "no line '$line' in: $(cat "$platform.txt")"
  done
  grep -q "^platform $platform, " "$platform.log" && grep -q '^energy: ' "$platform.log" && result ok ||
    result bad "no summary in: $(cat "$platform.log")"
  for key in command version backends machine threads cpus notes seed roots teps init_seconds naming_seconds first_quartile harmonic_mean; do
    grep -q "\"$key\"" "$platform.json" && result ok || result bad "no $key in $platform.json"
  done
done
grep -qE '"command": "tandem graph500 --scale 10 ' 1S.json && result ok || result bad 'no command line in the record'
if [[ $hybrid == *G ]]; then
  succeeds '^note: alpha is (0.99|1.00)' graph500 --scale 10 --roots 1 --platform "$hybrid" --alpha 0.5 --device-memory 1K --json notes.json
  grep -qE '"alpha is (0.99|1.00).*devices' notes.json && result ok || result bad 'no note in the record'
fi
# The same graph, roots and edges, whatever the platform.
for platform in 1S $hybrid; do grep nedge "$platform.txt" >"$platform.edges"; done
same 1S.edges "$hybrid.edges"
succeeds '^bfs  max_validate: +-1$' graph500 --scale 8 --roots 2 --platform 1S --no-sssp --no-validate
if "$tandem" -q graph500 --scale 8 --roots 2 --platform 1S --no-sssp | grep -q sssp; then result bad 'sssp in spite of --no-sssp'; else result ok; fi
succeeds '^NBFS: +2$' graph500 --scale 8 --roots 2 --platform "$hybrid" --switch host --to-bottom-up 100 --bottom-up-steps 2
succeeds '^NBFS: +2$' graph500 --scale 8 --roots 2 --platform "$hybrid" --switch all --to-bottom-up 0.5 --to-top-down 1e3
succeeds 'larger X, the sooner' graph500 --help

fails 'scale: Value 0 not in range' graph500 --scale 0
fails 'scale: Value 41 not in range' graph500 --scale 41
fails 'scale' graph500 --scale ten
fails 'edgefactor: Value 0 not in range' graph500 --scale 8 --edgefactor 0
fails 'roots: Value 0 not in range' graph500 --scale 8 --roots 0
fails 'switch: nobody' graph500 --scale 8 --switch nobody
fails "to-bottom-up: '0' is no number above 0" graph500 --scale 8 --to-bottom-up 0
fails "worth-bottom-up: '0' is no number above 0" graph500 --scale 8 --worth-bottom-up 0
fails "to-top-down: 'nan' is no number above 0" graph500 --scale 8 --to-top-down nan
fails 'bottom-up-steps: Value 0 not in range' graph500 --scale 8 --bottom-up-steps 0
fails 'bottom-up-steps is of no use' graph500 --scale 8 --bottom-up-steps 2
fails "scale: '0x8' is no whole number" graph500 --scale 0x8
fails 'kron:31:16: .* of host memory' graph500 --scale 31
fails 'switch-by-host' graph500 --scale 8 --switch-by-host
fails 'devices asked for|no device' graph500 --scale 8 --platform 1S99G
fails 'no policy' graph500 --scale 8 --partition best
echo 0 0 >both.txt
for input in --assignment --profile; do
  fails "$input and --json name the same file" graph500 --scale 8 --roots 1 --platform 1S $input both.txt --json ./both.txt
done
[[ $(<both.txt) == '0 0' ]] && result ok || result bad "an input is overwritten: $(<both.txt)"
# Told before the graph, which is too large, is generated
fails 'no policy' graph500 --scale 31 --partition best
fails "platform '3X'" graph500 --scale 31 --platform 3X --assignment both.txt
fails 'alpha is 2' graph500 --scale 31 --platform 1S --alpha 2
fails 'nofolder' graph500 --scale 8 --roots 1 --platform 1S --json nofolder/x.json
if ls -A | grep -qE '\.tmp|\.partial'; then result bad "files left behind: $(ls -A)"; else result ok; fi
finish
