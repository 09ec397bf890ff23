#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# try-bare.sh [folder]: what the README promises, on a Debian 12 with nothing on it, made in a folder (default: in the
# cache). As a user without the packages, who must be told what to install; then as root, who must get all to work; then
# as the user again, to whom root has installed the packages. Needs root, debootstrap and half an hour. Archive, proxies
# and certificates are those of this machine.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"
source "$configs/lib/packages.sh"

((EUID == 0)) || die "try-bare.sh makes a Debian in a folder, which only root can"
for tool in debootstrap unshare chroot git; do
  command -v "$tool" >/dev/null || die "$tool is not installed"
done
# Mounts of a namespace of our own end with us, however that comes about.
if [[ -z ${TANDEM_BARE_INSIDE:-} ]]; then
  unshare --mount true 2>/dev/null || die "try-bare.sh mounts /proc in a folder, which is not allowed here"
  TANDEM_BARE_INSIDE=1 exec unshare --mount --propagation private "${BASH_SOURCE[0]}" "$@"
fi

codename=bookworm
work=$(realpath -ms "${1:-$TANDEM_DEPS/bare}")
base=$work/base  # as debootstrap left it, for the next time
system=$work/system
user=someone
mkdir -p "$work"

# home_of <user>: as the system in the folder has it
home_of() { awk -F: -v user="$1" '$1 == user { print $6 }' "$system/etc/passwd"; }

make_base() {
  [[ -f $base/.done ]] && return 0
  local archive
  archive=${TANDEM_BARE_ARCHIVE:-$(debian_archive "$codename")} || true
  [[ -n $archive ]] || die "apt knows no archive of $codename here: name one by TANDEM_BARE_ARCHIVE"
  # debootstrap does not read the configuration of apt.
  [[ -n ${http_proxy:-} ]] || eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
  export http_proxy
  rm -rf "$base"
  TANDEM_DEPS=$work logged "bare $codename" debootstrap --variant=minbase "$codename" "$base" "$archive"
  printf 'deb %s %s main\n' "$archive" "$codename" >"$base/etc/apt/sources.list"
  touch "$base/.done"
}

# copy_settings: how this machine gets to the archive and to the package index
copy_settings() {
  local file
  apt-config dump | grep -E '^Acquire::(http|https)::' | grep -v Auto-Detect >"$system/etc/apt/apt.conf.d/90machine" || true
  for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
    if [[ -f $file ]]; then install -Dm644 "$file" "$system$file"; fi
  done
  for file in "${PIP_CONFIG_FILE:-}" "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" "$HOME/.pip/pip.conf"; do
    [[ -f $file ]] || continue
    install -Dm644 "$file" "$system$(home_of root)/.config/pip/pip.conf"
    install -Dm644 "$file" "$system$(home_of "$user")/.config/pip/pip.conf"
    break
  done
  if [[ -d /usr/local/share/ca-certificates ]]; then cp -r /usr/local/share/ca-certificates "$system/usr/local/share/"; fi
}

# copy_tree <folder>: the files of the repository as they are now
copy_tree() {
  mkdir -p "$1"
  git -C "$tandem_root" -c safe.directory='*' ls-files -z |
    tar -C "$tandem_root" --null -T - -cf - | tar -C "$1" --no-same-owner -xf -
}

make_system() {
  rm -rf --one-file-system "$system"
  cp -a "$base" "$system"
  chroot "$system" useradd --create-home "$user"
  copy_settings
  mount -t proc proc "$system/proc"
  mount --rbind /sys "$system/sys"
  mount --rbind /dev "$system/dev"
  copy_tree "$system$(home_of root)/tandem"
  copy_tree "$system$(home_of "$user")/tandem"
  chroot "$system" chown -R "$user:" "$(home_of "$user")"
}

# Of this machine's variables only those about the way to the package index go in.
mapfile -d '' -t settings < <(env -0 | grep -zv '^PIP_CONFIG_FILE=' |
  grep -zE '^((https?|no)_proxy|(HTTPS?|NO)_PROXY|PIP_[A-Z_]+|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|TANDEM_JOBS)=')
inside() {
  local who=$1 command=$2
  chroot --userspec="$who" "$system" env -i "${settings[@]}" HOME="$(home_of "$who")" LANG=C.UTF-8 \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -c "cd ~/tandem && $command"
}

failed=0
# expect <exit code> <pattern> <user> <command>: the output has the pattern in a line, and is kept in the folder
expect() {
  local code=$1 pattern=$2 who=$3 command=$4 log start=$SECONDS got=0
  log=$work/$who-$(basename "$command").log
  inside "$who" "$command" >"$log" 2>&1 </dev/null || got=$?
  if ((got == code)) && grep -qE -- "$pattern" "$log"; then
    say "passed: $command as $who, $((SECONDS - start)) s"
  else
    say "FAILED: $command as $who gave code $got, expected $code and a line with '$pattern': see $log"
    failed=1
  fi
}

make_base
make_system
for command in ./configs/quickstart.sh ./configs/test.sh; do
  expect 2 '^tandem: error: these packages are missing .*: apt-get update && apt-get install ' "$user" "$command"
done
for who in root "$user"; do
  expect 0 'validation +passed' "$who" ./configs/quickstart.sh
  expect 0 '100% tests passed' "$who" ./configs/test.sh
done
exit "$failed"
