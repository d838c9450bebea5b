#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""At least 98 % of the affine accesses of recorded launches stand on one or a few descriptors, and at
least 95 % of the bytes that the simulated runs move are moved on the rungs L0 to L2: by descriptors and by rows.
Boxes from which elements are taken count whole, as bytes of the rungs below; the share if they count as the elements that
are taken is printed beside it.

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
LADDER_TOP = GOOD | {"rows"}  # L0 to L2


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
    runs = Counter()
    for n, count in numbers.items():
        runs["1" if n <= 1 else "2" if n == 2 else "3 to 6" if n <= 6 else "more"] += count
    print("descriptors an access: " + ", ".join("%s: %d" % (n, runs[n]) for n in ("1", "2", "3 to 6", "more")))
    moved = report["bytes_by_rung"]
    total = sum(moved.values())
    whole = report["good_share_whole_boxes"]
    share = report["good_share"]
    for rung in sorted(moved, key=moved.get, reverse=True):
        print("%14d bytes (%.2f %%) on rung %s" % (moved[rung], 100 * moved[rung] / total, rung))
    print("off the rungs L0 to L2, bytes a tile, with the reasons:")
    for row in sorted(report["rungs"], key=lambda row: -row["bytes_per_tile"]):
        if row["rung"] not in LADDER_TOP:
            print("%10d in %d: %s %s: %s" % (row["bytes_per_tile"], row["accesses"], row["kind"], row["rung"], row["reason"]))
    print("%d of %d affine accesses (%.2f %%) on one or a few descriptors" % (good, found, 100.0 * good / found))
    print("%.2f %% of %d bytes on the rungs L0 to L2" % (100 * whole, total))
    print("%.2f %% if a box from which elements are taken counts as what is taken: %s" % (100 * share, report["taken_by_rung"]))
    assert "other" not in moved, "commands that belong to no access: %d bytes" % moved["other"]
    assert found > 1000
    assert good >= 0.98 * found
    assert whole >= 0.95


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--list" in sys.argv)
