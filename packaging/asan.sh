#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds the preset `asan` and runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
packaging/install-packages.sh all
cmake --preset asan -DCHARONIA_CORPUS=
cmake --build --preset asan
# LLVM's allocators mark memory by hand in the code that the sanitizer sees, but not in LLVM's own libraries.
QT_QPA_PLATFORM=offscreen ASAN_OPTIONS=detect_leaks=0:allow_user_poisoning=0 ctest --preset asan
