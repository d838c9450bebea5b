#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what upstream made of launches elsewhere (answers.json of check_samples.py) with the built-in front end:
`compile --frontend both`, with this file as the interpreter that plays the recorded answers. With --own, the ttir that a
launch names is taken for upstream's answer. Prints how many ops differ in each launch; --diff prints the differences.
Usage: compare_samples.py CLI (ANSWERS.json | --own) FOLDER... [--diff] [--jobs N]"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def play():
    """As charonia-cli starts an interpreter: the recorded answer on stdout."""
    sys.stdin.buffer.read()
    with open(os.environ['CHARONIA_RECORDED_ANSWER'], encoding='utf-8') as file:
        sys.stdout.write(file.read())


def own_answer(path):
    kernel = json.loads(path.read_text(encoding='utf-8'))['kernel']
    text = (path.parent / kernel['ttir']).read_text(encoding='utf-8') if 'ttir' in kernel else ''
    return {'format': 'charonia-upstream/1', 'ttir': text, 'name': kernel['function']} if text else None


def compare(cli, path, answer):
    """Text of the difference and its last line."""
    with tempfile.NamedTemporaryFile('w', suffix='.json', encoding='utf-8') as file:
        json.dump(answer, file)
        file.flush()
        done = subprocess.run([cli, 'compile', path, '--frontend', 'both', '--python', __file__], capture_output=True,
                              text=True, env={**os.environ, 'CHARONIA_RECORDED_ANSWER': file.name})
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if 'error:' in line]
        return '', f'exit {done.returncode}: {errors[0][:250] if errors else ""}'
    return done.stdout, done.stdout.splitlines()[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cli')
    parser.add_argument('inputs', nargs='+', type=pathlib.Path)
    parser.add_argument('--own', action='store_true')
    parser.add_argument('--diff', action='store_true')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    options = parser.parse_args()
    folders = [path.resolve() for path in (options.inputs if options.own else options.inputs[1:])]
    recorded = {} if options.own else {row['launch']: row for row in json.loads(options.inputs[0].read_text())}
    work = []
    for folder in folders:
        for path in sorted(folder.rglob('*.launch.json')):
            name = path.relative_to(folder.parent).as_posix()
            answer = own_answer(path) if options.own else recorded.get(name)
            if answer and 'ttir' in answer:
                work.append((name, path, answer))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda item: compare(options.cli, item[1], item[2]), work))
    counts = collections.Counter()
    for (name, _, _), (text, summary) in zip(work, results):
        counts['same' if summary == '0 ops differ' else 'different' if 'differ' in summary else 'failed'] += 1
        if summary != '0 ops differ':
            print(f'{name}: {summary}')
            print(text if options.diff else '', end='')
    print(f"{counts['same']} same, {counts['different']} different, {counts['failed']} failed")
    return 0 if work and not counts['failed'] else 1


if __name__ == '__main__':
    if 'CHARONIA_RECORDED_ANSWER' in os.environ:
        play()
    else:
        sys.exit(main())
