#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# tandem_test_run_command.sh <tandem> <platform>: `tandem run` and `tandem plan` as a user types them, on 1S and on the given
# platform.
machines=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../configs/machines")
source "$(dirname "${BASH_SOURCE[0]}")/tandem_test_command_lib.sh"
hybrid=$2

"$tandem" -q generate kron:10 a.tdm --drop-duplicates --weights integer
for platform in 1S $hybrid; do
  succeeds 'validation +passed' run bfs --graph a.tdm --platform "$platform" --sources 3 --validate --output "bfs-$platform.tsv"
  succeeds 'validation +passed' run sssp --graph a.tdm --platform "$platform" --sources 2 --validate --output "sssp-$platform.tsv"
  succeeds 'validation +passed' run cc --graph a.tdm --platform "$platform" --validate --output "cc-$platform.tsv"
  succeeds 'validation +passed' run bc --graph a.tdm --platform "$platform" --sources 3 --validate --output "bc-$platform.tsv"
  succeeds 'iterations +20' run pagerank --graph a.tdm --platform "$platform" --validate --double --output "pr-$platform.tsv"
done
succeeds 'rate .*TEPS \(harmonic mean\)' run bfs --graph kron:8 --platform 1S --sources 2
[[ $(grep -c '^# source' bfs-1S.tsv) == 3 ]] && result ok || result bad "not a block for each of three sources"
[[ $(wc -l <pr-1S.tsv) == 1024 ]] && result ok || result bad "not a rank for each vertex"
# Levels don't depend on the platform; parents may.
cut -f 1,2 bfs-1S.tsv >levels-1S
cut -f 1,2 "bfs-$hybrid.tsv" >levels-hybrid
same levels-1S levels-hybrid
same sssp-1S.tsv "sssp-$hybrid.tsv"
same cc-1S.tsv "cc-$hybrid.tsv"

# The file's own ids, also where they are sparse.
printf '10 20\n20 30\n5 7\n' >sparse.txt
succeeds 'bfs' run bfs --graph sparse.txt --undirected --source 30 --output sparse.tsv --platform 1S
printf '5\t-1\t-1\n7\t-1\t-1\n10\t2\t20\n20\t1\t30\n30\t0\t30\n' >expected.tsv
same sparse.tsv expected.tsv

fails '--output and --json name the same file' run bfs --graph a.tdm --platform 1S --output one --json ./one
fails '--graph and --output name the same file' run bfs --graph a.tdm --platform 1S --output ./a.tdm
fails '--graph and --profile name the same file' calibrate --graph a.tdm --platform 1S --profile ./a.tdm
# Pipes have no place that another could take.
echo 0 1 | "$tandem" -q run bfs --graph /dev/stdin --platform 1S --output /dev/stdout | grep -c $'^1\t1\t0$' >/dev/null && result ok ||
  result bad 'two pipes are taken for the same file'
succeeds 'supersteps' run bfs --graph a.tdm --platform 1S --json run.json --trace trace.json
grep -q '"edges_per_second"' run.json && grep -qE '"bytes": [0-9]{4}' run.json && grep -q '"backends"' run.json && grep -q '"traceEvents"' trace.json && result ok || result bad 'no record or trace'
tr -d ' \n' <run.json | grep -qE '"machine":\{"name":"[^"]+","units":\[\{"bound":(true|false),"cpus":\[[0-9].*"threads":[1-9]' &&
  result ok || result bad 'no machine in the record'
cp a.tdm $'a\xff.tdm'
succeeds 'supersteps' run bfs --graph $'a\xff.tdm' --platform 1S --json name.json
grep -q $'"graph": "a\xef\xbf\xbd.tdm' name.json && result ok || result bad 'no record of a graph whose name is not UTF-8'
succeeds 'supersteps' run bc --graph a.tdm --platform 1S --sources 3 --json bc.json
tr -d ' \n' <bc.json | grep -qE '"sources":\[[0-9]+,[0-9]+,[0-9]+\]' && result ok || result bad 'no sources in the record of bc'
succeeds 'supersteps' run bfs --graph a.tdm --platform 1S --sources 3 --json bfs.json
[[ $(grep -c '"source": ' bfs.json) == 3 ]] && result ok || result bad 'not a source in each record of bfs'
[[ $(grep -c '"fetch_parents": ' bfs.json) == 3 ]] && result ok || result bad 'not the time to fetch parents in each record of bfs'
succeeds 'host +[0-9]+ +1,024 +100\.0 % ' plan --graph a.tdm --platform 1S
succeeds '^host +[0-9]+ +1,024 +[0-9,]+ +[0-9.]+ kB ' run bfs --graph a.tdm --platform 1S
succeeds 'betweenness centrality' run --help

# From every vertex
succeeds 'validation +passed' run bc --graph grid:4x3 --platform "$hybrid" --all-sources --validate
succeeds 'bfs, 5 runs' run bfs --graph path:5 --platform "$hybrid" --all-sources --validate --output all.tsv
[[ $(grep -c '^# source' all.tsv) == 5 ]] && result ok || result bad 'not a block for each vertex'
fails 'no vertex to start from' run bfs --graph path:1 --drop-isolated --all-sources --platform 1S
fails 'excludes' run bfs --graph path:5 --source 1 --all-sources
fails 'excludes' run bfs --graph path:5 --sources 2 --all-sources
for bad in -1 1.5 x 99999999999999999999; do
  fails "'$bad' is no whole number" run bfs --graph path:12 --source="$bad" --platform 1S
  fails "'$bad' is no whole number" run bfs --graph path:12 --sources="$bad" --platform 1S
  fails "'$bad' is no whole number" plan --graph path:12 --state-bytes="$bad" --platform 1S
done
fails 'range' plan --graph path:12 --state-bytes 99999999999 --platform 1S
for bad in -1 0 M 0G; do
  fails "'$bad' is no size" plan --graph path:12 --device-memory="$bad" --platform 1S
done
for option in alpha delta damping tolerance; do
  algorithm=pagerank
  case $option in alpha | delta) algorithm=sssp ;; esac
  for bad in nan 1x 0x1; do
    fails "$option: '$bad' is no finite number" run $algorithm --graph path:5 --platform 1S --$option "$bad"
  done
done
# Empty texts, as of variables that are not set
for option in partition platform assignment profile output json trace alpha source weights threads; do
  fails "the argument after '--$option' is empty" run bfs --graph a.tdm --$option ''
  fails "nothing follows '--$option='" run bfs --graph a.tdm --$option= --validate
done
fails "the argument after '-g' is empty" run bfs -g '' --platform 1S
for list in 1,,2 ,1 1, ,; do
  fails "the list '$list' has an empty place" run bfs --graph a.tdm --source "$list"
  fails "the list '$list' has an empty place" run bfs --graph a.tdm --source 1 "$list" --platform 1S
  fails "the list '$list' has an empty place" plan --graph a.tdm --device-shares="$list"
done
cp a.tdm a,,b.tdm
succeeds 'bfs' run bfs --source 1,2 --graph a,,b.tdm --platform 1S
succeeds 'iterations +10$' run pagerank --graph path:5 --platform 1S --iterations 010
fails "threads: '0x2' is no whole number" run cc --graph path:5 --threads 0x2
fails "seconds: 'nan' is no finite number" calibrate --graph path:5 --seconds nan --profile x.toml
fails "seconds: '0' is no number above 0" calibrate --graph path:5 --seconds 0 --profile x.toml
for option in rate link bytes-per-edge; do
  fails "$option: '-1' is no number above 0" model --$option=-1
done
for option in alpha beta rate link bytes-per-edge; do
  fails "$option: 'nan' is no finite number" model --$option nan
done
succeeds 'bfs' run bfs --graph path:12 --source 010 --platform 1S --output ten.tsv
grep -q $'^10\t0\t10$' ten.tsv && result ok || result bad "--source 010 is not vertex 10: $(<ten.tsv)"

# PageRank that stops early, in float and in double
for precision in '' --double; do
  succeeds 'iterations +1?[0-9]$' run pagerank --graph a.tdm --platform "$hybrid" --tolerance 1e-3 --validate $precision
done

# alpha_of <argument>...: of the split that `tandem plan` shows
alpha_of() {
  "$tandem" -q plan --graph a.tdm --platform "$hybrid" "$@" | sed -n 's/^partition .* alpha \([0-9.]*\),.*/\1/p'
}

# Without the name of an algorithm enough is planned for any, also for the weights that sssp gives a generated graph.
if [[ $hybrid == *G ]]; then
  for algorithm in '' '--algorithm sssp'; do
    # shellcheck disable=SC2086  # they are several
    "$tandem" -q plan --graph kron:10 --platform "$hybrid" --alpha 0.5 --partition rand --device-memory 95K $algorithm
  done | sed -n 's/^partition .* alpha \([0-9.]*\),.*/\1/p' >alphas
  sort -nr alphas | cmp -s - alphas && [[ $(wc -l <alphas) == 2 ]] && result ok ||
    result bad "less is planned for any algorithm than for sssp: $(tr '\n' ' ' <alphas)"
fi

# PageRank in double takes more memory.
bytes_of_host() {
  "$tandem" -q plan --graph a.tdm --platform 1S --algorithm pagerank --json "$@" | tr -d ' \n' | sed 's/.*"bytes":\([0-9]*\).*/\1/'
}
(($(bytes_of_host --double) > $(bytes_of_host))) && result ok || result bad 'plan --double asks for no more memory'
fails '--double is for pagerank, bfs has no use for it' plan --graph a.tdm --algorithm bfs --double
fails 'requires --algorithm' plan --graph a.tdm --double

# Devices filled with vertices of low degree
if [[ $hybrid == *G ]]; then
  awk "BEGIN { exit !($(alpha_of --algorithm bfs --device-memory 60k --fill-devices --edges-on-host) + 0.1 < $(alpha_of --algorithm bfs --device-memory 60k --fill-devices)) }" &&
    result ok || result bad 'a device holds no more with --edges-on-host'
  succeeds 'partition +high, alpha 0\.[1-9]' run bfs --graph a.tdm --platform "$hybrid" --device-memory 60k --fill-devices
  succeeds 'partition +high, alpha 0\.000' run bfs --graph a.tdm --platform "$hybrid" --fill-devices
  fails 'excludes' run bfs --graph a.tdm --platform "$hybrid" --fill-devices --alpha 0.5
fi

# Predictions
succeeds '0\.60 +1\.62' model --alpha 0.6 --beta 0.05
succeeds '"speedup": 2' model --alpha 0.5 --beta 0 --json
fails 'alpha' model --alpha 1.5
fails 'alpha 0 and beta 0: nothing is left on the host' model --alpha 0.5,0 --beta 0 --json
succeeds 'no prediction' plan --graph a.tdm --platform 1S --algorithm bfs
succeeds 'pagerank' calibrate --graph a.tdm --platform "$hybrid" --profile here.toml
succeeds 'recommended: ' plan --graph a.tdm --platform "$hybrid" --algorithm sssp --profile here.toml
succeeds '"recommended"' plan --graph a.tdm --platform "$hybrid" --algorithm bfs --profile here.toml --json
# What a colleague plans for this machine is what it would do itself.
"$tandem" -q plan --graph a.tdm --platform "$hybrid" --algorithm sssp --profile here.toml | grep 'recommended: ' >planned-here
"$tandem" -q plan --graph a.tdm --assume here.toml --algorithm sssp | grep 'recommended: ' >planned-elsewhere
same planned-here planned-elsewhere
for machine in "$machines"/*.toml; do
  succeeds 'assumed: 2x Xeon' plan --graph a.tdm --algorithm bfs --assume "$machine"
done
# Rates count arcs; of an undirected graph the paper's figure is half of that.
succeeds '"rate": 2840000000' plan --graph kron:10 --algorithm bfs --assume "$machine" --json
sed 's/^\[device\]/[host]\nmemory = 10000\n[device]/; s/^memory = [0-9]\{6,\}/memory = 1000/' "$machine" >tiny.toml
fails 'does not fit platform 2S2G: (host|device 0) needs up to .* has 1' plan --graph a.tdm --algorithm bfs --assume tiny.toml
fails "has no rates for 'cc'" plan --graph a.tdm --algorithm cc --assume "$machine"
fails 'nofile' plan --graph a.tdm --algorithm bfs --assume nofile
fails 'requires --algorithm' plan --graph a.tdm --assume "$machine"
succeeds 'wrote .*config/tandem/1S.toml' calibrate --graph kron:8 --platform 1S
if [[ $hybrid == 1S1G ]]; then
  succeeds 'pagerank' calibrate --graph a.tdm --platform 1G --profile device.toml
  succeeds '^\* recommended: [a-z]+, alpha 0.00, [0-9.e-]+ ms$' plan --graph a.tdm --platform 1G --algorithm bfs --profile device.toml
  succeeds '"speedup": null' plan --graph a.tdm --platform 1G --algorithm bfs --profile device.toml --json
fi
if "$tandem" --version | grep -q 'device emulated'; then
  fails 'one number of them' calibrate --graph a.tdm --platform 1S2G --device-threads 1,2 --profile x.toml
fi
fails "can't" calibrate --graph no-such-file --platform 1S --profile no/such/folder/x.toml
# A batch system may leave a job without a home.
(unset HOME XDG_CONFIG_HOME && "$tandem" run cc --graph path:5 --platform "$hybrid" >/dev/null 2>&1) &&
  result ok || result bad 'a run needs HOME'
if [[ $hybrid != 1S ]]; then
  succeeds 'config' calibrate --graph kron:8 --platform "$hybrid"
  succeeds 'by the profile' run bfs --graph a.tdm --platform "$hybrid" --validate
  # A run takes what is recommended: by low only where that is clearly faster, not 5 % as with the first overlap
  for setting in '0.95 (rand|high)' '0.5 low'; do
    read -r overlap policy <<<"$setting"
    sed '/^\[algorithms/,$d' here.toml >low.toml
    cat >>low.toml <<END
[algorithms.pagerank]
overlap.rand = $overlap
overlap.high = $overlap
host.edges_per_second = 1e9
device.edges_per_second = 1e9
END
    by_profile=(--graph a.tdm --platform "$hybrid" --profile low.toml)
    succeeds "recommended: $policy, alpha 0\.50" plan "${by_profile[@]}" --algorithm pagerank
    succeeds "^partition +$policy, " plan "${by_profile[@]}" --algorithm pagerank
    succeeds "^partition +$policy, " run pagerank "${by_profile[@]}"
    succeeds "note +$policy at alpha 0\.50: .*by the profile" run pagerank "${by_profile[@]}"
  done
  # Also where memory leaves no choice
  succeeds 'recommended: [a-z]+, alpha 1\.00' plan --graph a.tdm --platform "$hybrid" --algorithm bfs --profile here.toml --alpha 0.5 --device-memory 1K
  fails 'not for these units' run bfs --graph a.tdm --platform 1S --profile here.toml
  sed 's/^machine = .*/machine = "elsewhere"/' here.toml >elsewhere.toml
  fails 'of another machine, elsewhere' run bfs --graph a.tdm --platform "$hybrid" --profile elsewhere.toml
  sed 's/algorithms.pagerank/algorithms.another/' here.toml >no-pagerank.toml
  fails "no rates for 'pagerank'" run pagerank --graph a.tdm --platform "$hybrid" --profile no-pagerank.toml
fi
if [[ $hybrid != 1S ]]; then
  # Both sides of the run and what lies between them
  succeeds 'supersteps' run bfs --graph a.tdm --platform "$hybrid" --partition high --alpha 0.6 --json run.json --trace trace.json
  grep -q '"name": "device 0"' run.json && grep -qE '"boundary_targets": [1-9]' run.json && grep -q '"name":"device 0"' trace.json &&
    result ok || result bad 'no device in the record or trace'
  for policy in RAND HIGH LOW; do
    for command in 'run bfs' 'plan --algorithm bfs'; do
      "$tandem" -q $command --graph a.tdm --platform "$hybrid" --partition $policy --alpha 0.6 |
        grep -E "^partition +${policy,,}, alpha 0\\.[56][0-9]+, beta 0\\.[0-9]+ \\(0\\.[0-9]+ aggregated\\)$" >"partition-${command%% *}"
    done
    [[ -s partition-run ]] && result ok || result bad "no alpha and beta of a run by $policy"
    same partition-run partition-plan
  done
  succeeds '"beta_aggregated": 0\.[0-9]' plan --graph a.tdm --platform "$hybrid" --json
  succeeds 'partition +high, alpha 0\.[67]' run bfs --graph a.tdm --platform "$hybrid" --partition high --alpha 0.7
  succeeds 'note +alpha is (0.99|1.00)' --quiet run bfs --graph a.tdm --platform "$hybrid" --alpha 0.5 --device-memory 1K --json notes.json
  grep -qE '"alpha is (0.99|1.00).*devices' notes.json && result ok || result bad 'no note in the record'
  succeeds 'alpha is (0.99|1.00)' plan --graph a.tdm --platform "$hybrid" --device-memory 1K
  seq 0 1023 | sed 's/$/ 1/; 1,512s/ 1$/ 0/' >halves.txt
  succeeds 'as in the file' run bfs --graph a.tdm --platform "$hybrid" --assignment halves.txt --validate
  succeeds 'as in the file, alpha 0\.[0-9]+, beta 0\.[1-9]' plan --graph a.tdm --platform "$hybrid" --algorithm bfs --assignment halves.txt
  succeeds 'device 0 +[0-9]+ +512 ' plan --graph a.tdm --platform "$hybrid" --assignment halves.txt
  fails 'device 0 needs up to .* has 1\.0 kB' plan --graph a.tdm --platform "$hybrid" --assignment halves.txt --device-memory 1K
  fails 'device 0 needs up to .* has 1\.0 kB' run bfs --graph a.tdm --platform "$hybrid" --assignment halves.txt --device-memory 1K
  if "$tandem" --version | grep -q 'emulated'; then
    succeeds 'validation +passed' run bfs --graph a.tdm --platform "$hybrid" --alpha 0.5 --edges-on-host --validate
    succeeds 'device 0 .* 60\.0 % ' plan --graph a.tdm --platform 1S2G --alpha 0.2 --device-shares 3,1
    succeeds 'validation +passed' run bfs --graph a.tdm --platform 1S2G --alpha 0.2 --device-shares 3,1 --validate
  fi
  fails 'excludes' run bfs --graph a.tdm --platform "$hybrid" --assignment halves.txt --alpha 0.5
  fails 'alpha is 2' run bfs --graph a.tdm --platform "$hybrid" --alpha 2
  fails 'alpha is -1' run bfs --graph a.tdm --platform "$hybrid" --alpha=-1
  fails 'alpha is -1' plan --graph a.tdm --platform "$hybrid" --alpha=-1
  fails 'alpha is -0.5' run bfs --graph a.tdm --platform "$hybrid" --alpha=-0.5
  fails "'nan' is no finite number" run bfs --graph a.tdm --platform "$hybrid" --alpha nan
  fails "'nan' is no finite number" plan --graph a.tdm --platform "$hybrid" --alpha nan
  fails 'device share -1 is negative' run bfs --graph a.tdm --platform "$hybrid" --device-shares=-1
  fails "'inf' is no finite number" plan --graph a.tdm --platform "$hybrid" --device-shares inf
  fails 'device share -1 is negative' plan --graph a.tdm --platform "$hybrid" --device-shares=-1
  fails 'halves.txt:513: partition' run bfs --graph a.tdm --assignment halves.txt --platform 1S
  fails 'nofile' run bfs --graph a.tdm --platform "$hybrid" --assignment nofile
fi
for direction in optimized top-down bottom-up; do
  succeeds 'validation +passed' run bfs --graph rmat:9 --direction "$direction" --platform "$hybrid" --sources 2 --validate
done
for rule in 'all --to-top-down 2' 'host --bottom-up-steps 1'; do
  # shellcheck disable=SC2086  # they are several
  succeeds 'validation +passed' run bfs --graph a.tdm --platform "$hybrid" --sources 2 --validate --switch $rule \
    --to-bottom-up 1e6 --worth-bottom-up 1e3
done
fails 'bottom-up-steps is of no use' run bfs --graph a.tdm --bottom-up-steps 1
fails 'to-top-down is of no use' run bfs --graph a.tdm --switch host --to-top-down 2
fails 'switch is of no use to searches in one direction' run bfs --graph a.tdm --direction top-down --switch host
# A rule that never holds and one that always does: going bottom-up, and staying there, saves a search edges.
edges_looked_at() {
  "$tandem" -q run bfs --graph a.tdm --platform 1S "$@" --json part.json >/dev/null &&
    awk '/"edges": / { sum += $2 } END { print sum }' part.json
}
for rule in --to-bottom-up --worth-bottom-up '--to-bottom-up 1e9 --to-top-down'; do
  never=$(edges_looked_at $rule 1e-9) always=$(edges_looked_at $rule 1e9) && ((never > always)) && result ok ||
    result bad "searches do not heed ${rule##* }: $never edges, and $always"
done
fails "switch: nobody" run bfs --graph a.tdm --switch nobody
for bad in 0 -1 nan inf x; do
  fails "to-bottom-up: '$bad' is no number above 0" run bfs --graph a.tdm --to-bottom-up="$bad"
  fails "worth-bottom-up: '$bad' is no number above 0" run bfs --graph a.tdm --worth-bottom-up="$bad"
  fails "to-top-down: '$bad' is no number above 0" run bfs --graph a.tdm --to-top-down="$bad"
done
fails 'bottom-up-steps: Value 0 not in range' run bfs --graph a.tdm --bottom-up-steps 0
fails 'sideways' run bfs --graph a.tdm --direction sideways
fails 'no policy' run bfs --graph a.tdm --partition best
fails 'devices asked for|no device' run bfs --graph a.tdm --platform 1S99G
succeeds 'note +3 sources and not 50' run bc --graph path:3 --platform 1S --sources 50 --validate
fails '--delta is for sssp, bfs has no use for it' run bfs --graph a.tdm --delta 3
fails '--source is for bfs, bc, sssp' run cc --graph a.tdm --source 1
succeeds 'nothing is split on 1S: no use for --alpha, --partition' run cc --graph a.tdm --platform 1S --alpha 0.3 --partition low
fails "no/such/folder" run cc --graph no-such-file --platform 1S --output no/such/folder/x.tsv
fails 'no vertex 99999' run bfs --graph a.tdm --source 99999 --output x.tsv
fails 'frobnicate' run frobnicate --graph a.tdm
fails 'graph is required' run bfs
fails 'weight' run sssp --graph sparse.txt --source 10 --platform 1S
printf '0 1 2\n1 2 -3\n' >negative.txt
fails 'weights of 0 or more' run sssp --graph negative.txt --source 0 --platform 1S --output x.tsv
printf '10 20 -3\n' >negative.txt
fails 'the edge from 10 to 20 has weight -3: ' run sssp --graph negative.txt --source 10 --platform "$hybrid" --output x.tsv
fails 'at least one' run pagerank --graph a.tdm --iterations 0 --platform 1S --output x.tsv
fails 'nofolder' run bfs --graph a.tdm --platform 1S --output nofolder/x.tsv
# Told before anything is read
for option in --json --trace; do fails 'nofolder' run bfs --graph nofile "$option" nofolder/x.json; done
for command in 'run bfs' plan; do
  # shellcheck disable=SC2086  # they are several
  {
    fails 'no policy' $command --graph nofile --partition best
    fails "platform '3X'" $command --graph nofile --platform 3X
    fails 'alpha is 2' $command --graph nofile --platform 1S --alpha 2
  }
done
fails "platform '3X'" calibrate --graph nofile --platform 3X --profile x.toml
if ls -A | grep -qE '^x\.|\.tmp|\.partial'; then result bad "files left behind: $(ls -A)"; else result ok; fi
finish
