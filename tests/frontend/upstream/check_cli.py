#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compile and run with --frontend upstream and both: messages, exit codes, the difference; with a stand-in for Triton.
Usage: check_cli.py CLI"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

cli = sys.argv[1]
here = pathlib.Path(__file__).resolve().parent
canned = (here / 'kernels/scale.ttir').read_text()


def run(*arguments, ttir=here / 'kernels/scale.ttir', **environment):
    env = {**os.environ, 'PYTHONPATH': str(here / 'fake'), 'FAKE_TRITON_TTIR': str(ttir), **environment}
    env.pop('CHARONIA_PYTHON', None) if 'CHARONIA_PYTHON' not in environment else None
    return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True, env=env, timeout=120)


def good(*arguments, **options):
    done = run(*arguments, **options)
    assert done.returncode == 0, done
    return done


def bad(code, *words, done):
    assert done.returncode == code and all(word in done.stderr for word in words), done


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    shutil.copytree(here / 'kernels', folder, dirs_exist_ok=True)
    kernel, launch = folder / 'scale.py', folder / 'scale.launch.json'
    python = ('--python', sys.executable)

    # Off unless an interpreter is chosen, by flag or environment; that the file is executed is said before.
    bad(64, 'executes', '--python', 'CHARONIA_PYTHON', done=run('compile', launch, '--frontend', 'upstream'))
    said = good('compile', launch, '--frontend', 'upstream', *python, '--emit', 'tt')
    assert 'executes this file with' in said.stderr and '[KU0100]' in said.stderr and '@scale' in said.stdout, said
    good('compile', kernel, '--frontend', 'upstream', CHARONIA_PYTHON=sys.executable)
    assert 'executes' not in good('compile', launch, '--frontend', 'builtin').stderr
    assert 'tile.kernel' in good('compile', launch, '--frontend', 'upstream', *python, '--emit', 'tile').stdout
    good('run', launch, '--frontend', 'upstream', *python, '--against', 'reference')

    # The same kernel from both; names of values are no difference.
    both = good('compile', launch, '--frontend', 'both', *python)
    assert both.stdout == '0 ops differ\n', both
    changed = folder / 'changed.ttir'
    changed.write_text(canned.replace('arith.mulf %9, %12', 'arith.mulf %12, %9'))
    both = good('compile', launch, '--frontend', 'both', *python, '--emit', 'tt', ttir=changed)
    lines = both.stdout.splitlines()
    assert lines[:2] == ['--- builtin', '+++ upstream'] and lines[-1] == '1 op differs', both
    assert sum(line.startswith('-    ') for line in lines) == sum(line.startswith('+    ') for line in lines) == 1, both
    good('compile', launch, '--frontend', 'both', *python, '-o', folder / 'diff.txt', ttir=changed)
    assert (folder / 'diff.txt').read_text() == both.stdout
    bad(64, 'compares', done=run('compile', launch, '--frontend', 'both', *python, '--emit', 'tile'))

    # What goes wrong, with what to do.
    def upstream(*more, **environment):
        return run('compile', launch, '--frontend', 'upstream', *(more or python), **environment)
    bad(64, '/no/such/python', 'KU0102', '--python', done=upstream('--python', '/no/such/python'))
    bad(64, 'KU0103', 'Python 3.9', done=upstream('--python', '/bin/false'))
    bad(64, 'KU0104', 'pip install', done=upstream(PYTHONPATH=''))
    bad(64, 'KU0105', '3.3.1', '3.4 to 3.6', done=upstream(FAKE_TRITON_VERSION='3.3.1'))
    bad(2, 'KU0103', 'crashed', done=upstream(FAKE_TRITON_ACT='crash'))
    bad(0, 'KU0112', '3.7.0', done=upstream(FAKE_TRITON_VERSION='3.7.0'))
    text = kernel.read_text()
    kernel.write_text(text.replace('tl.load(', 'tl.lode('))
    bad(2, 'scale.py:14:9: error: upstream:', 'lode', 'KU0109', done=upstream())
    kernel.write_text(text.replace("print('a", "1 / 0  # '"))
    bad(2, 'scale.py:5:1: error: upstream:', 'ZeroDivisionError', 'KU0106', done=upstream())
    kernel.write_text(text.replace('tl.program_id(0)', 'tl.mtia.get_pe_id()'))
    bad(2, 'scale.py:12:15: error: upstream: tl.mtia.get_pe_id', 'built-in', 'KU0108', done=upstream())
    kernel.write_text(text)
    broken = folder / 'broken.ttir'
    broken.write_text(canned.replace('tt.splat %1', 'tt.splat %99'))
    assert run('compile', launch, '--frontend', 'upstream', *python, ttir=broken).returncode == 2

    # What cannot be asked.
    bad(64, 'music', 'builtin, upstream, both', done=run('compile', launch, '--frontend', 'music'))
    bad(64, 'known are builtin, upstream', done=run('run', launch, '--frontend', 'both'))
    bad(64, 'from its source', done=run('run', launch, '--frontend', 'upstream', '--from', 'ttir', *python))
    assert not list(folder.rglob('__pycache__'))
