#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds the preset `fuzz` and runs the fuzzers. Usage: fuzz.sh [SECONDS [NAME ...]], see tests/fuzz/run.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
packaging/install-packages.sh all
cmake --preset fuzz
cmake --build --preset fuzz
tests/fuzz/run.sh "$@"
