#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints the kernels of a test file, each with the launch in the comment above it, and prints the findings.

    # LAUNCH grid=4 B=64 x=*fp32[250] idx=*i32[64]{0..7} n=250
    @triton.jit
    def k(x, idx, n, B: tl.constexpr): ...

Upper-case names are constexprs. With --fix the fixes of the findings are applied to the text first, until there are none.
"""
import json
import pathlib
import re
import subprocess
import sys


def launch_of(source, function, words):
    launch = {'format': 'charonia-launch/1', 'kernel': {'source': source.name, 'function': function}, 'grid': [1],
              'constexprs': {}, 'args': []}
    for word in words.split():
        name, text = word.split('=', 1)
        if name == 'grid':
            launch['grid'] = [int(n) for n in text.split(',')]
        elif text.startswith('*'):
            match = re.fullmatch(r'(\*\w+)\[(\d+)\](?:\{(-?\d+)\.\.(-?\d+)\})?', text)
            argument = {'name': name, 'type': match[1], 'elements': int(match[2]), 'salt': 1}
            if match[3]:
                argument.update(low=int(match[3]), high=int(match[4]))
            launch['args'].append(argument)
        elif name.isupper():
            launch['constexprs'][name] = int(text)
        else:
            launch['args'].append({'name': name, 'type': 'i32', 'value': int(text)})
    return launch


def findings_of(launch_file):
    run = subprocess.run(['charonia-cli', 'lint', launch_file, '--json'], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f'{launch_file}: exit {run.returncode}\n{run.stderr}')
    answer = json.loads(run.stdout)
    assert run.returncode == (1 if answer['warnings'] else 0)
    return answer['findings']


def apply(text, fixes):
    lines = text.split('\n')
    for fix in sorted(fixes, key=lambda f: (f['range']['beginLine'], f['range']['beginColumn']), reverse=True):
        at = fix['range']
        line = lines[at['beginLine'] - 1]
        lines[at['beginLine'] - 1] = line[:at['beginColumn'] - 1] + fix['text'] + line[at['endColumn'] - 1:]
    return '\n'.join(lines)


def main():
    test, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    fix = '--fix' in sys.argv
    folder.mkdir(parents=True, exist_ok=True)
    text = test.read_text(encoding='utf-8')
    for words, function in re.findall(r'# LAUNCH (.*)\n@triton\.jit\ndef (\w+)', text):
        source = folder / f'{function}.py'
        launch = folder / f'{function}.launch.json'
        launch.write_text(json.dumps(launch_of(source, function, words)), encoding='utf-8')
        source.write_text(text, encoding='utf-8')
        found = findings_of(launch)
        fixes = [finding['fixes'][0] for finding in found if finding['fixes']]
        if fix and fixes:
            source.write_text(apply(text, fixes), encoding='utf-8')
            found = findings_of(launch)
        print(f'== {function}{" fixed" if fix and fixes else ""}: {len(found)}')
        for finding in found:
            at = finding['range']
            place = f'{at["beginLine"]}:{at["beginColumn"]}-{at["endLine"]}:{at["endColumn"]}'
            print(f'{place} {finding["severity"]} {finding["code"]} {finding["message"]}')
            for note in finding['notes']:
                print(f'  {note["range"]["beginLine"]}: {note["message"]}')
            for change in finding['fixes']:
                print(f'  fix {change["range"]["beginLine"]}:{change["range"]["beginColumn"]}: {change["text"]}')


if __name__ == "__main__":
    main()
