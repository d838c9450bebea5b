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


def refused(*arguments):
    """Exit 64 and an error; gives what was said."""
    done = subprocess.run([cli, 'convert', *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 64, done
    assert 'error: ' in done.stderr, done.stderr
    return done.stderr


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

    # A launch keeps its meaning in another folder; a second conversion changes nothing.
    (folder / 'sub').mkdir()
    run('convert', sample, folder / 'sub/a.launch.json')
    run('convert', folder / 'sub/a.launch.json', folder / 'b.launch.json')
    run('convert', folder / 'b.launch.json', folder / 'sub/c.launch.json')
    assert (folder / 'sub/a.launch.json').read_text() == (folder / 'sub/c.launch.json').read_text()
    run('run', folder / 'b.launch.json')

    (folder / 'bad.cprog').write_bytes((folder / 'b.cprog').read_bytes()[:100])
    (folder / 'bad.json').write_text('{"version": ')
    (folder / 'bad.ctrace').write_bytes(b'nothing')
    (folder / 'bad.launch.json').write_text('{}')
    assert 'bad.cprog' in refused(folder / 'bad.cprog', folder / 'x.json')
    assert 'bad.json' in refused(folder / 'bad.json', folder / 'x.cprog')
    assert 'bad.ctrace' in refused(folder / 'bad.ctrace', folder / 'x.pftrace')
    assert 'bad.launch.json' in refused(folder / 'bad.launch.json', folder / 'x.launch.json')
    assert 'absent.cprog' in refused(folder / 'absent.cprog', folder / 'x.json')
    assert 'a.txt' in refused(folder / 'a.txt', folder / 'x.json')
    assert 'x.txt' in refused(folder / 'a.ctrace', folder / 'x.txt')
    assert 'x.txt' in refused(folder / 'b.cprog', folder / 'x.txt')
    assert 'x.json' in refused(sample, folder / 'x.json')
