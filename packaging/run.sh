#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# On Debian 12: installs the packages, builds the preset `release` and opens the IDE on a sample. Without a
# display it runs the same sample headless and prints the report. Usage: run.sh [FILE]
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
packaging/install-packages.sh build
cmake --preset release -DBUILD_TESTING=OFF
cmake --build --preset release
sample=${1:-resources/samples/matmul/matmul-200x120x136.launch.json}
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec build/release/bin/charonia "$sample"
fi
echo "No display: running $sample headless."
exec build/release/bin/charonia-cli run "$sample" --engine sim
