#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# quickstart.sh: set-up, build, and a first look at what tandem does. Works from any folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source configs/lib/common.sh

configs/setup.sh host
build_preset host tandem_command

tandem=build/host/tandem
"$tandem" --version
# The demonstration goes here.
