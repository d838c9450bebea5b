#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""On a machine with Triton: has upstream_ttir.py compile every launch below some folders. Needs nothing of ours but that
script; no GPU is used. Each launch's ttir goes to OUT/<launch>.ttir, all answers to OUT/answers.json, which
compare_samples.py compares with the built-in front end. Exits 1 if upstream fails on a kernel that is not written for
this chip alone.
Usage: check_samples.py OUT FOLDER... [--stage ttir|pre] [--jobs N] [--capability N]"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRIPT = ROOT / 'resources/frontend/upstream_ttir.py'


def expression(text, names):
    known = {'cdiv': lambda a, b: -(-a // b), 'min': min, 'max': max}
    return eval(text, {'__builtins__': {}}, {**known, **names})


def constant(value, names):
    if isinstance(value, dict) and 'expr' in value:
        return expression(value['expr'], names)
    if isinstance(value, list):
        return [constant(item, names) for item in value]
    return value


def integer_of(argument, value):
    integer = isinstance(value, int) and not isinstance(value, bool)
    return integer and argument['type'][0] in 'iu' and argument['type'] not in ('i1', 'u1')


def is_one(argument, value):
    """1 as a Python number, which upstream makes a constant."""
    return integer_of(argument, value) and value == 1 and argument['type'] in ('i32', 'i64', 'u64')


def type_of(argument, names):
    """The type of an argument as the script takes it; constants inside a tuple are {"constexpr": value}."""
    if argument['type'] == 'tuple':
        return [type_of(item, names) for item in argument['items']]
    value = constant(argument.get('value'), names)
    if argument['type'] == 'constexpr' or is_one(argument, value):
        return {'constexpr': value}
    return argument['type']


def request_of(path, options):
    """What charonia-cli asks for this launch; a string says why upstream cannot be asked."""
    launch = json.loads(path.read_text(encoding='utf-8'))
    kernel = launch['kernel']
    if 'source' not in kernel:
        return 'the launch names no source'
    names = {}
    values = {**{a['name']: a.get('value') for a in launch['args']}, **launch.get('constexprs', {})}
    for _ in values:  # expressions may refer to each other
        for name, value in values.items():
            try:
                value = constant(value, names)
            except NameError:
                continue
            if isinstance(value, int):
                names[name] = value
    signature, attributes = {}, {}
    constexprs = {name: constant(value, names) for name, value in launch.get('constexprs', {}).items()}
    for argument in launch['args']:
        name, kind = argument['name'], argument['type']
        value = constant(argument.get('value'), names)
        if kind == 'struct':
            return f'the argument {name} is a structure'
        if kind == 'constexpr':
            constexprs.setdefault(name, value)
        elif name not in constexprs:
            signature[name] = type_of(argument, names) if kind == 'tuple' else kind
            if is_one(argument, value):
                attributes[name] = ['equal_to_1']
            elif kind.startswith('*') or (integer_of(argument, value) and value % 16 == 0):
                attributes[name] = ['divisible_by_16']
    return {'source': str((path.parent / kernel['source']).resolve()), 'function': kernel['function'],
            'signature': signature, 'constexprs': constexprs, 'attributes': attributes, 'stage': options.stage,
            'capability': options.capability}


def answer_of(path, options):
    try:
        request = request_of(path, options)
    except (OSError, ValueError, KeyError, NameError) as error:
        return {'error': {'kind': 'launch', 'message': f'{type(error).__name__}: {error}'}}
    if isinstance(request, str):
        return {'error': {'kind': 'extension', 'message': request}}
    try:
        done = subprocess.run([sys.executable, '-B', str(SCRIPT)], input=json.dumps(request), capture_output=True,
                              text=True, timeout=120)
        return json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return {'error': {'kind': 'timeout', 'message': 'no answer within 120 s'}}
    except ValueError:
        return {'error': {'kind': 'crash', 'message': f'exit code {done.returncode}: {done.stderr[-300:]}'}}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('folders', nargs='+', type=pathlib.Path)
    parser.add_argument('--stage', default='ttir')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--capability', type=int, default=90)
    options = parser.parse_args()
    launches = [(path, path.relative_to(folder.parent).as_posix()) for folder in map(pathlib.Path.resolve, options.folders)
                for path in sorted(folder.rglob('*.launch.json'))]
    options.out.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(lambda launch: answer_of(launch[0], options), launches))
    rows, kinds = [], collections.Counter()
    for (path, name), answer in zip(launches, answers):
        rows.append({'launch': name, **answer})
        error = answer.get('error')
        kinds[error['kind'] if error else 'ok'] += 1
        if error:
            place = f"{error.get('file', '')}:{error.get('line', '')}: " if error.get('line') else ''
            print(f"{name}: {error['kind']}: {place}{error['message'][:300]}")
        else:
            target = options.out / (name.removesuffix('.launch.json').replace('/', '__') + '.ttir')
            target.write_text(answer['ttir'], encoding='utf-8')
    (options.out / 'answers.json').write_text(json.dumps(rows), encoding='utf-8')
    failed = len(rows) - kinds['ok'] - kinds['extension']
    print(f"{kinds['ok']} compiled, {failed} failed, {kinds['extension']} not for upstream", dict(kinds))
    return 1 if failed or not rows else 0


if __name__ == '__main__':
    sys.exit(main())
