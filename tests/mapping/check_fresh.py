#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The committed launch files of a folder are what its write_launches.py writes. Usage: check_fresh.py FOLDER"""
import pathlib
import subprocess
import sys
import tempfile

folder = pathlib.Path(sys.argv[1])
with tempfile.TemporaryDirectory() as written:
    subprocess.run([sys.executable, folder / "write_launches.py", written], check=True)
    new = {path.name: path.read_text() for path in pathlib.Path(written).iterdir()}
old = {path.name: path.read_text() for path in folder.glob("*.launch.json")}
different = sorted(name for name in new.keys() | old.keys() if new.get(name) != old.get(name))
print("\n".join(f"{name} differs: run write_launches.py" for name in different) or f"{len(old)} launch files are fresh")
sys.exit(1 if different or not old else 0)
