#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes README.md's table of the accesses that left the good rungs: write_table.py CLI"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
GOOD = ("dma", "uniform", "wrap", "rows")
BEGIN, END = "<!-- table begins: write_table.py -->\n", "<!-- table ends -->\n"


def rows(cli, launch):
    ran = subprocess.run([cli, "explain", str(launch), "--json"], capture_output=True, text=True, check=True)
    explained = json.loads(ran.stdout)
    counts = ", ".join(f"{rung} {share['accesses']}" for rung, share in
                       sorted(explained["summary"]["bytes_by_rung"].items(), key=lambda item: -item[1]["accesses"]))
    left = {}
    for access in explained["accesses"]:
        if access["rung"] not in GOOD:
            what = f"{access['rung']}: {access['kind']} of {access['argument'] or 'loaded address'}, " \
                   f"line {access['range']['beginLine']}"
            left.setdefault(what, access["reason"])
    reasons = "<br>".join(f"{what}: {why}" for what, why in left.items()) or "none"
    return f"| {launch.name.removesuffix('.launch.json')} | {explained['kernel']} | {counts} | {reasons} |\n"


def main():
    table = "| launch | kernel | accesses by rung | off the rungs dma, uniform, wrap, rows, and why |\n| --- | --- | --- | --- |\n"
    table += "".join(rows(sys.argv[1], launch) for launch in sorted(HERE.glob("*.launch.json")))
    readme = HERE / "README.md"
    before, rest = readme.read_text().split(BEGIN)
    readme.write_text(before + BEGIN + table + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
