#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts in the trace of a causal attention the blocks of keys that ran with the mask and without it: those of which
every row sees every key take less time. Usage: check_full_blocks.py CLI LAUNCH"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

cli, launch = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
data = json.loads(launch.read_text())
data['kernel']['source'] = str(launch.parent / data['kernel']['source'])
BM, BN, D, S = 16, 32, 32, 160 # rows and keys fill their blocks: nothing else makes two durations differ
data['constexprs'].update(BM=BM, BN=BN, D=D)
data['grid'] = [S // BM, 1]
for argument in data['args']:
    if argument['name'] in 'qkvo':
        argument['elements'] = S * D
    elif argument['name'] == 'S':
        argument['value'] = S
for policy in ('strict', 'default'):
    with tempfile.TemporaryDirectory() as folder:
        file, trace = pathlib.Path(folder) / 'a.launch.json', pathlib.Path(folder) / 'a.chrome.json'
        file.write_text(json.dumps(data))
        done = subprocess.run([cli, 'run', str(file), '--poison', '--policy', policy, '--against', 'reference',
                               '--trace', str(trace)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(done.stdout)
        events = json.loads(trace.read_text())['traceEvents']
    # The group that masks the scores is the one of which there are two forms.
    durations = collections.defaultdict(collections.Counter)
    for event in events:
        if event.get('ph') == 'X' and event['name'].startswith('core1 vector group'):
            durations[event['name']][round(1000 * event['dur'])] += 1
    blocks = [(i, j) for i in range(S // BM) for j in range(-(-(i + 1) * BM // BN))]
    full = sum(BN * j + BN - 1 <= BM * i for i, j in blocks)
    found = [sorted(counts.items()) for counts in durations.values() if sum(counts.values()) == len(blocks)]
    two = [counts for counts in found if len(counts) == 2]
    if len(two) != 1 or [count for _, count in two[0]] != [full, len(blocks) - full]:
        sys.exit(f'{policy}: of {len(blocks)} blocks {full} are full; durations and their counts are {found}')
print(f'{full} of {len(blocks)} blocks ran without the mask')
