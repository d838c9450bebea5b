# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the measures of the front end find the program when --cli does not name it."""
import pathlib
import sys


def newestCli() -> str:
    """The charonia-cli of the build folder that was linked last."""
    root = pathlib.Path(__file__).resolve().parents[2]
    found = sorted(root.glob('build/*/bin/charonia-cli'), key=lambda path: path.stat().st_mtime)
    if not found:
        sys.exit('no charonia-cli below build/: build it, or name it with --cli')
    return str(found[-1])
