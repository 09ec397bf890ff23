#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# tandem_test_command.sh <tandem>: the command as a user types it: what it prints, its exit codes, and that a failure
# leaves no file behind.
source "$(dirname "${BASH_SOURCE[0]}")/tandem_test_command_lib.sh"

succeeds 'tandem [0-9]+\.[0-9]+\.[0-9]+ \(.*' --version
succeeds 'Kokkos [0-9.]+ \(([A-Za-z]+, )*[A-Za-z]+\), host ' --version
succeeds 'vertex ids of (32|64) bits' --version
succeeds 'generate.*make a graph' --help
succeeds 'kron:SCALE' generate --help
succeeds 'edge_list.*matrix_market' convert --help
succeeds 'core' info --platform
succeeds '"units"' info --platform --json
succeeds '^  host +1 ' --threads 1 info --platform 1S
succeeds '^  host +1 ' info --platform 1S --threads 1
# Kokkos has a table of fixed size for OpenMP's threads, and would write past its end.
OMP_NUM_THREADS=600 succeeds 'edges +4, undirected' info path:5
if "$tandem" --version | grep -q 'host OpenMP'; then
  fails '513 threads: Kokkos has room for 512' --threads 513 info path:5
  OMP_NUM_THREADS=600 succeeds '^  host +512 ' info --platform 1S
fi

succeeds 'wrote a.tdm' generate kron:10 a.tdm --seed 7 --weights integer --drop-duplicates
for extension in txt txt.gz txt.zst mtx gr graph wsg; do
  succeeds "wrote b.$extension" convert a.tdm "b.$extension"
  succeeds 'wrote c.tdm' convert "b.$extension" c.tdm
  succeeds '"arcs": [0-9]+' info c.tdm --json
  # DIMACS has no undirected weighted graphs: there both arcs come back as directed ones.
  [[ $("$tandem" -q info a.tdm --json | grep '"arcs"') == $("$tandem" -q info c.tdm --json | grep '"arcs"') ]] &&
    result ok || result bad "arcs lost through $extension"
done
succeeds 'wrote d.e' convert a.tdm d.e
succeeds 'vertices +1,024' info d.e
"$tandem" -q generate kron:10 again.tdm --seed 7 --weights integer --drop-duplicates --threads 1
same a.tdm again.tdm
[[ -z $("$tandem" -q generate path:5 quiet.txt 2>&1) ]] && result ok || result bad "--quiet is not quiet"
# On a terminal, a line tells of a wait of more than two seconds.
waiting='(sleep 3; echo 1 2) | "$0" info /dev/stdin'
script -qec "bash -c '$waiting' '$tandem'" /dev/null >long.txt </dev/null &
script -qec "bash -c '$waiting --quiet' '$tandem'" /dev/null >long-quiet.txt </dev/null &
wait
grep -q 'read .*2 s' long.txt && result ok || result bad "no line of progress: $(cat -A long.txt)"
grep -qE 'vertices +2' long-quiet.txt && ! grep -q ' 2 s' long-quiet.txt && result ok ||
  result bad "--quiet and a long wait: $(cat -A long-quiet.txt)"
succeeds 'by falling degree' info a.tdm --order-by-degree
succeeds 'isolated vertices +0 ' info kron:10 --drop-isolated
succeeds 'edges +9, undirected \(18 arcs\)' info path:10
succeeds 'edges +4, undirected' info quiet.txt
succeeds '"statistics": [0-9]' info path:10 --json

# A name that is not UTF-8
cp quiet.txt $'quiet\xff.txt'
succeeds $'"graph": "quiet\xef\xbf\xbd.txt"' --quiet info $'quiet\xff.txt' --json

# Ids that the format has no place for
printf '10 20\n' >ids.txt
succeeds "ids.mtx can't hold the original ids" convert ids.txt ids.mtx
for extension in tdm e csv; do
  omits 'original ids' convert ids.txt "ids.$extension"
done

# Weights beyond what whole numbers of other programs hold
printf '0 1 1e20\n1 2 9e18\n' >heavy.txt
succeeds heavy.mtx convert heavy.txt heavy.mtx
grep -q ' real ' heavy.mtx && result ok || result bad "Matrix Market takes 1e20 for whole: $(<heavy.mtx)"
fails 'whole weights only' convert heavy.txt heavy.gr

# Edges that begin like a compressed file
printf '\x1f\x8b\x08\0\x01\0\0\0\0\0\0\0' >edge.packed
succeeds 'edges +1,' info edge.packed --from graph500

# Vertices that it has no place for either
printf '10\n20\n30\n' >alone.v
printf '10 20\n' >alone.e
succeeds "alone.txt can't hold 1 vertices" convert alone.e alone.txt
for extension in tdm e; do
  omits "can't hold" convert alone.e "kept.$extension"
done

# A full disk behind stdout
if [[ -w /dev/full ]]; then
  for arguments in 'info path:5 --json' 'info --help' --version; do
    # shellcheck disable=SC2086  # they are several
    errors=$("$tandem" -q $arguments 2>&1 >/dev/full)
    code=$?
    ((code == 2)) && [[ $errors == "tandem: can't write to standard output: "* ]] && result ok ||
      result bad "tandem $arguments >/dev/full gave code $code and: $errors"
  done
fi

# A file behind stdout that others write to, too
{
  echo before
  "$tandem" -q convert path:3 /dev/stdout --to edge_list
  echo after
} >shared.txt
"$tandem" -q convert path:3 alone.txt
[[ $(cat shared.txt) == "before"$'\n'"$(cat alone.txt)"$'\n'"after" ]] && result ok ||
  result bad "a file behind /dev/stdout has: $(cat shared.txt)"

# And behind stderr: the exit code is all that is left to tell.
if [[ -w /dev/full ]]; then
  for arguments in 'info nosuch' 'info path:5 --nonsense'; do
    # shellcheck disable=SC2086
    "$tandem" $arguments 2>/dev/full
    code=$?
    ((code == 2)) && result ok || result bad "tandem $arguments 2>/dev/full gave code $code"
  done
fi
# Less address space than the graph takes
as_user=(bash -c 'ulimit -v 3000000 && exec "$@"' _)
if "${as_user[@]}" "$tandem" info path:5 >/dev/null 2>&1; then
  fails 'grid:20000x20000: .* needs .* of host memory, .* is available' info grid:20000x20000
else
  echo 'SKIPPED: little address space: this build needs more of it to start'
fi
as_user=()
# A name as long as file systems take
succeeds 'wrote' generate path:5 "$(printf 'n%.0s' {1..251}).txt"

fails 'which command'
fails 'frobnicate' frobnicate
fails "the argument after '--quiet' is empty" '' info path:5
fails "the argument after 'info' is empty" info ''
fails "the argument after '--platform' is empty" info --platform ''
fails "the argument after 'convert' is empty" convert '' x.tdm
fails "the argument after 'path:5' is empty" generate path:5 ''
fails 'nonsense' info path:5 --nonsense
fails 'needs a graph' info
fails "names no generator" generate crown:20 x.tdm
fails "expected kron:" generate kron:x x.tdm
fails 'too large' generate kron:99 x.tdm
fails 'nofile' info nofile
fails 'input and output name the same file' convert a.tdm ./a.tdm
ln -s a.tdm link.tdm
fails 'input and output name the same file' convert a.tdm link.tdm
fails 'no\\x0afile' info $'no\nfile'
fails 'directory' info .
fails 'format' convert a.tdm x.unknown
fails 'format|no such' convert a.tdm x.txt --to nonsense
fails 'leave them out \(convert: --no-weights\)' convert a.tdm x.sg --to gapbs
fails 'leave them out \(convert: --no-weights\)' generate kron:5 x.wsg --weights unit
for extension in graph packed; do
  fails 'make it undirected with --undirected' generate rmat:5 "x.$extension"
  succeeds 'wrote' generate rmat:5 "undirected.$extension" --undirected
done
# Flags that would be of no use
for flags in '--weights unit' '--seed 3'; do
  for command in 'convert a.tdm x.tdm' 'info a.tdm' 'calibrate --graph a.tdm --platform 1S --profile x.toml'; do
    # shellcheck disable=SC2086  # they are several
    fails "${flags% *} is for graphs that are generated" $command $flags
  done
done
fails '--weights is for graphs that are generated' run bfs --graph a.tdm --weights unit
succeeds 'bfs' run bfs --graph a.tdm --platform 1S --seed 3
succeeds '1,024' plan --graph a.tdm --platform 1S --seed 3
for flags in '--from edge_list' '--no-verify'; do
  # shellcheck disable=SC2086
  fails "${flags% *} is for graphs from a file" info path:5 $flags
done
succeeds 'weights +none' info path:5 --no-weights
fails 'excludes' info path:5 --no-weights --weights unit
fails 'weight' run sssp --graph path:5 --no-weights --platform 1S
for flags in '--seed 3' '--undirected' '--drop-isolated' '--weights unit' '--from edge_list'; do
  # shellcheck disable=SC2086
  fails "${flags% *} is for graphs: " info --platform $flags
done
for bad in -1 99999999999999999999 1.5 x; do
  fails "seed: '$bad' is no whole number" generate kron:5 x.tdm --seed "$bad"
  fails "seed: '$bad' is no whole number" graph500 --scale 5 --seed "$bad"
done
succeeds 'wrote' generate kron:5 octal.tdm --seed 010
"$tandem" -q generate kron:5 ten.tdm --seed 10
same octal.tdm ten.tdm
fails '3X|platform' info --platform 3X
fails 'socket' info --platform 999S
fails "threads: '0' is no number above 0 \(try --help\)$" info path:5 --threads 0
printf '1 2\n3 x\n' >bad.txt
fails 'bad.txt:2' info bad.txt
printf '' >empty.txt
fails 'empty' info empty.txt
head -c 5000 a.tdm >truncated.tdm
fails 'truncated.tdm' convert truncated.tdm x.txt
fails 'nofolder' generate path:5 nofolder/x.txt
# Before the work, not after it
for output in x.unknown nofolder/x.tdm folder.tdm nofolder/x.e; do
  [[ $output == folder.tdm ]] && mkdir folder.tdm
  errors=$("$tandem" generate kron:5 $output 2>&1)
  [[ $? == 2 && $errors != *generated* ]] && result ok || result bad "the output $output is told to be bad after: $errors"
done
# A file that may not get so large
if (ulimit -f 1; "$tandem" info path:5) >/dev/null 2>&1; then
  errors=$( (ulimit -f 1; "$tandem" -q generate path:2000 x.large.txt) 2>&1)
  code=$?
  ((code == 2)) && [[ $errors == "tandem: "*x.large.txt*"too large"* ]] && result ok ||
    result bad "a file beyond the limit gave code $code and: $errors"
else
  echo 'SKIPPED: a limit on the size of files: this build does not start with one'
fi
for variable in KOKKOS_NUM_THREADS=many KOKKOS_DEVICE_ID=-1 KOKKOS_MAP_DEVICE_ID_BY=name KOKKOS_TUNE_INTERNALS=perhaps; do
  as_user=(env "$variable")
  fails "$variable in the environment: expected" info path:5
done
as_user=()
mkdir folder.txt
fails 'folder.txt' generate path:5 folder.txt
if drop_privileges; then
  cp quiet.txt secret.txt
  chmod 000 secret.txt
  fails "secret.txt': no permission" info secret.txt
  mkdir locked
  chmod 555 locked
  fails 'locked/x.txt.*Permission denied' generate path:5 locked/x.txt
  [[ -z $(ls -A locked) ]] && result ok || result bad "files left behind in a locked folder: $(ls -A locked)"
else
  echo 'SKIPPED: files without permission: root may use them all, and cannot run tandem as another user here'
fi
as_user=()
if ls -A | grep -qE '^x\.|\.tmp|\.partial'; then
  result bad "files left behind: $(ls -A)"
else
  result ok
fi

finish
