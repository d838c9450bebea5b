#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the layers of the tree by its #include lines, and a few rules of style that a compiler does not see.

Layers: sim knows neither Qt nor LLVM; compiler knows MLIR and, of sim, only data (arch, launch, program) and
numerics; widgets knows Qt and plain value types, no engine; app ties them. Exits 1 and lists every breach.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')

QT = re.compile(r'^(Q[A-Z]\w*|Qt\w+/.*|Qsci/.*)$')
MLIR = re.compile(r'^(mlir|llvm|mlir-c|llvm-c)/')
ENGINE = re.compile(r'^charonia/(sim|export)/')
COMPILER_INSIDE = re.compile(r'^charonia/(Dialect|Conversion|Lint|Pipelines|Scheduling|Target|Support|Interpreter|Frontend)')
FREESTANDING = {'stdint.h', 'stddef.h', 'stdbool.h', 'limits.h', 'float.h'}

# (path prefix, forbidden include, reason)
RULES = [
    ('sim/', QT, 'sim must not know Qt'),
    ('sim/', MLIR, 'sim must not know LLVM'),
    ('sim/', re.compile(r'^charonia/compiler/'), 'sim must not know the compiler'),
    ('compiler/', QT, 'compiler must not know Qt'),
    ('compiler/', re.compile(r'^charonia/(sim|simdata|export)/'), 'of sim, the compiler knows only data and numerics'),
    ('compiler/api/', MLIR, 'the compiler API must not show MLIR'),
    ('compiler/api/', COMPILER_INSIDE, 'the compiler API must not show its inside'),
    ('widgets/', MLIR, 'widgets must not know LLVM'),
    ('widgets/', ENGINE, 'widgets must not know an engine'),
    ('widgets/', COMPILER_INSIDE, 'widgets must not know the compiler\'s inside'),
    ('app/', MLIR, 'app uses the compiler through its API'),
    ('app/cli/', QT, 'charonia-cli must not know Qt'),
    ('app/run/', QT, 'charonia-cli must not know Qt'),
    ('widgets/text/', QT, 'charonia-cli must not know Qt'),
    ('app/engine/', re.compile(r'^Qsci/'), 'QScintilla stays in widgets/editor'),
]


def sources():
    for top in ('app', 'compiler', 'sim', 'widgets', 'tests'):
        for path in sorted((ROOT / top).rglob('*')):
            if path.suffix in ('.h', '.cpp', '.td', '.def', '.inc') and path.is_file():
                yield path


def main():
    breaches = []
    for path in sources():
        rel = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding='utf-8')
        if not text.startswith(('// SPDX-License-Identifier:', '/* SPDX')):
            breaches.append(f'{rel}:1: no SPDX line')
        if path.suffix == '.h' and '#pragma once' not in text and rel != 'sim/numerics/include/charonia/numerics/Functions.def':
            breaches.append(f'{rel}:1: no #pragma once')
        for number, line in enumerate(text.splitlines(), 1):
            if path.suffix == '.h' and re.match(r'\s*using namespace\b', line):
                breaches.append(f'{rel}:{number}: using namespace in a header')
            match = INCLUDE.match(line)
            if not match:
                continue
            name = match.group(2)
            if name.startswith('../'):
                breaches.append(f'{rel}:{number}: include by "../"')
            if rel.startswith('sim/numerics/') and not name.startswith('charonia/numerics/') \
                    and name not in FREESTANDING and not name.endswith('.def'):
                breaches.append(f'{rel}:{number}: numerics is freestanding, not <{name}>')
            for prefix, forbidden, reason in RULES:
                if rel.startswith(prefix) and forbidden.match(name):
                    breaches.append(f'{rel}:{number}: {reason}: {name}')
            if rel.startswith('compiler/') and name == 'Python.h' and rel not in ('compiler/frontend/PythonAst.cpp', 'compiler/frontend/PythonObjects.h'):
                breaches.append(f'{rel}:{number}: only PythonAst.cpp and PythonObjects.h include Python.h')
            if name.startswith('Qsci/') and not rel.startswith(('widgets/editor/', 'tests/widgets/')):
                breaches.append(f'{rel}:{number}: QScintilla stays in widgets/editor')
    for breach in breaches:
        print(breach)
    print(f'{len(breaches)} breaches')
    return 1 if breaches else 0


if __name__ == '__main__':
    sys.exit(main())
