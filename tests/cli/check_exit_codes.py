#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exit codes of charonia-cli run: 0 right, 1 mismatch, 64 nothing to compare with, unreadable file, bad usage."""
import json
import pathlib
import subprocess
import sys
import tempfile

cli, resources = sys.argv[1], pathlib.Path(sys.argv[2])
sample = resources / 'samples/vector_add/vector_add-1000.launch.json'


def run(*arguments):
    return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True)


with tempfile.TemporaryDirectory() as folder:
    data = json.loads(sample.read_text())
    data['kernel']['source'] = str(sample.parent / data['kernel']['source'])
    changed = pathlib.Path(folder) / 'changed.launch.json'

    assert run('run', sample).returncode == 0
    report = json.loads(run('run', sample, '--json').stdout)
    for key in ('status', 'kernel', 'cycles', 'time_us', 'roofline', 'load', 'units', 'dma', 'cb', 'mismatches'):
        assert key in report, key
    assert report['status'] == 'ok' and report['kernel'] == 'vector_add'

    data['cases'][0]['expect']['out_ptr']['samples'][0] += 1
    changed.write_text(json.dumps(data))
    mismatch = run('run', changed)
    assert mismatch.returncode == 1 and 'out_ptr' in mismatch.stderr, mismatch

    del data['cases'][0]['expect']
    changed.write_text(json.dumps(data))
    assert run('run', changed).returncode == 64
    assert run('run', changed, '--against', 'reference').returncode == 0

    # Expectations that are empty say that the kernel writes nothing; a case without the key says nothing.
    idle = pathlib.Path(folder) / 'idle.py'
    idle.write_text('import triton\nimport triton.language as tl\n\n\n@triton.jit\ndef idle(x_ptr):\n    tl.load(x_ptr)\n')
    quiet = {'format': 'charonia-launch/1', 'kernel': {'source': 'idle.py', 'function': 'idle'}, 'grid': [1],
             'args': [{'name': 'x_ptr', 'type': '*fp32', 'elements': 4}],
             'cases': [{'name': 'a', 'expect': {}}, {'name': 'b', 'expect': {}}]}
    changed.write_text(json.dumps(quiet))
    assert run('run', changed).returncode == 0
    del quiet['cases'][1]['expect']
    changed.write_text(json.dumps(quiet))
    assert run('run', changed).returncode == 64

    changed.write_text('{')
    broken = run('run', changed)
    assert broken.returncode == 64 and str(changed) in broken.stderr, broken
    assert run('run', pathlib.Path(folder) / 'absent.launch.json').returncode == 64
    assert run('run', sample, '--mapping', 'diagonal').returncode == 64
    assert run('frobnicate').returncode == 64
