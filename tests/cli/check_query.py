#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The verb `query` and the same questions to `serve`: answers about a sample, JSON, exit codes.

    check_query.py CHARONIA_CLI RESOURCES"""
import json
import pathlib
import subprocess
import sys

CLI, RESOURCES = sys.argv[1], pathlib.Path(sys.argv[2])
KERNEL = RESOURCES / 'samples' / 'softmax' / 'softmax.py'
failures = []


def check(what, got, wanted):
    if got != wanted:
        failures.append(f'{what}: got {got!r}, wanted {wanted!r}')


def run(*arguments):
    result = subprocess.run([CLI, 'query', *map(str, arguments)], capture_output=True, text=True, timeout=60)
    return result.returncode, result.stdout, result.stderr


def place(text, part):
    """LINE:COLUMN of the first `part` of the text."""
    at = text.index(part)
    return text.count('\n', 0, at) + 1, len(text[text.rfind('\n', 0, at) + 1:at].encode()) + 1


def main():
    text = KERNEL.read_text()
    line, column = place(text, 'tl.load')
    code, out, _ = run(KERNEL, '--hover', f'{line}:{column + 3}')
    check('hover', (code, out.startswith('tl.load(pointer, mask=None')), (0, True))
    code, out, _ = run(KERNEL, '--complete', f'{line}:{column + 5}', '--json')
    names = [item['name'] for item in json.loads(out)['complete']['items']] if code == 0 else []
    check('completion', names[:2], ['load', 'load_tensor_descriptor'])
    code, out, _ = run(KERNEL, '--outline', '--folding', '--json')
    answer = json.loads(out)
    kernels = [item['name'] for item in answer['outline']['outline'] if item['kind'] == 'kernel']
    check('outline', (code, len(kernels) >= 1, len(answer['folding']['folding']) >= 1), (0, True, True))
    code, out, err = run(KERNEL, '--rename', f'{line}:{column + 3}', 'other')
    check('refused rename', (code, out, err), (1, '', 'cannot be renamed: `tl.load` is not defined in this file\n'))
    check('blank', run(KERNEL, '--hover', '100000:1')[:2], (1, ''))
    for arguments in ((KERNEL,), (KERNEL, '--hover', '3'), (KERNEL, '--hover', '3:x'), ('missing.py', '--outline'),
                      (KERNEL, '--hover', '1:1', '--launch', KERNEL)):
        check(f'exit code of {arguments}', run(*arguments)[0], 64)

    requests = [
        {'id': 1, 'verb': 'query', 'query': 'hover', 'file': str(KERNEL), 'line': line, 'column': column + 3},
        {'id': 2, 'verb': 'query', 'query': 'rename', 'file': 'k.py', 'text': 'def f(a):\n    return a\n', 'line': 1,
         'column': 7, 'name': 'b'},
        {'id': 3, 'verb': 'query', 'query': 'wrong', 'file': 'k.py', 'text': ''},
        {'id': 4, 'verb': 'query', 'query': 'outline', 'file': 'k.py', 'text': 'def f(:'},
    ]
    lines = subprocess.run([CLI, 'serve'], input=''.join(json.dumps(each) + '\n' for each in requests),
                           capture_output=True, text=True, timeout=60).stdout.splitlines()
    answers = {answer['id']: answer for answer in map(json.loads, lines)}
    check('answers', sorted(answers), [1, 2, 3, 4])
    check('served hover', answers[1]['hover']['signature'][:8], 'tl.load(')
    check('served rename', answers[2]['rename']['edits'],
          [{'range': [1, 7, 1, 8], 'text': 'b'}, {'range': [2, 12, 2, 13], 'text': 'b'}])
    check('wrong query', answers[3]['exit'], 64)
    check('served outline', (answers[4]['exit'], answers[4]['outline']), (0, []))
    print('\n'.join(failures) or 'all as wanted')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
