#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compile and passes take a launch or a kernel's .py, with the launch beside it or a guessed one.
Usage: check_kernel_verbs.py CLI RESOURCES"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

cli, resources = sys.argv[1], pathlib.Path(sys.argv[2])
kernel = resources / 'samples/softmax/softmax.py'


def run(*arguments):
    return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True)


def good(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, done
    return done


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    alone = folder / 'softmax.py'
    shutil.copy(kernel, alone)

    # Beside its launch files the kernel is compiled with the first of them; alone with a guess.
    beside = good('compile', kernel, '--emit', 'tt')
    assert 'softmax-129x781.launch.json' in beside.stderr, beside.stderr
    guessed = good('compile', alone, '--emit', 'tt')
    assert 'guessed' in guessed.stderr and 'BLOCK' in guessed.stderr, guessed.stderr
    assert '@softmax' in guessed.stdout

    # Each level of IR and the program.
    for emit, dialect in (('tt', 'tt.func'), ('tile', 'tile.kernel'), ('pe', 'pe.')):
        assert dialect in good('compile', alone, '--emit', emit).stdout, emit
    assert json.loads(good('compile', alone).stdout)['cbs']
    good('compile', alone, '--frontend', 'builtin', '-o', folder / 'a.cprog')
    assert (folder / 'a.cprog').stat().st_size > 100
    for later in ('llvm', 'asm', 'obj', 'elf', 'cpp'):
        done = run('compile', alone, '--emit', later)
        assert done.returncode == 64 and 'not there yet' in done.stderr, done
    for frontend in ('upstream', 'both'):
        done = run('compile', alone, '--frontend', frontend)  # off unless an interpreter is named
        assert done.returncode == 64 and '--python' in done.stderr, done
    assert run('compile', alone, '--emit', 'music').returncode == 64
    assert run('compile', folder / 'absent.py').returncode == 64

    # A kernel with an error is a compile error, with its place.
    broken = folder / 'broken.py'
    broken.write_text(kernel.read_text().replace('tl.load', 'tl.lode'))
    done = run('compile', broken)
    assert done.returncode == 2 and 'broken.py:' in done.stderr, done
    broken.write_text('def f(:\n')
    assert run('compile', broken).returncode == 2
    broken.write_text('x = 1\n')
    done = run('passes', broken)
    assert done.returncode == 2 and '@triton.jit' in done.stderr, done

    # The differences turn the IR before a pass into that after it.
    table = good('passes', alone).stdout.splitlines()
    changed = [line.split()[1] for line in table if ' changed ' in line][1:]
    difference = good('passes', alone, '--diff').stdout
    heads = [line[len('+++ after '):] for line in difference.splitlines() if line.startswith('+++ after ')]
    assert heads == changed, (heads, changed)
    flags = [line.split()[1] for line in table]
    last = changed[-1]
    before, after = ('\n'.join(good('passes', alone, '--print-after', flag).stdout.splitlines()[2:]) + '\n'
                     for flag in (flags[flags.index(last) - 1], last))
    one = good('passes', alone, '--diff', '--print-after', last).stdout
    lines, result, at = before.splitlines(), [], 0
    for line in one.splitlines()[2:]:
        if line.startswith('@@'):
            first, _, count = line.split()[1][1:].partition(',')
            start = int(first) - (count != '0')
            result += lines[at:start]
            at = start
        elif line.startswith('+'):
            result.append(line[1:])
        else:
            assert lines[at] == line[1:], (at, line)
            result += lines[at:at + 1] if line.startswith(' ') else []
            at += 1
    assert result + lines[at:] == after.splitlines()
    assert run('passes', alone, '--print-after', 'no-such-pass').returncode == 64
