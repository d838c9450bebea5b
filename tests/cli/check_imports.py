#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel with helpers in other files: its own package, and the folders of --search-path; for every verb that compiles.
Usage: check_imports.py CLI"""
import json
import pathlib
import subprocess
import sys
import tempfile

cli = sys.argv[1]

KERNEL = '''import triton
import triton.language as tl

from .tools import offsets_of
from far.numbers import scaled


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = offsets_of(tl.program_id(0), BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, scaled(x), mask=mask)
'''
TOOLS = '''import triton
import triton.language as tl


@triton.jit
def offsets_of(block, BLOCK: tl.constexpr):
    return block * BLOCK + tl.arange(0, BLOCK)
'''
NUMBERS = '''import triton
import triton.language as tl
import torch

FACTOR = tl.constexpr(3.0)


@triton.jit
def scaled(x):
    return x * FACTOR
'''
LAUNCH = {
    'format': 'charonia-launch/1', 'kernel': {'source': 'kernel.py', 'function': 'kernel'},
    'grid': ['cdiv(n, BLOCK)'], 'constexprs': {'BLOCK': 64},
    'args': [{'name': 'x_ptr', 'type': '*fp32', 'elements': 100, 'salt': 1},
             {'name': 'out_ptr', 'type': '*fp32', 'elements': 100, 'salt': 2},
             {'name': 'n', 'type': 'i32', 'value': 100}]}


def run(*arguments, **options):
    return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)


def good(*arguments, **options):
    done = run(*arguments, **options)
    assert done.returncode == 0, done
    return done.stdout


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    package, library = folder / 'repository/kernels', folder / 'elsewhere'
    for path, text in ((package / '__init__.py', ''), (package / 'kernel.py', KERNEL), (package / 'tools.py', TOOLS),
                       (library / 'far/numbers.py', NUMBERS)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    launch = package / 'kernel.launch.json'
    launch.write_text(json.dumps(LAUNCH))
    (folder / 'empty').mkdir()
    paths = ('--search-path', folder / 'empty', '--search-path', library)

    # Without the folder the missing file is named, with its place.
    done = run('compile', launch)
    assert done.returncode == 2 and 'kernel.py:' in done.stderr and 'far/numbers.py' in done.stderr, done

    assert '3.0' in good('compile', launch, '--emit', 'tt', *paths)
    assert '3.0' in good('compile', package / 'kernel.py', '--emit', 'tt', *paths)
    good('passes', launch, *paths)
    good('explain', launch, *paths)
    good('run', launch, '--against', 'reference', *paths)
    assert '1 passed, 0 failed' in good('corpus', folder, '--against', 'reference', *paths)

    # A worker: folders of its own command line, or of a request.
    request = {'id': 1, 'verb': 'compile', 'launch': str(launch)}
    for flags, more in ((paths, {}), ((), {'searchPaths': [str(library)]}), ((), {'options': {'searchPaths': [str(library)]}})):
        answer = json.loads(good('serve', *flags, input=json.dumps({**request, **more}) + '\n'))
        assert answer['exit'] == 0 and answer['compilation']['ok'], answer
    answer = json.loads(good('serve', input=json.dumps({'verb': 'kernels', 'text': KERNEL, 'file': 'kernel.py'}) + '\n'))
    assert [kernel['name'] for kernel in answer['kernels']] == ['kernel'], answer
    assert [p['name'] for p in answer['kernels'][0]['parameters']] == ['x_ptr', 'out_ptr', 'n', 'BLOCK'], answer

    # A path that is no folder is bad usage, also of a worker.
    for verb in ('compile', 'passes', 'explain', 'run'):
        done = run(verb, launch, '--search-path', folder / 'absent')
        assert done.returncode == 64 and 'absent' in done.stderr and 'not a folder' in done.stderr, done
    assert run('corpus', folder, '--search-path', package / 'kernel.py').returncode == 64
    assert run('serve', '--search-path', folder / 'absent', input='').returncode == 64
