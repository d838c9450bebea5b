#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one launch on the interpreter and, under two mappings, on the simulator, against its expectations and element by
element against the interpreter; then compares the rungs of its accesses with the least that a case asks for.
Usage: check_launch.py CLI LAUNCH"""
import importlib
import json
import pathlib
import subprocess
import sys

LADDER = ["dma", "uniform", "wrap", "rows", "strided", "indexed", "gather", "atomic"]


def main():
    cli, launch = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    name = launch.name.removesuffix(".launch.json")
    sys.path[:0] = [str(launch.parent), str(launch.parent.parent)]
    cases = importlib.import_module("cases")
    bad = []
    sim = "expect" if name in cases.ORDER_OF_SUMS_IS_THE_MACHINES else "expect,reference"
    for extra in (["--engine", "reference", "--against", "expect"],
                  ["--engine", "sim", "--poison", "--mapping", "linear", "--against", sim],
                  ["--engine", "sim", "--mapping", "zigzag", "--against", sim]):
        ran = subprocess.run([cli, "run", str(launch), *extra], capture_output=True, text=True)
        if ran.returncode != 0:
            bad.append(f"{' '.join(extra)}: exit {ran.returncode}\n{ran.stdout}{ran.stderr}")
    explained = subprocess.run([cli, "explain", str(launch), "--json"], capture_output=True, text=True)
    if explained.returncode != 0:
        sys.exit(f"explain: exit {explained.returncode}\n{explained.stderr}")
    accesses = json.loads(explained.stdout)["accesses"]
    wanted = cases.RUNGS.get(name, {})
    for (kind, argument), least in wanted.items():
        rungs = [a["rung"] for a in accesses if a["kind"] == kind and a["argument"] == argument]
        if not rungs:
            bad.append(f"there is no {kind} of '{argument}'")
        bad += [f"{kind} of '{argument}' is on rung {rung}, not on {least} or a better one" for rung in rungs
                if LADDER.index(rung) > LADDER.index(least)]
    if name in cases.ON_DESCRIPTORS:
        bad += [f"line {a['range']['beginLine']}: {a['kind']} of '{a['argument']}' on rung {a['rung']}: {a['reason']}"
                for a in accesses if a["kind"] != "atomic" and LADDER.index(a["rung"]) > LADDER.index("wrap")]
    # A rung below the best has its reason.
    bad += [f"line {a['range']['beginLine']}: {a['kind']} on rung {a['rung']} without a reason" for a in accesses
            if a["rung"] not in ("dma", "uniform") and not a["reason"]]
    print("\n".join(bad) or f"{name}: as expected")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
