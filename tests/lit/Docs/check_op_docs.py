#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every op of a .td file has a summary, a description and an example, and that the examples parse.

Values that an example leaves undefined get the type that the parser asks for. Prints one line a breach and ends with
`N ops documented`.
"""
import json
import re
import subprocess
import sys
import tempfile

NEEDED = re.compile(r"within split at \S+?:(\d+) offset :(\d+):\d+: error: use of value '%(\w+)' expects different "
                    r"type than prior uses: '(.+?)' vs 'none'")
FAILED = re.compile(r'within split at \S+?:(\d+) offset :(\d+):(\d+): error: (.*)')
SEPARATOR = '// -----'
HELPERS = 'tt.func private @helper(i32) -> (i32, i1)\n'


def load_ops(td, include):
    command = ['llvm-tblgen', '--dump-json', td] + [word for path in include for word in ('-I', path)]
    records = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [records[name] for name in sorted(records['!instanceof']['Op'])]


def op_name(record):
    return record['opDialect']['def'].split('_')[0].lower() + '.' + record['opName']


def example_of(record):
    match = re.search(r'```mlir\n(.*?)```', record.get('description', ''), re.S)
    return match.group(1) if match else None


def wrap(name, example, types):
    """A module text that holds the example; `types` gives the types of its free values."""
    if name in ('tt.func', 'tile.kernel'):
        return example
    defined = set()
    for line in example.splitlines():
        if re.match(r'\s*%[\w%, :]+ = ', line):
            defined |= set(re.findall(r'%(\w+)', line.split(' = ')[0]))
        if line.strip().startswith('^'):
            defined |= set(re.findall(r'%(\w+):', line))
    free = sorted(set(re.findall(r'%([A-Za-z]\w*)', example)) - defined)
    text = HELPERS
    results = ' -> (i32, i1)' if name == 'tt.return' else ''
    text += f'tt.func @example(){results} {{\n'
    for value in free:
        text += f'  %{value} = builtin.unrealized_conversion_cast to {types.get(value, "none")}\n'
    return text + example + ('' if results else '  tt.return\n') + '}\n'


def run(opt, texts):
    """Returns the error output and the first line of each text in the joined file."""
    with tempfile.NamedTemporaryFile('w', suffix='.mlir') as file:
        file.write(f'\n{SEPARATOR}\n'.join(texts))
        file.flush()
        done = subprocess.run([opt, '--split-input-file', file.name], capture_output=True, text=True)
    starts, line = [], 1
    for text in texts:
        starts.append(line)
        line += text.count('\n') + 2
    return done.stderr, starts


def which(starts, line):
    return max(i for i, start in enumerate(starts) if start <= line + 1)


def main():
    opt, td, include = sys.argv[1], sys.argv[2], sys.argv[3:]
    breaches, names, examples = [], [], []
    ops = load_ops(td, include)
    everything = '\n'.join(example_of(record) or '' for record in ops)
    for record in ops:
        name = op_name(record)
        for field in ('summary', 'description'):
            if not record.get(field, '').strip():
                breaches.append(f'{name}: no {field}')
        example = example_of(record)
        if example is None:
            breaches.append(f'{name}: no example')
        elif name not in example:
            breaches.append(f'{name}: the example does not show the op')
        elif name.endswith(('.return', '.yield')) and name != 'tt.return':
            # A terminator stands in the example of the op whose region it ends; alone it does not parse.
            if len(re.findall(re.escape(name) + r'\b', everything)) < 2:
                breaches.append(f'{name}: the example stands in no example of its region')
        else:
            names.append(name)
            examples.append(example)
    types = [{} for _ in names]
    for _ in range(12):
        errors, starts = run(opt, [wrap(*item) for item in zip(names, examples, types)])
        found = [(which(starts, int(line)), value, kind) for line, _, value, kind in NEEDED.findall(errors)]
        if not found:
            break
        for index, value, kind in found:
            types[index][value] = kind
    for line, _, _, message in FAILED.findall(errors):
        breaches.append(f'{names[which(starts, int(line))]}: {message}')
    for breach in breaches:
        print(breach)
    print(f'{len(ops)} ops documented' if not breaches else f'{len(breaches)} breaches')
    return 1 if breaches else 0


if __name__ == '__main__':
    sys.exit(main())
