#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang-format (check only) and clang-tidy over the project's own C++ files.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files 'app/*.cpp' 'app/*.h' 'compiler/*.cpp' 'compiler/*.h' 'sim/*.cpp' 'sim/*.h' 'widgets/*.cpp' 'widgets/*.h' 'tests/*.cpp' 'tests/*.h' |
  xargs clang-format-19 --dry-run --Werror
cmake --preset dev
git ls-files 'app/*.cpp' 'compiler/*.cpp' 'sim/*.cpp' 'widgets/*.cpp' | xargs -P2 -n4 clang-tidy-19 -p build/dev --quiet
