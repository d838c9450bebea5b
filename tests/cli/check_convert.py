#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs and traces keep their content through every conversion."""
import json
import pathlib
import subprocess
import sys
import tempfile

cli, resources = sys.argv[1], pathlib.Path(sys.argv[2])
sample = resources / 'samples/vector_add/vector_add-1000.launch.json'


def run(*arguments):
    subprocess.run([cli, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    run('compile', sample, '-o', folder / 'a.json')
    run('convert', folder / 'a.json', folder / 'b.cprog')
    run('convert', folder / 'b.cprog', folder / 'c.json')
    assert json.loads((folder / 'a.json').read_text()) == json.loads((folder / 'c.json').read_text())

    run('run', sample, '--trace', folder / 'a.ctrace')
    run('convert', folder / 'a.ctrace', folder / 'a.chrome.json')
    run('convert', folder / 'a.ctrace', folder / 'a.pftrace')
    events = json.loads((folder / 'a.chrome.json').read_text())
    events = events['traceEvents'] if isinstance(events, dict) else events
    assert any(event.get('ph') == 'X' and event.get('dur', 0) > 0 for event in events)
    assert (folder / 'a.pftrace').stat().st_size > 1000
