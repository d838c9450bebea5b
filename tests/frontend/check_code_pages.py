#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every code of a message has a page in resources/help/codes; its wrong example causes the code, and its right example is
taken without a message.

    check_code_pages.py --cli build/dev/bin/charonia-cli [CODE ...]

A page is Markdown: "# CODE: title", words, then "Wrong:" with a block of python, mlir (Triton's IR) or json (a launch
file), and "Right:" with another, or "What to do:". Comments tell the test what a reader need not see:

    <!-- no example: why -->            nothing is run
    <!-- launch: x=*fp16 n=i32:7 -->    what differs from the usual launch of check_errors.py; launch-right: for the right one
    <!-- grid: [4] -->                  the grid, and grid-right: that of the right example
    <!-- emit: program -->              compiled to the end, not to the dialect tt only
    <!-- run: sim -->                   run on the simulator, or on the reference
    <!-- flags: ... -->                 further words of the command line, for the wrong example
    <!-- wrong: text -->                a program too long to show, as check_errors.py expands it
    <!-- no launch -->                  the kernel's file is given, without a launch
    <!-- lint: ... -->                  an example of the lint, which the tests of lit.Lint run"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import check_errors

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / 'resources/help/codes'
CODE = r'(?:K[A-Z]\d{4}|KS-[a-z-]+)'
MESSAGE = re.compile(rf'^(?:[^\n]*?: )?(error|warning|note): [^\n]* \[({CODE})\]$', re.MULTILINE)
SIMPLE = 'import triton\nimport triton.language as tl\n\n\n@triton.jit\ndef k(x):\n    tl.store(x, 1.0)\n'


class Page:
    def __init__(self, path: pathlib.Path):
        self.code, self.text = path.stem, path.read_text()
        heading = re.match(rf'# ({CODE}): (.+)\n', self.text)
        self.title = heading[2] if heading and heading[1] == self.code else ''
        self.options = dict(re.findall(r'^<!-- ([a-z][a-z -]*?)(?:: (.*?))? ?-->$', self.text, re.MULTILINE))
        self.examples = {}
        for name, kind, text in re.findall(r'^(Wrong|Right):\n\n```(\w+)\n(.*?)^```$', self.text, re.MULTILINE | re.DOTALL):
            self.examples[name] = (kind, text)


def codesOfSources() -> set[str]:
    """Every code that the program's own text names."""
    found = set()
    for folder in ('compiler', 'sim', 'app', 'widgets'):
        for path in (ROOT / folder).rglob('*'):
            if path.suffix in ('.cpp', '.h', '.def', '.td') and path.is_file():
                text = path.read_text(errors='replace')
                text = re.sub(r'^\s*//.*$', '', text, flags=re.MULTILINE)
                found.update(re.findall(r'"(K[A-Z]\d{4})(?:"|: )', text))
    simulator = (ROOT / 'sim/engine/include/charonia/sim/Simulator.h').read_text()
    listed = re.search(r'`code` is stable: (.*?)\n\s*(?:struct|///\s*[A-Z])', simulator, re.DOTALL)[1]
    return found | {f'KS-{word}' for word in re.findall(r'"([a-z-]+)"', listed)}


def commandFor(page: Page, right: bool, folder: pathlib.Path, cli: str) -> list[str]:
    kind, text = page.examples['Right' if right else 'Wrong']
    data = check_errors.expand(text)
    if not right and 'wrong' in page.options:
        data = check_errors.expand(page.options['wrong']).replace(b'\\n', b'\n')
    flags = [] if right else page.options.get('flags', '').split()
    engine, emit = page.options.get('run'), page.options.get('emit', 'tt')
    verb = ['run', '--engine', engine] if engine else ['compile', '--emit', emit]
    if engine and '--against' not in flags and kind != 'json':
        flags += ['--against', 'reference']
    launchFile = folder / 'k.launch.json'
    if kind == 'json':
        (folder / 'k.py').write_text(SIMPLE)
        launchFile.write_text(text)
    elif 'no launch' in page.options:
        launchFile = folder / 'k.py'
        launchFile.write_bytes(data)
    elif kind == 'mlir':
        (folder / 'k.ttir').write_bytes(data)
        launchFile.write_text(json.dumps({
            'format': 'charonia-launch/1', 'kernel': {'ttir': 'k.ttir', 'function': 'k'}, 'grid': [1],
            'args': [{'name': 'x', 'type': '*fp32', 'elements': 64, 'salt': 1, 'low': 0, 'high': 63}]}))
    else:
        (folder / 'k.py').write_bytes(data)
        words = page.options.get('launch', '')
        if right:
            words = page.options.get('launch-right', words)
        launch = check_errors.launchOf(f'# launch: {words}\n' + data.decode(errors='replace'), 'k.py')
        grid = page.options.get('grid-right' if right else 'grid')
        launch['grid'] = json.loads(grid) if grid else launch['grid']
        launchFile.write_text(json.dumps(launch))
    return [cli, verb[0], str(launchFile), *verb[1:], *flags]


def problemsOf(page: Page, cli: str) -> list[str]:
    problems = []
    if not page.title:
        problems.append('the first line is not "# CODE: title"')
    if 'no example' in page.options or 'lint' in page.options:
        return problems
    if 'Wrong' not in page.examples or ('Right' not in page.examples and '\nWhat to do: ' not in page.text):
        return problems + ['there is no wrong example, or neither a right one nor advice']
    for right in [False] + [True] * ('Right' in page.examples):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            result = subprocess.run(commandFor(page, right, folder, cli), capture_output=True, text=True, timeout=120,
                                    errors='replace')
        messages = MESSAGE.findall(result.stderr)
        if right and (any(severity != 'note' for severity, _ in messages) or result.returncode != 0):
            problems.append(f'the right example ends with {result.returncode}: {result.stderr.strip()[:600]}')
        if not right and page.code not in [code for _, code in messages]:
            problems.append(f'the wrong example does not give the code: {result.stderr.strip()[:600]}')
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('codes', nargs='*', help='codes to look at; all when none is given')
    parser.add_argument('--cli', required=True, help='charonia-cli')
    parser.add_argument('--jobs', type=int, default=2)
    options = parser.parse_args()
    pages = [Page(path) for path in sorted(PAGES.glob('K*.md'))]
    known, used, bad = {page.code for page in pages}, codesOfSources(), []
    bad += [f'{code}: no page in resources/help/codes' for code in sorted(used - known)]
    bad += [f'{code}: a page, but nothing says this code' for code in sorted(known - used) if code.startswith('KF')]
    table = (ROOT / 'compiler/frontend/include/charonia/Frontend/Codes.def').read_text()
    titles = dict(re.findall(r'^CODE\(\w+, "(K\w+)", "(.*?)"\)', table, re.MULTILINE))
    bad += [f'{page.code}: the title is "{page.title}", in Codes.def "{titles[page.code]}"' for page in pages
            if page.code in titles and titles[page.code] != page.title]
    index = subprocess.run([options.cli, 'codes', '--markdown'], capture_output=True, text=True, check=True).stdout
    bad += [f'{page.code}: not in `codes --markdown`' for page in pages if f'| [{page.code}]({page.code}.md) | {page.title} |' not in index]
    listing = subprocess.run([options.cli, 'codes'], capture_output=True, text=True, check=True).stdout
    if listing != ''.join(f'{page.code}  {page.title}\n' for page in pages):
        bad.append('`codes` does not list the pages: build again')
    chosen = [page for page in pages if not options.codes or page.code in options.codes]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for page, problems in zip(chosen, pool.map(lambda page: problemsOf(page, options.cli), chosen)):
            bad += [f'{page.code}: {problem}' for problem in problems]
    shown = subprocess.run([options.cli, 'explain', chosen[0].code], capture_output=True, text=True).stdout
    if not shown.startswith(f'# {chosen[0].code}: {chosen[0].title}\n') or '<!--' in shown:
        bad.append(f'explain {chosen[0].code} prints: {shown[:200]}')
    if subprocess.run([options.cli, 'explain', 'KF9999'], capture_output=True).returncode != 64:
        bad.append('explain of an unknown code does not end with 64')
    print('\n'.join(bad))
    shown = sum(not {'no example', 'lint'} & set(page.options) for page in chosen)
    print(f'{len(chosen)} pages, {shown} with examples, {len(bad)} faults')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
