# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the launch files of this folder with their expectations: write_launches.py [FOLDER]."""
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "support"))

import cases
import launch_format


def written(function, grid, constexprs, arguments, results, rungs):
    types = {argument["name"]: argument["type"] for argument in arguments}
    values = {argument["name"]: launch_format.fill(argument, -1.0, 1.0) for argument in arguments}
    expect = {name: launch_format.summary(each, types[name]) for name, each in results(values).items()}
    launch = {"format": "charonia-launch/1", "kernel": {"source": "kernels.py", "function": function}, "grid": grid,
              "constexprs": constexprs, "args": arguments,
              "cases": [{"name": "a", "float_range": [-1.0, 1.0], "expect": expect}]}
    return launch_format.text(launch)


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for name, case in cases.CASES.items():
        (folder / f"{name}.launch.json").write_text(written(*case))


if __name__ == "__main__":
    main()
