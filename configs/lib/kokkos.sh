# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Kokkos and Kokkos Kernels: sources fetched, patched and built once per variant.

kokkos_prefix() { echo "$TANDEM_DEPS/kokkos-$KOKKOS_VERSION/$(kokkos_variant "$1")"; }

kokkos_source() {
  echo "$TANDEM_DEPS/src/kokkos-$KOKKOS_VERSION-$(cat "$configs"/patches/*.patch | sha256sum | cut -c1-8)"
}

# compiler_of <preset>: what the toolchain file picks, for the key; as in CXX, flags may follow
compiler_of() {
  case $1 in
    asan | tsan | offload) echo "clang++-$LLVM_VERSION" ;;
    cuda) echo nvcc ;;
    hip) echo hipcc ;;
    *) echo "${CXX:-c++}" ;;
  esac
}

# need_compiler <preset>: fails where kokkos_key would, but with words
need_compiler() {
  local compiler
  read -ra compiler <<<"$(compiler_of "$1")"
  command -v "${compiler[0]}" >/dev/null ||
    die "there is no C++ compiler '${compiler[0]}' (of the presets host, host64 and debug CXX names another)"
}

# A built variant is reused while the flags, the patch and the compiler stay the same.
kokkos_key() {
  local variant=${1/host64/host} compiler
  read -ra compiler <<<"$(compiler_of "$1")"
  {
    echo "$(kokkos_variant "$1") $SOURCE_SHA256"
    cat "$configs/kokkos/common.cmake" "$configs/kokkos/$variant.cmake" "$configs"/patches/*.patch
    case $variant in asan | tsan | offload) cat "$configs/toolchains/"{llvm,"$variant"}.cmake ;; esac
    "${compiler[@]}" --version 2>/dev/null | head -n 2
  } | sha256sum | cut -c1-16
}

kokkos_ready() {
  local prefix
  prefix=$(kokkos_prefix "$1")
  [[ -f $prefix/.key && $(<"$prefix/.key") == "$(kokkos_key "$1")" ]]
}

# An installed Kokkos that suits the preset makes ours needless. Sanitizers and offload need one
# compiled with their own flags. Prints its folder.
installed_kokkos() {
  case $1 in asan | tsan | offload) return 1 ;; esac
  local backends='' work
  [[ $1 == cuda ]] && backends=CUDA
  [[ $1 == hip ]] && backends=HIP
  work=$(mktemp -d "$TANDEM_DEPS/tmp.probe.XXXXXX")
  local options=(-G Ninja -S "$configs/cmake/probe" -B "$work" "-DTANDEM_REQUIRE_BACKENDS=$backends")
  # The probe only asks whether there is one: any compiler will do for that. make, CMake's default, may be missing.
  cmake "${options[@]}" >"$work/log" 2>&1 || true
  sed -n 's/^-- installed Kokkos: //p' "$work/log"
  rm -rf "$work"
}

fetch_kokkos() {
  local source work
  source=$(kokkos_source)
  [[ -f $source/.done ]] && return 0
  say "fetching the sources of Kokkos and Kokkos Kernels $KOKKOS_VERSION"
  mkdir -p "$TANDEM_DEPS/src"
  work=$(mktemp -d "$TANDEM_DEPS/tmp.src.XXXXXX")
  local archive=$TANDEM_DEPS/src/$SOURCE_FILE
  if ! sha256sum --status -c <<<"$SOURCE_SHA256  $archive" 2>/dev/null; then
    # A throw-away environment; pip download would try to build the package, which takes minutes.
    logged "Python environment" python3 -m venv "$work/venv"
    logged "package client" "$work/venv/bin/python" -m pip install --quiet "pypi-simple==$PYPI_SIMPLE_VERSION"
    logged "download of $SOURCE_FILE" "$work/venv/bin/python" "$configs/lib/fetch.py" \
      "$SOURCE_PROJECT" "$SOURCE_FILE" "$SOURCE_SHA256" "$archive"
  fi
  mkdir "$work/tree"
  tar -xzf "$archive" -C "$work/tree" --strip-components=1 --no-same-owner \
    "${SOURCE_FILE%.tar.gz}/kokkos" "${SOURCE_FILE%.tar.gz}/kokkos-kernels"
  local file
  for file in "$configs"/patches/*.patch; do
    logged "patch $(basename "$file")" patch -d "$work/tree" -p1 -i "$file"
  done
  touch "$work/tree/.done"
  rm -rf "$source"
  mv "$work/tree" "$source"
  rm -rf "$work"
}

# Installs into a staging folder with the final prefix compiled in, then renames: an interrupted
# build leaves nothing that looks whole.
build_kokkos() {
  local preset=$1 prefix key source work part
  prefix=$(kokkos_prefix "$preset")
  key=$(kokkos_key "$preset")
  fetch_kokkos
  source=$(kokkos_source)
  # A fixed name, so that ccache knows the files again; the lock keeps others out.
  work=$TANDEM_DEPS/tmp.kokkos-$(kokkos_variant "$preset")
  rm -rf "$work"
  mkdir "$work"
  local name=${preset/host64/host}
  local options=(-G Ninja -C "$configs/kokkos/$name.cmake" "-DCMAKE_INSTALL_PREFIX=$prefix")
  if [[ $preset == cuda ]]; then
    options+=("-DCMAKE_CXX_COMPILER=$source/kokkos/bin/nvcc_wrapper")
  elif [[ -f $configs/toolchains/$name.cmake ]]; then
    options+=("-DCMAKE_TOOLCHAIN_FILE=$configs/toolchains/$name.cmake")
  fi
  command -v ccache >/dev/null && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  say "building Kokkos for $preset (about a minute, once)"
  for part in kokkos kokkos-kernels; do
    logged "$part $preset configure" cmake -S "$source/$part" -B "$work/$part" "${options[@]}" \
      "-DKokkos_ROOT=$work/stage$prefix"
    logged "$part $preset build" nice cmake --build "$work/$part" -j "$jobs"
    logged "$part $preset install" env "DESTDIR=$work/stage" cmake --install "$work/$part"
  done
  # Kokkos Kernels notes where it found Kokkos, which is in the staging folder.
  local stage
  stage=$(sed 's/[][\.*^$#]/\\&/g' <<<"$work/stage")
  grep -rlFZ "$work/stage" "$work/stage$prefix/lib"*/cmake | xargs -r0 sed -i "s#$stage##g"
  echo "$key" >"$work/stage$prefix/.key"
  mkdir -p "$(dirname "$prefix")"
  # Aside and not deleted first: a build that uses the old one misses it for an instant only.
  [[ ! -e $prefix ]] || mv "$prefix" "$work/old"
  mv "$work/stage$prefix" "$prefix"
  rm -rf "$work"
}
