#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one sample launch on the reference and, under each mapping, on the simulator against expectations and reference."""
import subprocess
import sys

cli, launch = sys.argv[1:3]
runs = [['--engine', 'reference']]
for mapping in ('linear', 'round-robin', 'zigzag'):
    runs.append(['--engine', 'sim', '--poison', '--mapping', mapping, '--against', 'expect,reference'])
failed = 0
for arguments in runs:
    code = subprocess.run([cli, 'run', launch, *arguments]).returncode
    print(f'exit {code}: {" ".join(arguments)}')
    failed += code != 0
sys.exit(1 if failed else 0)
