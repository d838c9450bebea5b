#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Feeds one kind of bad input to charonia-cli and checks exit code, message code and place; then checks that a
worker (`serve`) which got the same input still answers a good request.

Usage: check_case.py CLI RESOURCES CASE
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

CLI, RESOURCES, CASE = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
GOOD = RESOURCES / 'samples/vector_add/vector_add-1000.launch.json'

HEAD = 'import triton\nimport triton.language as tl\n\n\n@triton.jit\ndef kernel(x_ptr, n, BLOCK: tl.constexpr):\n'
BODY = '    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n    mask = offsets < n\n'
STORE = '    tl.store(x_ptr + offsets, {}, mask=mask)\n'
BARRIER = '    tl.mtia.barrier()\n'
REDUCTION = HEAD + BODY + ('    v = tl.load(x_ptr + offsets, mask=mask, other=0.0)\n'
                           "    s = tl.mtia.re_reduce(v, 'add', 'row', root=0)\n"
                           '    tl.store(x_ptr + offsets, s, mask=mask)\n')


def set_grid(programs):
    def change(data):
        data['grid'] = [programs]
    return change


def launch(folder, source=None, ttir=None, block=128, change=None):
    """Writes kernel and launch file; returns the launch file's path."""
    kernel = {'function': 'kernel'}
    if source is not None:
        (folder / 'kernel.py').write_text(source)
        kernel['source'] = 'kernel.py'
    if ttir is not None:
        (folder / 'kernel.ttir').write_text(ttir)
        kernel['ttir'] = 'kernel.ttir'
    data = {'format': 'charonia-launch/1', 'kernel': kernel, 'grid': [2], 'constexprs': {'BLOCK': block},
            'args': [{'name': 'x_ptr', 'type': '*fp32', 'elements': 1000, 'salt': 1},
                     {'name': 'n', 'type': 'i32', 'value': 200}]}
    if change:
        change(data)
    path = folder / 'bad.launch.json'
    path.write_text(json.dumps(data, indent=1))
    return path


def run_launch(path, *extra):
    return [CLI, 'run', str(path), '--engine', 'sim', '--against', 'reference', *extra]


def set_elements(data):
    data['args'][0]['elements'] = 10 ** 12


def drop_argument(data):
    del data['args'][1]


def hardware_file(folder):
    data = (RESOURCES / 'hardware/mtia-2i.json').read_text()
    parsed = json.loads(data)

    def negate(node):
        # The SRAM bandwidth, wherever the file keeps it: a parameter object has a "value".
        for key, value in node.items():
            if isinstance(value, dict):
                if key.split('.')[-1] == 'bytesPerCyclePerSlice' and 'value' in value:
                    value['value'] = -128
                    return True
                if negate(value):
                    return True
        return False

    assert negate(parsed), 'no SRAM bandwidth in the hardware file'
    path = folder / 'bad-hardware.json'
    path.write_text(json.dumps(parsed, indent=1))
    return path


def truncated_trace(folder):
    trace = folder / 'good.ctrace'
    subprocess.run([CLI, 'run', str(GOOD), '--engine', 'sim', '--trace', str(trace)], check=True,
                   stdout=subprocess.DEVNULL)
    data = trace.read_bytes()
    bad = folder / 'bad.ctrace'
    bad.write_bytes(data[:len(data) * 2 // 3])
    return bad


# name -> (command, exit code, code of the message, substring of the place)
def case(folder):
    src = lambda value: HEAD + BODY + STORE.format(value)
    if CASE == 'syntax-error':
        return run_launch(launch(folder, HEAD + BODY + '    y = (1 +\n' + STORE.format('1.0'))), 2, 'KF', 'kernel.py:9'
    if CASE == 'unknown-function':
        return run_launch(launch(folder, src('tl.flobnicate(offsets)'))), 2, 'KF', 'kernel.py:9:'
    if CASE == 'shape-mismatch':
        return run_launch(launch(folder, src('tl.arange(0, 64) + tl.arange(0, 128)'))), 2, 'KF', 'kernel.py:9:'
    if CASE == 'pointer-division':
        return run_launch(launch(folder, src('x_ptr / 2'))), 2, 'KF', 'kernel.py:9:'
    if CASE == 'tile-too-large':
        # 102400 fp32 would be 400 KiB, but shapes are powers of two: 131072 x 4 B = 512 KiB is the next.
        body = HEAD + BODY + '    v = tl.load(x_ptr + offsets, mask=mask)\n' + STORE.format('v + 1.0')
        return run_launch(launch(folder, body, block=131072)), 2, 'KC0301', 'kernel.py:'
    if CASE == 'missing-argument':
        return run_launch(launch(folder, src('1.0'), change=drop_argument)), 2, 'K', ' n'
    if CASE == 'nested-brackets-source':
        return run_launch(launch(folder, src('(' * 100000 + '1' + ')' * 100000))), 2, 'KF', 'kernel.py:9:'
    if CASE == 'nested-brackets-ir':
        text = 'module {\n' + 'scf.execute_region {\n' * 100000 + '}\n' * 100000 + '}\n'
        return run_launch(launch(folder, ttir=text), '--from', 'ttir'), 2, 'K', 'kernel.ttir:'
    if CASE == 'elements-1e12':
        return run_launch(launch(folder, src('1.0'), change=set_elements)), 64, 'KL', '/args/0'
    if CASE == 'endless-kernel':
        # What the loop leaves is stored: a loop without effect may go.
        body = HEAD + BODY + '    i = n\n    while i > 0:\n        i = (i * 5 + 1) & 1023 | 1\n' + STORE.format('i')
        return run_launch(launch(folder, body)), 3, 'K', 'kernel.py:'
    if CASE == 'truncated-trace':
        return [CLI, 'convert', str(truncated_trace(folder)), str(folder / 'out.chrome.json')], 64, 'error', 'bad.ctrace'
    if CASE == 'negative-bandwidth':
        path = launch(folder, src('1.0'))
        return run_launch(path, '--hardware', str(hardware_file(folder))), 64, 'KH0101', 'bad-hardware.json'
    if CASE == 'wrapping-index':
        # The index leaves 32 bits in some lanes; what is stored there is no address that was meant.
        body = BODY + '    start = 2147483600 + tl.load(x_ptr).to(tl.int32)\n    rows = start + tl.arange(0, BLOCK)\n'
        store = '    tl.store(x_ptr + (rows - start), 1.0, mask=rows < 2147483647)\n'
        return run_launch(launch(folder, HEAD + body + store)), 3, 'wraps round', 'kernel.py:11'
    if CASE == 'barrier-of-many-programs':
        return run_launch(launch(folder, src('1.0') + BARRIER, change=set_grid(65))), 2, 'KC0311', 'kernel.py:10:'
    if CASE == 'reduction-of-some-pes':
        return run_launch(launch(folder, REDUCTION, change=set_grid(12))), 2, 'KC0312', 'kernel.py:10:'
    if CASE == 'root-beyond-row':
        text = REDUCTION.replace('root=0', 'root=8')
        return run_launch(launch(folder, text, change=set_grid(64))), 2, 'KC0312', 'kernel.py:10:'
    if CASE == 'barrier-under-condition':
        body = src('1.0') + '    if tl.program_id(0) < 3:\n    ' + BARRIER
        return run_launch(launch(folder, body, change=set_grid(8))), 2, 'KC0313', 'kernel.py:11:'
    raise SystemExit(f'unknown case {CASE}')


def check_worker(command, folder):
    """The worker that got the bad request answers the good one after it."""
    if command[1] != 'run':
        return
    bad = {'id': 1, 'launch': command[2], 'engine': 'sim', 'against': ['reference']}
    for flag, key in (('--from', 'from'), ('--hardware', 'hardware')):
        if flag in command:
            bad[key] = command[command.index(flag) + 1]
    good = {'id': 2, 'launch': str(GOOD), 'engine': 'sim'}
    done = subprocess.run([CLI, 'serve'], input=json.dumps(bad) + '\n' + json.dumps(good) + '\n', text=True,
                          capture_output=True, timeout=100)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f'serve ended with {done.returncode}'
    assert len(replies) == 2, f'{len(replies)} replies'
    assert replies[0]['exit'] != 0, 'the bad request succeeded'
    assert replies[1]['exit'] == 0, f'the good request failed: {replies[1]}'


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix='badinput-'))
    try:
        command, exit_code, code, place = case(folder)
        done = subprocess.run(command, text=True, capture_output=True, timeout=100)
        print(done.stderr[-3000:])
        errors = [line for line in done.stderr.splitlines() if 'error:' in line]
        assert done.returncode == exit_code, f'exit {done.returncode}, expected {exit_code}'
        assert len(errors) == 1, f'{len(errors)} messages, expected one clear one'
        assert code in errors[0], f'no code {code} in: {errors[0]}'
        assert place in errors[0], f'no place {place} in: {errors[0]}'
        assert len(errors[0]) < 2000, 'the message is too long to be clear'
        check_worker(command, folder)
    finally:
        shutil.rmtree(folder)


main()
