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
        print(f'{name}: {count} seeds')


if __name__ == '__main__':
    main()
