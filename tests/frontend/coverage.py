#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which names of `triton.language` the front end takes: compiles one small kernel for each name of surface.tsv and says
works, diagnosed (with the code and the text that the front end gives) or exempt. Prints the table and the share that
works; exit code 1 below --min, and when a name has no row in resources/frontend/language.tsv, where what it is comes from.

    coverage.py [--cli build/dev/bin/charonia-cli] [--min 97] [--jobs 2]     also writes COVERAGE.md
    coverage.py [--cli build/dev/bin/charonia-cli] --check                   fails when COVERAGE.md is not current
    coverage.py --upstream                                                 on a machine with Triton: are the kernels valid?

A line of surface.tsv: name, group (`tl`, `tensor` for methods and attributes of tensors, `descriptor`, `class` for what a
file may define, `argument` for kinds of arguments; with ` exempt` what need not work), the kernel's body, a helper before
it, the kernel's parameters where they are not the usual ones, and further arguments of the launch.
 `\\n` ends a line. A body finds a and b (64 floats), v (64 int32), m (8x8 floats), r (0..63), n (a number), pointers
x, y, o (float) and i (int32); what it leaves in `out` is stored."""
import argparse
import concurrent.futures
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from built import newestCli

HERE = pathlib.Path(__file__).resolve().parent
PARAMETERS = 'x, y, o, i, n, B: tl.constexpr'
HEAD = '''import triton
import triton.language as tl


@triton.jit
def sink(p, v):
    if v.numel == 1:
        tl.store(p, v)
    else:
        tl.store(p + tl.arange(0, v.numel), tl.reshape(v, [v.numel]))

'''
START = '''    r = tl.arange(0, B)
    a = tl.load(x + r)
    b = tl.load(y + r)
    v = tl.load(i + r)
    m = tl.reshape(a, [8, 8])
'''
LANGUAGE = HERE.parents[1] / 'resources' / 'frontend' / 'language.tsv'
BAD = ('diagnosed', 'broken')


def readSurface() -> list[dict]:
    with (HERE / 'surface.tsv').open(newline='') as file:
        rows = list(csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE, restval=''))
    for row in rows:
        row['exempt'] = row['group'].endswith(' exempt')
        row['group'] = row['group'].split()[0]
        for key in ('body', 'helper'):  # one line each in the file
            row[key] = row[key].replace('\\n', '\n')
    return rows


def readLanguage() -> dict[tuple[str, str], str]:
    """What each name of the language is, by group and name; methods of tensors that are functions of tl as well are
    described there."""
    with LANGUAGE.open(newline='') as file:
        return {(row['group'], row['name']): row['doc']
                for row in csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE, restval='')}


def describe(language: dict, row: dict) -> str:
    if row['group'] in ('class', 'argument'):
        return 'A construct of the language: it has no name to look up.'
    groups = [row['group']] + (['tl', 'block_pointer'] if row['group'] == 'tensor' else [])
    return next((language[group, row['name']] for group in groups if (group, row['name']) in language), '')


def kernelText(row: dict) -> str:
    body = row['body'].rstrip('\n')
    if re.search(r'^\s*(\w+, )*out\b.*=', body, re.MULTILINE):
        body += '\nsink(o, out)'
    helper = row['helper'].rstrip('\n') + '\n\n' if row['helper'] else ''
    return (f'{HEAD}\n{helper}\n@triton.jit\ndef k({row["parameters"] or PARAMETERS}):\n{START}' +
            ''.join(f'    {line}\n' for line in body.split('\n')))


def launchText(source: str, row: dict) -> str:
    pointer = lambda name, kind: {'name': name, 'type': kind, 'elements': 4096, 'salt': 1, 'low': 0, 'high': 63}
    arguments = [pointer('x', '*fp32'), pointer('y', '*fp32'), pointer('o', '*fp32'), pointer('i', '*i32'),
                 {'name': 'n', 'type': 'i32', 'value': 24}, *json.loads(row['arguments'] or '[]')]
    return json.dumps({'format': 'charonia-launch/1', 'kernel': {'source': source, 'function': 'k'}, 'grid': [1],
                       'constexprs': {'B': 64}, 'args': arguments, 'cases': []})


def compileRow(cli: str, folder: pathlib.Path, number: int, row: dict) -> tuple[str, str]:
    """(state, what the front end says)."""
    source = folder / f'k{number}.py'
    source.write_text(kernelText(row))
    launch = folder / f'k{number}.launch.json'
    launch.write_text(launchText(source.name, row))
    try:
        result = subprocess.run([cli, 'compile', str(launch), '--emit', 'tt'], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return 'broken', 'does not end'
    if result.returncode == 0:
        return 'works', ''
    error = re.search(r':\d+:\d+: error: (.*) \[(K\w+)\]$', result.stdout + result.stderr, re.MULTILINE)
    if result.returncode != 2 or not error:
        return 'broken', f'exit code {result.returncode}'
    return ('exempt' if row['exempt'] else 'diagnosed'), f'{error[2]}: {error[1]}'


def table(rows: list[dict], results: list[tuple[str, str]]) -> tuple[str, float]:
    """The markdown text and the share that works, in per cent, of what is not exempt."""
    titles = {'tl': 'Names of `triton.language`', 'tensor': 'Methods and attributes of tensors',
              'descriptor': 'Methods and attributes of tensor descriptors', 'class': 'Classes of a file in kernels',
              'argument': 'Kinds of arguments'}
    counted = [state for row, (state, _) in zip(rows, results) if not row['exempt']]
    share = 100.0 * counted.count('works') / len(counted)
    lines = ['# What the front end takes of `triton.language`', '',
             f'Generated by `coverage.py`. Of {len(counted)} names and methods {counted.count("works")} work '
             f'({share:.1f} %); {len(rows) - len(counted)} are exempt.']
    language = readLanguage()
    for group, title in titles.items():
        lines += ['', f'## {title}', '', '| name | what it is | state | what the front end says |',
                  '| --- | --- | --- | --- |']
        for row, (state, text) in zip(rows, results):
            if row['group'] == group:
                cells = [row['name'], describe(language, row), state, text]
                lines.append('| ' + ' | '.join(cell.replace('|', chr(92) + '|') for cell in cells) + ' |')
    return '\n'.join(lines) + '\n', share


def checkUpstream(rows: list[dict]) -> int:
    """Makes each kernel's IR with upstream Triton; for a machine that has it."""
    import importlib.util
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource
    from triton.compiler.compiler import make_backend
    target = GPUTarget('cuda', 90, 32)
    backend = make_backend(target)
    options = backend.parse_options({})
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, row in enumerate(rows):
            if row['arguments']:
                continue  # they have launch files in conformance
            path = pathlib.Path(folder) / f'k{number}.py'
            path.write_text(kernelText(row))
            spec = importlib.util.spec_from_file_location(path.stem, path)
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            signature = {'x': '*fp32', 'y': '*fp32', 'o': '*fp32', 'i': '*i32', 'n': 'i32', 'B': 'constexpr'}
            try:
                context = ir.context()
                ir.load_dialects(context)
                backend.load_dialects(context)
                ASTSource(module.k, signature, {'B': 64}, {}).make_ir(
                    target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
            except Exception as error:  # any failure of any kernel is a row of the report
                while error.__cause__ is not None:
                    error = error.__cause__
                bad += not row['exempt']
                print(f'{row["group"]}.{row["name"]}: {type(error).__name__}: {str(error)[-300:]}')
    print(f'{len(rows) - bad} of {len(rows)} kernels are valid or exempt')
    return 1 if bad else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--cli', help='charonia-cli; without it, the one linked last below build/')
    parser.add_argument('--min', type=float, default=97.0, help='per cent that must work')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--check', action='store_true', help='compare with COVERAGE.md instead of writing it')
    parser.add_argument('--upstream', action='store_true', help='compile the kernels with upstream Triton')
    options = parser.parse_args()
    rows = readSurface()
    if options.upstream:
        return checkUpstream(rows)
    options.cli = options.cli or newestCli()
    language = readLanguage()
    if missing := [f'{row["group"]}.{row["name"]}' for row in rows if not describe(language, row)]:
        print(f'{LANGUAGE.name} has no row for ' + ', '.join(missing))
        return 1
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda item: compileRow(options.cli, pathlib.Path(folder), *item), enumerate(rows)))
    text, share = table(rows, results)
    print(text)
    stale = options.check and (HERE / 'COVERAGE.md').read_text() != text
    if stale:
        print('COVERAGE.md is not current: run coverage.py without --check')
    if not options.check:
        (HERE / 'COVERAGE.md').write_text(text)
    if share < options.min or any(state == 'broken' for state, _ in results):
        print(f'{share:.1f} % work, wanted {options.min:g} %')
        return 1
    return 1 if stale else 0


if __name__ == '__main__':
    sys.exit(main())
