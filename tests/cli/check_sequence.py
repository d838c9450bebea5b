#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A sequence runs its launches over shared buffers; each step is compared, the LLC stays warm.
Usage: check_sequence.py CLI"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'support'))

import launch_format

cli = sys.argv[1]
SOURCE = """import triton
import triton.language as tl


@triton.jit
def double(x_ptr, y_ptr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.load(x_ptr + offsets) * 2.0)
"""


def run(*arguments):
    return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / 'double.py').write_text(SOURCE)
    pointer = {'type': '*fp32', 'elements': 4096}
    launch = {'format': 'charonia-launch/1', 'kernel': {'source': 'double.py', 'function': 'double'}, 'grid': [16],
              'constexprs': {'BLOCK': 256},
              'args': [{'name': 'x_ptr', 'salt': 1, **pointer}, {'name': 'y_ptr', 'salt': 2, **pointer}]}
    (folder / 'a.launch.json').write_text(json.dumps(launch))
    values = {'type': '*fp32', 'elements': 4096, 'values': [1.0] * 4096}
    sequence = {'format': 'charonia-sequence/1', 'buffers': {'a': values, 'b': pointer, 'c': pointer},
                'launches': [{'launch': 'a.launch.json', 'bind': {'x_ptr': 'a', 'y_ptr': 'b'}},
                             {'launch': 'a.launch.json', 'bind': {'x_ptr': 'b', 'y_ptr': 'c'}}]}
    path = folder / 's.sequence.json'
    path.write_text(json.dumps(sequence))

    assert run('run', path).returncode == 64, 'nothing to compare with'
    for engine in ('sim', 'reference'):
        done = run('run', path, '--engine', engine, '--against', 'reference')
        assert done.returncode == 0, done
    report = json.loads(run('run', path, '--against', 'reference', '--json').stdout)
    first, second = report['steps']
    assert report['cycles'] == first['cycles'] + second['cycles'] and report['kernel'] == 'double + double'

    # Its second launch pays the replace time, not the launch time, and finds its input in the LLC.
    alone = json.loads(run('run', folder / 'a.launch.json', '--against', 'reference', '--json').stdout)
    assert first['cycles'] == alone['cycles'], (first['cycles'], alone['cycles'])
    assert second['cycles'] < first['cycles'], (first['cycles'], second['cycles'])
    cold = {**sequence, 'launches': [sequence['launches'][0],
                                     {'launch': 'a.launch.json', 'bind': {'x_ptr': 'd', 'y_ptr': 'c'}}],
            'buffers': {**sequence['buffers'], 'd': pointer}}
    path.write_text(json.dumps(cold))
    cold_steps = json.loads(run('run', path, '--against', 'reference', '--json').stdout)['steps']
    assert second['cycles'] < cold_steps[1]['cycles'], (second['cycles'], cold_steps[1]['cycles'])

    # Data flows from step to step: 1 -> 2 -> 4. The expectations name the step that breaks them.
    def expecting(value):
        summary = launch_format.summary([value] * 4096, '*fp32')
        return {**launch, 'cases': [{'name': 'a', 'expect': {'y_ptr': summary}}]}

    (folder / 'two.launch.json').write_text(json.dumps(expecting(2.0)))
    (folder / 'four.launch.json').write_text(json.dumps(expecting(4.0)))
    sequence['launches'][0]['launch'] = 'two.launch.json'
    sequence['launches'][1]['launch'] = 'four.launch.json'
    path.write_text(json.dumps(sequence))
    done = run('run', path)
    assert done.returncode == 0, done
    sequence['launches'][1]['launch'] = 'two.launch.json'
    path.write_text(json.dumps(sequence))
    done = run('run', path)
    assert done.returncode == 1 and 'launch 1 (double)' in done.stderr and 'launch 0' not in done.stderr, done

    # One trace a step.
    assert run('run', path, '--against', 'reference', '--trace', folder / 't.ctrace').returncode == 0
    assert (folder / 't.step0.ctrace').exists() and (folder / 't.step1.ctrace').exists()

    # What is wrong with a sequence is named.
    sequence['launches'][1]['bind'] = {'x_ptr': 'nowhere'}
    path.write_text(json.dumps(sequence))
    done = run('run', path, '--against', 'reference')
    assert done.returncode == 64 and 'nowhere' in done.stderr, done
    sequence['launches'][1]['bind'] = {'x_ptr': 'a'}
    path.write_text(json.dumps(sequence))
    done = run('run', path, '--against', 'reference')
    assert done.returncode == 64 and 'y_ptr' in done.stderr, done
    (folder / 'empty.sequence.json').write_text('{')
    assert run('run', folder / 'empty.sequence.json').returncode == 64
