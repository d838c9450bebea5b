#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one kernel of this folder on the simulator under each mapping, against the interpreter and, where `expected.py`
has a formula, against values computed here. Usage: check_kernel.py CLI LAUNCH"""
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import expected
import launch_format

cli, launch = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
name = launch.name.split('.')[0]
data = json.loads(launch.read_text())
against = 'reference'
deadlocks, message = expected.DEADLOCKS.get(name, ((), ''))
with tempfile.TemporaryDirectory() as folder:
    if name in expected.EXPECTED:
        against = 'expect' if deadlocks else 'expect,reference'
        arguments = {a['name']: launch_format.fill(a, -1.0, 1.0) for a in data['args']}
        types = {a['name']: a['type'] for a in data['args']}
        results = expected.EXPECTED[name](arguments)
        data['kernel']['source'] = str(launch.parent / data['kernel']['source'])
        data['cases'] = [{'name': 'a', 'float_range': [-1.0, 1.0],
                          'expect': {key: launch_format.summary(values, types[key])
                                     for key, values in results.items()}}]
        launch = pathlib.Path(folder) / launch.name
        launch.write_text(json.dumps(data))
    failed = 0
    policies = expected.POLICIES.get(name, ('strict',))
    for policy, mapping in itertools.product(policies, ('linear', 'round-robin', 'zigzag')):
        command = [cli, 'run', str(launch), '--engine', 'sim', '--poison', '--mapping', mapping, '--policy', policy,
                   '--against', against]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(result.stdout + f'exit {result.returncode}: {policy}, {mapping}, against {against}')
        wanted = 3 if mapping in deadlocks else 0
        failed += result.returncode != wanted or (wanted == 3 and message not in result.stdout)
sys.exit(1 if failed else 0)
