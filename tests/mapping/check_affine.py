#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""At least 98 % of the affine accesses of recorded launches stand on one or a few descriptors, and at
least 95 % of the bytes that the simulated runs move are moved by descriptors.

    check_affine.py CHARONIA_CLI CORPUS [--list]

Which accesses are affine says affine.py, from upstream's IR alone; which rung they stand on, the
report of `charonia-cli corpus --json`. They are matched by file, kind and position in the source.
"""
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict

import affine

GOOD = {"dma", "wrap", "uniform"}


def report_of(cli, corpus):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        run = subprocess.run([cli, "corpus", corpus, "--from", "ttir", "--engine", "sim", "--against",
                              "expect", "--json", path], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr
        with open(path, encoding="utf-8") as file:
            return json.load(file)


def main(cli, corpus, show):
    report = report_of(cli, corpus)
    good = found = 0
    left, numbers = Counter(), Counter()
    for launch in report["launches"]:
        rungs = defaultdict(list)
        for row in launch["accesses"]:
            rungs[row["kind"], row["line"], row["column"]].append(row)
        path = launch["file"].replace(".launch.json", ".ttir")
        for access in affine.accesses_of(path):
            rows = rungs.get((access.kind, access.line, access.column))
            if not access.affine or not rows:
                continue  # nothing is promised, or nothing uses it
            found += 1
            bad = [row for row in rows if row["rung"] not in GOOD]
            good += not bad
            if not bad:
                numbers[max(row["descriptors"] for row in rows)] += 1
            for row in bad[:1]:
                left[row["reason"]] += 1
                if show:
                    print("%s:%d:%d %s: %s" % (path, access.line, access.column, row["rung"], row["reason"]))
    for reason, count in left.most_common():
        print("%6d %s" % (count, reason))
    print("by number of descriptors: " + ", ".join("%d on %d" % (numbers[n], n) for n in sorted(numbers)))
    moved = report["bytes_by_rung"]
    share = moved["dma"] / sum(moved.values())
    print("%d of %d affine accesses (%.2f %%) on one or a few descriptors" % (good, found, 100.0 * good / found))
    print("%.2f %% of %d bytes moved by descriptors" % (100 * share, sum(moved.values())))
    assert found > 1000
    assert good >= 0.98 * found
    assert share >= 0.95


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--list" in sys.argv)
