#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs the fuzzers of the preset `fuzz` one after the other: run.sh [SECONDS [NAME ...]], by default half an hour for
# `source` and `ir`. Inputs that were found worth keeping stay in build/fuzz/corpus; a crash, leak or hang
# (5 s of processor time) ends the run and leaves its input in build/fuzz/found. Exits 1 when anything was found.
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C.UTF-8
seconds=${1:-1800}
shift || true
names=("${@:-source ir}")
build=${CHARONIA_FUZZ_BUILD:-build/fuzz}
mkdir -p "$build/found"
python3 tests/fuzz/collect_seeds.py "$build/corpus"
export ASAN_SYMBOLIZER_PATH=${ASAN_SYMBOLIZER_PATH:-$(command -v llvm-symbolizer-19 || true)}
export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$PWD/tests/fuzz/lsan.supp:print_suppressions=0
status=0
for name in ${names[*]}; do
  dictionary=()
  if [ -f "tests/fuzz/$name.dict" ]; then
    dictionary=("-dict=tests/fuzz/$name.dict")
    export CHARONIA_FUZZ_WORDS=tests/fuzz/$name.dict
  fi
  "$build/bin/fuzz_$name" "$build/corpus/$name" "${dictionary[@]}" -timeout=60 -rss_limit_mb=3072 \
    -max_len=20000 -max_total_time="$seconds" -artifact_prefix="$build/found/$name-" \
    -print_final_stats=1 || status=1
done
exit $status
