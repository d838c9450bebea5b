#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the ops that the front end makes with upstream's: for each launch file below a folder that names both a source
and upstream's IR after its passes (`kernel.ttir`), the source is compiled to `tt` after inlining and clean-up, and the
number of ops of each name is compared. Exit code 1 when fewer than --min per cent of the launches agree.

    op_histogram.py DIR [--cli build/dev/bin/charonia-cli] [--min 90] [--jobs 2] [--show 5] [--json FILE]"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

from built import newestCli

# One op a line in MLIR's text, with the results before it; an op in quotes is in generic form.
OP = re.compile(r'^\s*(?:%[\w$.:#, %-]+ = )?"?([a-z_]\w*\.[a-z_][\w.]*)"?(?=[\s(<]|$)')
# Spellings of one op in different versions of MLIR.
SPELLINGS = {'arith.maxf': 'arith.maxnumf', 'arith.minf': 'arith.minnumf'}
# How a difference is explained: the first rule whose ops are all of the difference names it.
KINDS = [
    ('constants only', {'arith.constant'}),
    ('splat or broadcast placed elsewhere', {'arith.constant', 'tt.splat', 'tt.broadcast', 'tt.expand_dims'}),
    ('width of integers', {'arith.constant', 'arith.extsi', 'arith.extui', 'arith.trunci'}),
    ('width of floats', {'arith.constant', 'arith.extf', 'arith.truncf', 'tt.fp_to_fp'}),
    ('pointer offsets added in another order', {'arith.constant', 'tt.addptr', 'arith.addi', 'tt.splat'}),
    ('control flow', {'arith.constant', 'scf.if', 'scf.yield', 'scf.for', 'scf.while', 'scf.condition', 'cf.cond_br',
                      'cf.br', 'arith.select'}),
]


def histogram(text: str) -> collections.Counter:
    """Ops of a module by name; `module` and the functions themselves don't count."""
    counts = collections.Counter()
    for line in text.splitlines():
        if match := OP.match(line):
            counts[SPELLINGS.get(match[1], match[1])] += 1
    del counts['tt.func']
    return counts


def difference(ours: collections.Counter, theirs: collections.Counter) -> dict[str, int]:
    """Ops of which we have more (positive) or fewer (negative)."""
    return {op: ours[op] - theirs[op] for op in sorted(set(ours) | set(theirs)) if ours[op] != theirs[op]}


def kind(delta: dict[str, int]) -> str:
    return next((name for name, ops in KINDS if set(delta) <= ops), 'other ops')


def check(cli: str, launch: pathlib.Path):
    """(launch, difference or None, what failed)."""
    kernel = json.loads(launch.read_text())['kernel']
    result = subprocess.run([cli, 'compile', str(launch), '--from', 'source', '--emit', 'tt'],
                            capture_output=True, text=True)
    if result.returncode != 0:
        return launch, None, (result.stderr or result.stdout).strip().split('\n')[0]
    theirs = (launch.parent / kernel['ttir']).read_text()
    return launch, difference(histogram(result.stdout), histogram(theirs)), ''


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--cli', help='charonia-cli; without it, the one linked last below build/')
    parser.add_argument('--min', type=float, default=90.0, help='per cent of the launches that must agree')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--show', type=int, default=3, help='launches to name for each difference')
    parser.add_argument('--json', type=pathlib.Path, help='writes every difference to this file')
    options = parser.parse_args()
    options.cli = options.cli or newestCli()
    launches = []
    for path in sorted(options.folder.rglob('*.launch.json')):
        kernel = json.loads(path.read_text())['kernel']
        if kernel.get('source') and kernel.get('ttir'):
            launches.append(path)
    if not launches:
        print(f'{options.folder}: no launch with both source and ttir')
        return 1
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda launch: check(options.cli, launch), launches))
    same = sum(delta == {} for _, delta, _ in results)
    groups, ops, failures = collections.defaultdict(list), collections.Counter(), collections.defaultdict(list)
    for launch, delta, failure in results:
        name = str(launch.relative_to(options.folder)).removesuffix('.launch.json')
        if failure:
            failures[failure].append(name)
        elif delta:
            groups[kind(delta), ', '.join(f'{n:+d} {op}' for op, n in delta.items())].append(name)
            ops.update(delta.keys())
    per_kind = collections.Counter()
    for (reason, _), names in groups.items():
        per_kind[reason] += len(names)
    share = 100.0 * same / len(launches)
    print(f'{same} of {len(launches)} launches have the same ops ({share:.1f} %, wanted {options.min:g} %)')
    for reason, count in per_kind.most_common():
        print(f'\n{count} differ: {reason}')
        for (group, text), names in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
            if group == reason:
                print(f'  {len(names):4d}  {text}  ({", ".join(names[:options.show])})')
    if ops:
        print('\nlaunches in which an op\'s number differs: ' +
              ', '.join(f'{op} {count}' for op, count in ops.most_common()))
    for failure, names in failures.items():
        print(f'\n{len(names)} do not compile: {failure}  ({", ".join(names[:options.show])})')
    if options.json:
        rows = [{'launch': str(launch), 'difference': delta, 'failure': failure} for launch, delta, failure in results
                if delta != {}]
        options.json.write_text(json.dumps(rows, indent=1))
    return 0 if share >= options.min else 1


if __name__ == '__main__':
    sys.exit(main())
