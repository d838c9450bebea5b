#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A worker (`serve`) answers every bad request with exit 64 and a reason, and the good one after them with exit 0.
Usage: check_worker.py CLI RESOURCES"""
import json
import pathlib
import subprocess
import sys

good = {'id': 'good', 'launch': str(pathlib.Path(sys.argv[2]) / 'samples/vector_add/vector_add-1000.launch.json')}
bad = ['{', '[]', 'null', '7', '{"id": 1}', '[' * 100000 + ']' * 100000,
       json.dumps({**good, 'id': 1})[:-1] + ', "id": ' + '[' * 100000 + ']' * 100000 + '}']
for change in ({'launch': ''}, {'launch': 3}, {'verb': 'walk'}, {'engine': 'warp'}, {'from': 'binary'}, {'mapping': 'diagonal'},
               {'policy': 7}, {'against': 'reference'}, {'against': ['truth']}, {'launch': '/no/such/file.launch.json'}):
    bad.append(json.dumps({**good, **change}))
done = subprocess.run([sys.argv[1], 'serve'], input='\n'.join(bad + [json.dumps(good)]) + '\n', text=True,
                      capture_output=True, timeout=100)
assert done.returncode == 0, f'serve ended with {done.returncode}'
replies = [json.loads(line) for line in done.stdout.splitlines()]
assert len(replies) == len(bad) + 1, f'{len(replies)} replies'
for request, reply in zip(bad, replies):
    assert reply['exit'] == 64, f'{request[:100]}: {reply}'
    assert reply.get('error') or reply['diagnostics'], f'no reason given for {request[:100]}'
assert replies[-1]['exit'] == 0 and replies[-1]['id'] == 'good', replies[-1]
