# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Debian packages. On a machine without dpkg all of this does nothing and CMake's find_package decides. So it is with
# TANDEM_SKIP_PACKAGES, for whoever has the same from modules and may install nothing.

have_dpkg() {
  [[ -z ${TANDEM_SKIP_PACKAGES:-} ]] && command -v dpkg-query >/dev/null && command -v apt-get >/dev/null
}

# missing_packages <list name...>
missing_packages() {
  local name package wanted=()
  for name in "$@"; do
    [[ -f $configs/packages/$name.txt ]] || continue
    while read -r package; do
      [[ -z $package || $package == \#* ]] || wanted+=("$package")
    done <"$configs/packages/$name.txt"
  done
  ((${#wanted[@]})) || return 0
  local installed
  installed=$(dpkg-query -W -f '${binary:Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null |
    sed -n 's/^\([^ :]*\)[^ ]* installed$/\1/p') || true
  comm -23 <(printf '%s\n' "${wanted[@]}" | sort -u) <(sort -u <<<"$installed")
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo -n "$@"
  fi
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID == 0)) || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }; then
    say "installing ${#missing[@]} Debian packages: ${missing[*]}"
    logged "apt-get update" as_root apt-get update -qq
    logged "apt-get install" as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y --no-install-recommends "${missing[@]}"
    return 0
  fi
  # Neither sudo nor lists of packages are a matter of course.
  die "these packages are missing (if you have them from modules: TANDEM_SKIP_PACKAGES=1); as root:" \
    "apt-get update && apt-get install --no-install-recommends ${missing[*]}"
}

catch2_installed() {
  local version
  version=$(dpkg-query -W -f '${Version}' libcatch2-dev 2>/dev/null) || return 1
  dpkg --compare-versions "$version" ge "$CATCH2_MINIMUM"
}

catch2_ready() { catch2_installed || [[ -f $TANDEM_DEPS/catch2/.libcatch2-dev ]]; }

# debian_archive <codename>: where apt gets that release from. It knows by itself, whichever style its sources are
# written in.
debian_archive() {
  apt-get update --print-uris -o Debug::NoLocking=1 2>/dev/null |
    sed -n "s#^'\\(.*\\)/dists/$1/InRelease'.*#\\1#p" | head -n 1
}

# Debian 12 proper has Catch2 2, and 3 in its backports; later releases have 3. Fetched with an apt configuration of
# our own, so that the machine's sources stay as they are and no privilege is needed.
fetch_catch2() {
  catch2_ready && return 0
  local codename mirror work suite own
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  own=$(LC_ALL=C apt-cache policy libcatch2-dev 2>/dev/null | sed -n 's/^ *Candidate: //p')
  suite=$codename-backports
  if dpkg --compare-versions "${own:-0}" ge "$CATCH2_MINIMUM"; then suite=$codename; fi
  mirror=$(debian_archive "$codename") || true
  [[ -n $mirror ]] || die "apt knows no archive for '$codename': install Catch2 3 by hand"
  work=$(mktemp -d "$TANDEM_DEPS/tmp.catch2.XXXXXX")
  mkdir -p "$work"/{lists/partial,cache/archives/partial,tree}
  printf 'deb %s %s main\n' "$mirror" "$suite" >"$work/sources.list"
  local options=(
    -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache"
    -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none
  )
  say "fetching Catch2 3 from $suite"
  logged "Catch2 index" apt-get "${options[@]}" update
  (cd "$work" && logged "Catch2 download" apt-get "${options[@]}" download libcatch2-dev)
  logged "Catch2 unpack" dpkg-deb -x "$work"/libcatch2-dev_*.deb "$work/tree"
  touch "$work/tree/.libcatch2-dev"
  chmod 755 "$work/tree"
  rm -rf "$TANDEM_DEPS/catch2"
  mv "$work/tree" "$TANDEM_DEPS/catch2"
  rm -rf "$work"
}
