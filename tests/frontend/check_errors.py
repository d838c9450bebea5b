#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the wrong programs in errors/ and compares what the front end says: code, place and text of every message, in
order, and nothing else. Prints expected and got where they differ.

    check_errors.py --cli build/dev/bin/charonia-cli [NAME ...] [--jobs 2]
    check_errors.py --cli build/dev/bin/charonia-cli --record [NAME ...]    rewrites the expectations: review the change

The first lines of a program are comments:
    # expect: KF0304 11:9 tl.arange(0, 3) has 3 elements; ...    the whole text; lines are those of this file, 0:0: none
    # launch: x=*fp16 n=i32:7 B=32 kernel=f extra=i32:1 B=       what differs from the usual launch
    # note: 9:5 `a` is set here         the notes and fixes ("fix: write `mask`") of all messages, if a program lists any
    # emit: program                     compiled to the end, for what the machine refuses
The usual launch is of `k` with x and o = *fp32, n = i32 1000 and B = 64, as far as `k` has these parameters; `B=` takes an
argument out. `@@N:text@@` stands for N times the text (`\\n` ends a line), and `@@byte:XX@@` for one byte: programs that
are too long to write down."""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Codes that no program can cause: without the Python library, not in use, and errors of the front end itself.
UNREACHABLE = {'KF0007', 'KF0603', 'KF0901'}
# Notes that are messages of their own; others belong to an error.
NOTES = {'KF0006', 'KF0602'}
MESSAGE = re.compile(r'^(?P<file>[^:\n]+):(?:(?P<line>\d+):(?P<column>\d+):)? (?P<severity>error|warning|note): '
                     r'(?P<text>.*) \[(?P<code>K\w+)\]$', re.MULTILINE)
EXPECT = re.compile(r'^# expect: (.*)$', re.MULTILINE)
# What goes with a message: notes and fixes.
NOTE = re.compile(r'^  (?:(?P<file>[^:\n]+):(?:(?P<line>\d+):(?P<column>\d+):)? )?note: (?P<note>.*)$|'
                  r'^      (?P<fix>fix: .*)$', re.MULTILINE)
EXPECT_NOTE = re.compile(r'^# note: (.*)$', re.MULTILINE)
EMIT = re.compile(r'^# emit: (\w+)$', re.MULTILINE)


def expand(text: str) -> bytes:
    """The program that a file stands for."""
    data = re.sub(r'@@(\d+):(.*?)@@', lambda m: m[2].replace('\\n', '\n') * int(m[1]), text).encode()
    return re.sub(rb'@@byte:([0-9a-f]{2})@@', lambda m: bytes([int(m[1], 16)]), data)


def launchOf(text: str, source: str) -> dict:
    """The launch file for a program."""
    words = {'x': '*fp32', 'o': '*fp32', 'n': 'i32:1000', 'B': '64'}
    match = re.search(r'^def k\((.*?)\):', text, re.MULTILINE | re.DOTALL)
    parameters = re.findall(r'(\w+)\s*(?::[^,]*)?(?:,|$)', match[1]) if match else []
    words = {name: value for name, value in words.items() if name in parameters}
    kernel = 'k'
    if given := re.search(r'^# launch: (.*)$', text, re.MULTILINE):
        for word in given[1].split():
            name, value = word.split('=', 1)
            if name == 'kernel':
                kernel = value
            elif value:
                words[name] = value
            else:
                words.pop(name, None)
    arguments, constants = [], {}
    for name, value in words.items():
        scalar = re.fullmatch(r'(\w+):(.*)', value)
        if value.startswith('*'):
            arguments.append({'name': name, 'type': value, 'elements': 4096, 'salt': 1, 'low': 0, 'high': 63})
        elif scalar:
            arguments.append({'name': name, 'type': scalar[1], 'value': json.loads(scalar[2])})
        else:
            constants[name] = json.loads(value)
    return {'format': 'charonia-launch/1', 'kernel': {'source': source, 'function': kernel}, 'grid': [1],
            'constexprs': constants, 'args': arguments, 'cases': []}


def messagesOf(cli: str, folder: pathlib.Path, path: pathlib.Path) -> tuple[list[str], list[str], str]:
    """What the front end says of a program, the notes with it, and what is wrong with how it ended."""
    text = path.read_text()
    source = folder / path.name
    source.write_bytes(expand(text))
    launch = folder / f'{path.stem}.launch.json'
    launch.write_text(json.dumps(launchOf(text, source.name)))
    try:
        emit = EMIT.search(text)
        result = subprocess.run([cli, 'compile', str(launch), '--emit', emit[1] if emit else 'tt'], capture_output=True, text=True,
                                timeout=60, errors='replace')
    except subprocess.TimeoutExpired:
        return [], [], 'does not end'
    found = [f'{m["code"]} {m["line"] or 0}:{m["column"] or 0} {m["text"]}' for m in MESSAGE.finditer(result.stderr)
             if m['severity'] != 'note' or m['code'] in NOTES]
    notes = [m['fix'] or f'{m["line"] or 0}:{m["column"] or 0} {m["note"]}' for m in NOTE.finditer(result.stderr)]
    failed = any(m['severity'] == 'error' for m in MESSAGE.finditer(result.stderr))
    if result.returncode != (2 if failed else 0):
        return found, notes, f'exit code {result.returncode}: {result.stderr.strip()[-300:]}'
    return found, notes, ''


def record(path: pathlib.Path, messages: list[str], notes: list[str]) -> None:
    """Writes the expectations into a program; a changed number of them moves its lines, so it may need two runs."""
    text = path.read_text()
    notes = notes if EXPECT_NOTE.search(text) else []
    rest = re.sub(r'^# (?:expect|note): .*\n', '', text, flags=re.MULTILINE).lstrip('\n')
    path.write_text(''.join(f'# expect: {message}\n' for message in messages) +
                    ''.join(f'# note: {note}\n' for note in notes) + rest)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('names', nargs='*', help='programs, without .py; all when none is given')
    parser.add_argument('--cli', required=True, help='charonia-cli')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--record', action='store_true', help='rewrite the expectations')
    options = parser.parse_args()
    paths = sorted((HERE / 'errors').glob('*.py'))
    if options.names:
        paths = [path for path in paths if path.stem in options.names]
    codes, bad = set(), 0
    for _ in range(2 if options.record else 1):
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = list(pool.map(lambda path: messagesOf(options.cli, pathlib.Path(folder), path), paths))
        if options.record:
            for path, (messages, notes, _) in zip(paths, results):
                record(path, messages, notes)
    for path, (messages, notes, trouble) in zip(paths, results):
        expected, expectedNotes = EXPECT.findall(path.read_text()), EXPECT_NOTE.findall(path.read_text())
        codes.update(message.split()[0] for message in expected)
        if expectedNotes:
            messages, expected = messages + notes, expected + expectedNotes
        if messages != expected or trouble or not expected:
            bad += 1
            print(f'{path.stem}: {trouble}')
            for message in expected:
                print(f'  expected: {message}')
            for message in messages:
                print(f'  got:      {message}')
    table = (HERE.parents[1] / 'compiler/frontend/include/charonia/Frontend/Codes.def').read_text()
    missing = set(re.findall(r'^CODE\(\w+, "(KF\d+)"', table, re.MULTILINE)) - codes - UNREACHABLE
    if missing and not options.names:
        print('no program causes ' + ', '.join(sorted(missing)))
    print(f'{len(paths) - bad} of {len(paths)} wrong programs are reported as expected; {len(codes)} codes')
    return 1 if bad or (missing and not options.names) else 0


if __name__ == '__main__':
    sys.exit(main())
