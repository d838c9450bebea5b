#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every code of the lint's table has a page with the table's title; its wrong example is found, its right one is not."""
import json
import pathlib
import re
import sys

import lint

ROOT, FOLDER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def codes_in(example, words, folder):
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / 'k.py'
    source.write_text(example, encoding='utf-8')
    launch = folder / 'k.launch.json'
    launch.write_text(json.dumps(lint.launch_of(source, 'k', words)), encoding='utf-8')
    return [finding['code'] for finding in lint.findings_of(launch)]


def main():
    table = (ROOT / 'compiler/include/charonia/Lint/Codes.def').read_text(encoding='utf-8')
    rows = re.findall(r'^LINT\(\w+, "(KP\d+)", "([^"]+)"\)', table, re.M)
    problems = []
    for code, title in rows:
        page = ROOT / f'resources/help/codes/{code}.md'
        if not page.exists():
            problems.append(f'{code}: no page')
            continue
        text = page.read_text(encoding='utf-8')
        if not text.startswith(f'# {code}: {title}\n'):
            problems.append(f'{code}: the heading is not "# {code}: {title}"')
        words = re.search(r'<!-- lint: (.*) -->', text)[1]
        wrong, right = re.findall(r'```python\n(.*?)```', text, re.S)
        found = codes_in(wrong, words, FOLDER / code / 'wrong')
        if found != [code]:
            problems.append(f'{code}: the wrong example gives {found}')
        found = codes_in(right, words, FOLDER / code / 'right')
        if found:
            problems.append(f'{code}: the right example gives {found}')
    pages = {page.stem for page in (ROOT / 'resources/help/codes').glob('KP*.md')}
    problems += [f'{code}: not in the table' for code in sorted(pages - {code for code, _ in rows})]
    print('\n'.join(problems + [f'{len(rows)} codes, {len(problems)} problems']))
    sys.exit(1 if problems or not rows else 0)


main()
