#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles every form of forms.txt that computes, down to the machine, and compares the simulator's memory with the
interpreter's. A form that the machine cannot do must be marked so in the file, and its message must name a place in
its text. Usage: check_forms_machine.py CLI [NAME]"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import check_forms  # noqa: E402

cli, only = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ''
RAMP, ZEROS = list(range(64)), [0] * 64
BUFFERS = (('x', 'fp32', RAMP), ('i', 'i32', RAMP), ('o', 'fp32', ZEROS), ('r', 'i32', ZEROS), ('fs', 'fp32', ZEROS),
           ('ns', 'i32', ZEROS))
SIGNATURE = ', '.join(f'%{name}: !tt.ptr<{kind.replace("fp32", "f32")}>' for name, kind, _ in BUFFERS)


def stores(value, kind, count):
    """Ops that store a value, widened or cut to f32 or i32."""
    tile = kind.startswith('tensor<')
    shape, element = (kind[7:-1].rsplit('x', 1)) if tile else ('', kind)
    number = not element.startswith('i')
    to, base = ('f32', '%fs') if number else ('i32', '%ns')
    of = lambda e: f'tensor<{shape}x{e}>' if tile else e
    lines = []
    if element != to:
        op = ('arith.truncf' if element == 'f64' else 'arith.trunci' if element == 'i64' else
              'arith.extui' if element == 'i1' else 'tt.fp_to_fp' if element.startswith('f8') else
              'arith.extf' if number else 'arith.extsi')
        lines.append(f'%stored = {op} {value} : {of(element)} {"->" if op == "tt.fp_to_fp" else "to"} {of(to)}')
        value = '%stored'
    if not tile:
        return lines + [f'tt.store {base}, {value} : !tt.ptr<{to}>']
    flat = lambda e: f'tensor<{count}x{e}>'
    return lines + [f'%flat = tt.reshape {value} : {of(to)} -> {flat(to)}',
                    f'%places = tt.make_range {{end = {count} : i32, start = 0 : i32}} : {flat("i32")}',
                    f'%base = tt.splat {base} : !tt.ptr<{to}> -> {flat(f"!tt.ptr<{to}>")}',
                    f'%to = tt.addptr %base, %places : {flat(f"!tt.ptr<{to}>")}, {flat("i32")}',
                    f'tt.store %to, %flat : {flat(f"!tt.ptr<{to}>")}']


def write(folder, stem, ttir):
    (folder / f'{stem}.ttir').write_text(ttir)
    args = [{'name': name, 'type': f'*{kind}', 'elements': 64, 'values': values} for name, kind, values in BUFFERS]
    (folder / f'{stem}.launch.json').write_text(json.dumps(
        {'format': 'charonia-launch/1', 'kernel': {'ttir': f'{stem}.ttir', 'function': 'k'}, 'grid': [1, 1, 1],
         'constexprs': {}, 'args': args, 'cases': [{'name': 'a'}]}))


def cases_of(form, prelude):
    """(text of a kernel, the lines behind the prelude) for each value of the form."""
    values = [value.split(None, 4) for value in form['values']] or [None] * bool(form['refused'])
    for value in values:
        count = len(value[4].split()) if value else 0
        body = prelude + form['text'] + (stores(value[0], value[2], count) if value else [])
        first = len(prelude) + 2
        yield (f'tt.func public @k({SIGNATURE}) {{\n' + '\n'.join(body) + '\n  tt.return\n}\n',
               range(first, first + len(body)))


def main():
    prelude, forms = check_forms.parse()
    cases, wrong = {}, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for form in forms:
            if form['error'] or 'whole' in form['flags'] or only not in form['title']:
                continue
            for index, (ttir, lines) in enumerate(cases_of(form, prelude)):
                stem = f'{form["title"].split()[0]}-{index}'
                write(folder, stem, ttir)
                cases[stem] = (form, lines)
        report = folder / 'report.json'
        subprocess.run([cli, 'corpus', folder, '--from', 'ttir', '--engine', 'sim', '--against', 'reference', '--json',
                        report], capture_output=True, text=True)
        causes = {pathlib.Path(file).name.removesuffix('.launch.json'): failure['cause']
                  for failure in json.loads(report.read_text())['failures'] for file in failure['files']}
        for stem, (form, lines) in cases.items():
            cause = causes.get(stem)
            refused = form['refused'] or form['machine']
            if not refused and cause:
                wrong += 1
                print(f'{form["title"]}: {cause}')
            elif refused and (not cause or form['machine'] not in cause):
                wrong += 1
                print(f'{form["title"]}: is not refused with "{form["machine"]}": {cause}')
            elif refused:
                done = subprocess.run([cli, 'run', folder / f'{stem}.launch.json', '--from', 'ttir', '--engine', 'sim',
                                       '--against', 'reference'], capture_output=True, text=True)
                places = re.findall(rf'{stem}\.ttir:(\d+)', done.stdout + done.stderr)
                if not any(int(line) in lines for line in places):
                    wrong += 1
                    print(f'{form["title"]}: the message names no place in the form: {done.stdout}{done.stderr}')
    print(f'{len(cases) - wrong} passed, {wrong} failed')
    return 1 if wrong or not cases else 0


if __name__ == '__main__':
    sys.exit(main())
