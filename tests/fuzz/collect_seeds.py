#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies the seeds of the fuzzers and what other tests hold of the same kind into one folder a fuzzer.

    collect_seeds.py FOLDER

IR files of several parts (`// -----` lines) are split. Files are named by their content, so that a second call adds
nothing twice to what a fuzzer has found since.
"""
import hashlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = {
    'source': [('tests/fuzz/seeds/source', '*'), ('tests/lit/Frontend', '*.py'), ('tests/frontend', '*.py'),
               ('tests/kernels', '*.py'), ('resources/samples', '*.py')],
    'ir': [('tests/fuzz/seeds/ir', '*'), ('tests/lit', '*.mlir'), ('tests', '*.ttir')],
    'launch': [('tests/fuzz/seeds/launch', '*'), ('tests/frontend', '*.launch.json'),
               ('resources/samples', '*.launch.json')],
    'program': [('tests/fuzz/seeds/program', '*')],
}
LARGEST = 20000


def parts(path):
    data = path.read_bytes()
    if path.suffix != '.mlir':
        return [data]
    return re.split(rb'(?m)^// -----.*\n', data)


SOURCES['editor'] = SOURCES['source']


def forms():
    """The texts of tests/compiler/ttir/forms.txt as whole files, the prelude cut to what each uses."""
    text = (ROOT / 'tests/compiler/ttir/forms.txt').read_text(encoding='utf-8')
    head = ('tt.func public @k(%x: !tt.ptr<f32>, %i: !tt.ptr<i32>, %o: !tt.ptr<f32>, %r: !tt.ptr<i32>, '
            '%fs: !tt.ptr<f32>, %ns: !tt.ptr<i32>) {\n')
    prelude = []
    for section in text.split('\n=== ')[1:]:
        title, _, body = section.partition('\n')
        lines = [line for line in body.split('\n')
                 if line[:3] not in ('=> ', '=! ', '!! ') and not line.startswith('# ')]
        words = title.split()
        if words[0] == 'prelude':
            prelude = lines
        elif 'whole' in words:
            yield '\n'.join(lines).encode()
        else:
            used = set(re.findall(r'%\w+', body))
            kept = []
            for line in reversed(prelude):
                names = re.findall(r'%\w+', line)
                if names and names[0] in used:
                    used.update(names)
                    kept.insert(0, line)
            yield (head + '\n'.join(kept + lines) + '\n  tt.return\n}\n').encode()


def main():
    target = pathlib.Path(sys.argv[1])
    for name, folders in SOURCES.items():
        (target / name).mkdir(parents=True, exist_ok=True)
        count = 0
        for folder, pattern in folders:
            for path in sorted((ROOT / folder).rglob(pattern)):
                if not path.is_file():
                    continue
                for data in parts(path):
                    if 0 < len(data) <= LARGEST:
                        (target / name / hashlib.sha1(data).hexdigest()).write_bytes(data)
                        count += 1
        for data in forms() if name == 'ir' else []:
            (target / name / hashlib.sha1(data).hexdigest()).write_bytes(data)
            count += 1
        print(f'{name}: {count} seeds')


if __name__ == '__main__':
    main()
