#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the recorded launches on an engine; at least `floor` of them must pass. Usage: check_corpus.py CLI DIR ENGINE FLOOR"""
import re
import subprocess
import sys

cli, corpus, engine, floor = sys.argv[1:5]
done = subprocess.run([cli, 'corpus', corpus, '--from', 'ttir', '--engine', engine, '--jobs', '2', '--show', '2'],
                      capture_output=True, text=True)
print(done.stdout[-6000:], done.stderr[-2000:])
match = re.search(r'^(\d+) passed, (\d+) failed$', done.stdout, re.MULTILINE)
assert match, f'no summary, exit {done.returncode}'
assert int(match.group(1)) >= int(floor), f'{match.group(1)} passed, at least {floor} must'
