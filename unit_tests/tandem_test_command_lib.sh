# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the tests of the command, which get the path of tandem as their first argument: checks of what it does.
tandem=$(realpath "$1")
source "$(dirname "${BASH_SOURCE[0]}")/tandem_test_lib.sh"
export XDG_CONFIG_HOME=$work/config  # no profile of the user
as_user=()  # put before tandem

# succeeds <pattern> <argument>...: exit code 0 and the pattern in what is printed
succeeds() {
  local pattern=$1 output code
  shift
  output=$("$tandem" "$@" 2>&1)
  code=$?
  if ((code == 0)) && grep -qE -- "$pattern" <<<"$output"; then
    result ok
  else
    result bad "tandem $* gave code $code, expected '$pattern' in: $output"
  fi
}

# omits <pattern> <argument>...: exit code 0, and nothing of what it prints has the pattern.
omits() {
  local pattern=$1 output code
  shift
  output=$("$tandem" "$@" 2>&1)
  code=$?
  if ((code == 0)) && ! grep -qE -- "$pattern" <<<"$output"; then
    result ok
  else
    result bad "tandem $* gave code $code, expected no '$pattern' in: $output"
  fi
}

# fails <pattern> <argument>...: exit code 2, nothing on stdout, one line on stderr that has the pattern. Lines of
# the OpenMP runtime, which complains about devices that are really the host, don't count.
fails() {
  local pattern=$1 output code errors
  shift
  output=$("${as_user[@]}" "$tandem" --quiet "$@" 2>errors)
  code=$?
  errors=$(grep -v '^OMP: ' errors)
  rm -f errors
  if ((code == 2)) && [[ -z $output ]] && (($(wc -l <<<"$errors") == 1)) && grep -qE -- "$pattern" <<<"$errors"; then
    result ok
  else
    result bad "tandem $* gave code $code, stdout '$output', expected one line with '$pattern' in: $errors"
  fi
}

same() {
  if cmp -s "$1" "$2"; then result ok; else result bad "$1 and $2 differ"; fi
}

# drop_privileges: from here on fails() runs tandem as a user to whom permissions apply; false where that can't be done
drop_privileges() {
  ((EUID == 0)) || return 0
  chmod 755 "$work"
  as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  "${as_user[@]}" "$tandem" --version >/dev/null 2>&1
}
