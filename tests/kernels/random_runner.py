# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random kernels, simulator against interpreter, and looks how many of the first show what they are for."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile


def main(write, count, looked, marker, least, what):
    """`write(rng)` gives a kernel: source, grid, constexprs, args. Of the first `looked` kernels at least `least` must
    have `marker` in the IR of dialect tile, or the test would not test it. Command line: CLI [COUNT [SEED]]."""
    cli, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else count
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    looked, shown = min(count, looked), 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for i in range(count):
            source, grid, constants, args = write(random.Random(seed * 1_000_003 + i))
            (folder / f'k{i}.py').write_text(source)
            (folder / f'k{i}.launch.json').write_text(json.dumps({
                'format': 'charonia-launch/1', 'kernel': {'source': f'k{i}.py', 'function': 'kernel'},
                'grid': [grid], 'constexprs': constants, 'args': args}))
            if i < looked:
                text = subprocess.run([cli, 'compile', str(folder / f'k{i}.launch.json'), '--emit', 'tile'],
                                      stdout=subprocess.PIPE, text=True).stdout
                shown += marker in text
        result = subprocess.run([cli, 'corpus', str(folder), '--engine', 'sim', '--against', 'reference'],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(result.stdout)
        if result.returncode:
            for i in range(count):
                if f'k{i}.' in result.stdout or f'k{i} ' in result.stdout:
                    print(f'--- k{i}\n' + (folder / f'k{i}.py').read_text())
    print(f'{shown} of the first {looked} kernels {what}')
    sys.exit(1 if result.returncode or shown < looked * least else 0)
