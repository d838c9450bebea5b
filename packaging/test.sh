#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# On Debian 12: installs the packages, builds the preset `ci` and runs all tests. Ends with ctest's summary.
# CHARONIA_CORPUS names a folder of recorded launches to test against; without it those tests are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
packaging/install-packages.sh all
cmake --preset ci -DCHARONIA_CORPUS="${CHARONIA_CORPUS:-}"
cmake --build --preset ci
QT_QPA_PLATFORM=offscreen ctest --preset ci
