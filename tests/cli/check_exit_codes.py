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
    keys = {'status', 'kernel', 'cycles', 'time_us', 'roofline', 'load', 'units', 'dma', 'cb', 'mismatches'}
    assert set(report) == keys, set(report) ^ keys
    assert set(report['roofline']) == {'level', 'bound', 'fraction'}
    assert set(report['load']) == {'per_pe', 'max_over_mean'}
    assert set(report['dma']) == {'bytes', 'requested', 'by_rung', 'taken'}
    assert set(report['cb']) == {'bytes', 'per_cb'}
    assert all(set(unit) == {'busy', 'stalls'} for unit in report['units'].values())
    reference = json.loads(run('run', sample, '--json', '--engine', 'reference').stdout)
    assert set(reference) == keys and reference['cycles'] is None
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
    for engine in ('riscv', 'cpp'):
        later = run('run', sample, '--engine', engine)
        assert later.returncode == 64 and 'not there yet' in later.stderr and engine in later.stderr, later
    assert run('run', sample, '--engine', 'warp').returncode == 64
    assert run('run', sample, '--against', 'truth').returncode == 64

    # Options of the launch file are honoured in every verb; a wrong one is named.
    data = json.loads(sample.read_text())
    data['kernel']['source'] = str(sample.parent / data['kernel']['source'])
    data['mapping'] = 'zigzag'
    data['options'] = {'cbDepth': 1}
    changed.write_text(json.dumps(data))
    program = json.loads(run('compile', changed).stdout)
    assert all(cb.get('depth', 1) == 1 for cb in program['cbs']), program['cbs']
    assert 'zigzag' in run('compile', changed, '--emit', 'tile').stdout
    assert 'linear' in run('compile', changed, '--emit', 'tile', '--mapping', 'linear').stdout
    report = json.loads(run('run', changed, '--json').stdout)
    assert all(cb['depth'] == 1 for cb in report['cb']['per_cb']), report['cb']
    data['options'] = {'cbDepth': 'deep'}
    changed.write_text(json.dumps(data))
    wrong = run('run', changed)
    assert wrong.returncode == 64 and '/options/cbDepth' in wrong.stderr, wrong

    # Every case of a launch runs, also after one that fails.
    data['options'] = {}
    first = data['cases'][0]
    second = json.loads(json.dumps(first))
    first['name'], second['name'] = 'one', 'two'
    for case in (first, second):
        case['expect']['out_ptr']['samples'][0] += 1
    data['cases'] = [first, second]
    changed.write_text(json.dumps(data))
    both = run('run', changed)
    assert both.returncode == 1 and 'case one' in both.stderr and 'case two' in both.stderr, both
