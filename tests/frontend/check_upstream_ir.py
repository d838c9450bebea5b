#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the launches of conformance/ beside which upstream's own ttir of the kernel lies: source and ttir leave the same
values, and those that a GPU computed. Usage: check_upstream_ir.py CLI"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

recorded = pathlib.Path(__file__).parent / 'conformance'
with tempfile.TemporaryDirectory() as name:
    folder, count = pathlib.Path(name), 0
    for source in recorded.glob('*.py'):
        shutil.copy(source, folder)
    for path in sorted(recorded.glob('*.launch.json')):
        ttir = json.loads(path.read_text())['kernel'].get('ttir')
        if ttir:
            shutil.copy(path, folder)
            shutil.copy(recorded / ttir, folder)
            count += 1
    assert count > 20, count
    for ways in (['--from', 'source,ttir', '--engine', 'reference'],
                 ['--from', 'ttir', '--engine', 'sim', '--against', 'expect,reference']):
        done = subprocess.run([sys.argv[1], 'corpus', folder, *ways], capture_output=True, text=True)
        print(done.stdout, done.stderr)
        assert done.returncode == 0 and f'{count} passed, 0 failed' in done.stdout, done.returncode
