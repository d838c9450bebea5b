#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# On Debian 12: installs the packages, builds the preset `ci` and runs all tests. Ends with ctest's summary.
# CHARONIA_CORPUS names a folder of recorded launches to test against; without it those tests are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
packaging/install-packages.sh all
launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  # The precompiled header would defeat the cache without these.
  export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
fi
cmake --preset ci "${launcher[@]}" -DCHARONIA_CORPUS="${CHARONIA_CORPUS:-}"
cmake --build --preset ci
QT_QPA_PLATFORM=offscreen ctest --preset ci
