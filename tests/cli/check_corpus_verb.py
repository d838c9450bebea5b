#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""corpus: groups failures, compares source with ttir, writes JSON. Usage: check_corpus_verb.py CLI RESOURCES"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

cli, resources = sys.argv[1], pathlib.Path(sys.argv[2])
sample = resources / 'samples/vector_add'


def run(*arguments):
    return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    shutil.copy(sample / 'vector_add.py', folder)
    source = sample / 'vector_add-1000.launch.json'
    (folder / 'vector_add.ttir').write_text(run('compile', source, '--emit', 'tt').stdout)
    data = json.loads(source.read_text())
    data['kernel'] = {'source': 'vector_add.py', 'ttir': 'vector_add.ttir', 'function': 'vector_add'}

    def write(stem, **kernel):
        changed = {**data, 'kernel': {**data['kernel'], **kernel}}
        (folder / f'{stem}.launch.json').write_text(json.dumps(changed))

    write('a')
    write('b')
    done = run('corpus', folder, '--from', 'source,ttir', '--jobs', '2', '--json', folder / 'r.json')
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == '2 passed, 0 failed', done
    told = 'source and ttir: {} launches compared element by element, {} leave the same values'
    assert told.format(2, 2) in done.stdout.splitlines(), done
    assert json.loads((folder / 'r.json').read_text())['passed'] == 2

    # IR that computes something slightly else is found only by comparing element by element.
    text = (folder / 'vector_add.ttir').read_text()
    (folder / 'swapped.ttir').write_text(text.replace('arith.addf', 'arith.subf'))
    for stem in ('c', 'd'):
        write(stem, ttir='swapped.ttir')
        changed = json.loads((folder / f'{stem}.launch.json').read_text())
        changed['cases'] = [{'name': 'a'}]
        (folder / f'{stem}.launch.json').write_text(json.dumps(changed))
    write('e', source='absent.py')
    for engine in ('sim', 'reference'):
        done = run('corpus', folder, '--from', 'source,ttir', '--against', 'reference', '--engine', engine, '--json',
                   folder / 'r.json')
        assert done.returncode == 1 and done.stdout.splitlines()[-1] == '2 passed, 3 failed', done
        assert told.format(4, 2) in done.stdout.splitlines(), done
        failures = json.loads((folder / 'r.json').read_text())['failures']
        assert failures[0]['cause'] == 'source and ttir differ' and failures[0]['count'] == 2, failures
        assert 'absent.py' in failures[1]['cause'] and failures[1]['count'] == 1, failures

    empty = folder / 'empty'
    empty.mkdir()
    assert run('corpus', empty).returncode == 64
    assert run('corpus', folder, '--engine', 'riscv').returncode == 64
