#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""On a machine with Triton: has upstream's own parser read the forms of forms.txt that its version should know, and
compares what it prints with the text. No GPU is used. Prints one line a disagreement and a count; with OUT, writes
{title: {"ok", "printed", "message"}} there.
Usage: check_forms.py [OUT.json]"""
import json
import os
import pathlib
import re
import sys
import tempfile

FORMS = pathlib.Path(__file__).resolve().parent / 'forms.txt'
HEAD = ('tt.func public @k(%x: !tt.ptr<f32>, %i: !tt.ptr<i32>, %o: !tt.ptr<f32>, %r: !tt.ptr<i32>, %fs: !tt.ptr<f32>, '
        '%ns: !tt.ptr<i32>) {\n')


def parse():
    """The prelude's lines and the forms, as forms.txt describes them at its top."""
    prelude, forms, form = [], [], None
    for number, line in enumerate(FORMS.read_text(encoding='utf-8').splitlines(), 1):
        if line.startswith('=== '):
            words = line.split()[1:]
            form = None if words[0] == 'prelude' else {
                'title': f'{number} {" ".join(words)}', 'versions': words[2], 'flags': words[3:], 'text': [],
                'values': [], 'refused': '', 'machine': '', 'error': False}
            if form:
                forms.append(form)
        elif form is None:
            prelude += [line] * (not line.startswith('#'))
        elif line.startswith('!! '):
            form['error'] = True
        elif line.startswith('=> '):
            form['values'].append(line[3:])
        elif line.startswith('=! '):
            form['refused'] = line[3:]
        elif line.startswith('=? '):
            form['machine'] = line[3:]
        elif not (line.startswith('# ') and not form['text']):
            form['text'].append(line)
    return prelude, forms


def read_forms():
    """(title, versions, reads, text of the file) of each form that can be read."""
    prelude, forms = parse()
    for form in forms:
        if form['error']:
            continue
        text = '\n'.join(form['text']) + '\n'
        if 'whole' not in form['flags']:
            text = HEAD + '\n'.join(prelude) + '\n' + text + 'tt.return\n}\n'
        yield form['title'], form['versions'], 'reads' in form['flags'], text


def covers(versions, version):
    if versions == 'any':
        return True
    first, _, last = versions.partition('-')
    parse = lambda text: tuple(map(int, text.split('.')))
    return parse(first) <= version and ('-' in versions and not last or version <= parse(last or first))


def normalised(text):
    """Lines without indentation and comments, values and blocks named in the order of appearance."""
    names, lines = {}, []
    for line in text.splitlines():
        line = re.sub(r'("(?:[^"\\]|\\.)*")|//.*', lambda found: found[1] or '', line).strip()
        if line.startswith('tt.func'):
            names = {}  # each function has names of its own
        line = re.sub(r'("(?:[^"\\]|\\.)*")|([%^])((?:\w|-(?!>))+)',
                      lambda found: found[1] or names.setdefault(found[2] + found[3], f'{found[2]}{len(names)}'), line)
        lines += [line] * bool(line)
    return lines


def judged(text, ir, backend):
    """In a process of its own, since a parser may crash: what upstream says of a file."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with tempfile.TemporaryFile('w+') as messages, tempfile.NamedTemporaryFile('w', suffix='.ttir') as file:
            os.dup2(messages.fileno(), 2)
            file.write(text)
            file.flush()
            answer = {'ok': False}
            try:
                context = ir.context()
                ir.load_dialects(context)
                backend.load_dialects(context)
                module = ir.parse_mlir_module(file.name, context)
                answer = {'ok': True, 'printed': module.str_nodebug()}
            except Exception as error:
                answer['message'] = str(error)
            messages.seek(0)
            answer['message'] = messages.read()[-600:] or answer.get('message', '')
            os.write(writing, json.dumps(answer).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, 'rb') as stream:
        data = stream.read()
    os.waitpid(child, 0)
    return json.loads(data) if data else {'ok': False, 'message': 'the parser crashed'}


def main():
    import triton
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import make_backend
    version = tuple(map(int, triton.__version__.split('.')[:2]))
    backend = make_backend(GPUTarget('cuda', 90, 32))
    answers, wrong, count = {}, 0, 0
    for title, versions, reads, text in read_forms():
        answer = answers[title] = judged(text, ir, backend)
        if not covers(versions, version):
            continue
        count += 1
        if not answer['ok']:
            wrong += 1
            print(f'{title}: refused: {answer["message"].strip().splitlines()[-1:]}')
        elif not reads:
            given, printed = normalised(text), normalised(answer['printed'])
            if not given[0].startswith('module'):
                given = ['module {', *given, '}']
            if given != printed:
                wrong += 1
                pair = next(((a, b) for a, b in zip(given, printed) if a != b), (given[-1], printed[-1]))
                print(f'{title}: printed otherwise: {pair[0]} | {pair[1]}')
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1]).write_text(json.dumps(answers, indent=1), encoding='utf-8')
    print(f'{count - wrong} of {count} forms agree with Triton {triton.__version__}')
    return 1 if wrong or not count else 0


if __name__ == '__main__':
    sys.exit(main())
