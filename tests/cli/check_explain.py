#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The verb explain on a product: tables, the filter by line, JSON, the summary. Usage: check_explain.py CLI RESOURCES"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

cli, resources = sys.argv[1], pathlib.Path(sys.argv[2])
sample = resources / 'samples' / 'matmul'
launch = sample / 'matmul-100x72x50.launch.json'
source = (sample / 'matmul.py').read_text().splitlines()
bad = []


def explain(*arguments, file=launch):
    ran = subprocess.run([cli, 'explain', str(file), *arguments], capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f'explain {arguments}: exit {ran.returncode}\n{ran.stderr}')
    return ran.stdout


def line_of(text):
    return next(i for i, line in enumerate(source, 1) if text in line)


def expect(condition, what):
    if not condition:
        bad.append(what)


data = json.loads(explain('--json'))
accesses = {(a['kind'], a['argument']): a for a in data['accesses']}
expect(sorted(accesses) == [('load', 'a_ptr'), ('load', 'b_ptr'), ('store', 'c_ptr')], f'accesses: {sorted(accesses)}')
expect(all(a['rung'] == 'dma' for a in accesses.values()), 'every access of the product is one descriptor')
load = accesses['load', 'a_ptr']
expect(load['range']['beginLine'] == line_of('a = tl.load'), f'place of the load of a: {load["range"]}')
constants = json.loads(launch.read_text())['constexprs']
expect(load['bytesPerTile'] == 2 * constants['BLOCK_M'] * constants['BLOCK_K'], f'bytes: {load["bytesPerTile"]}')

dots = [p for p in data['placements'] if p['opName'] == 'tile.dot']
expect([p['unit'] for p in dots] == ['dpe'], f'the product is on the matrix engine: {dots}')
others = {other['unit']: other for other in dots[0]['alternatives']}
expect(others.keys() >= {'vec', 'sca'}, f'others: {others}')
expect(0 < dots[0]['cycles'] < others['vec']['cycles'] < others['sca']['cycles'],
       f'costs: {dots[0]["cycles"]}, {others}')
expect(data['summary']['operations_by_unit']['dpe'] == 1, 'the summary counts the product')
expect(data['summary']['bytes_by_rung']['dma']['accesses'] == 3, 'the summary counts the accesses')
expect(data['buffers'] and all(b['bytes'] > 0 for b in data['buffers']), 'buffers with their bytes')

boxes = {box['name']: box for box in data['boxes']}
a = boxes['a']
expect(a['type'] == f"{constants['BLOCK_M']} x {constants['BLOCK_K']} f16", f'type of a: {a}')
expect(a['padding'] == '0' and 'K' in a['defined'], f'a is zero behind its rows and columns: {a}')
expect(a['line'] == line_of('a = tl.load') and a['stopped'] == '', f'{a}')
expect(all('remark' not in box and box['used'] for box in data['boxes']), 'each tile is used')
expect(not any(r['kind'].startswith('box') for r in data['remarks']), 'boxes are a table, not remarks')

# A product of fp32 is not for the matrix engine.
wide = json.loads(launch.read_text())
wide['kernel']['source'] = str(sample / 'matmul.py')
for argument in wide['args']:
    argument['type'] = argument['type'].replace('*fp16', '*fp32')
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / 'wide.launch.json'
    file.write_text(json.dumps(wide))
    explained = json.loads(explain('--json', file=file))
dot = next(p for p in explained['placements'] if p['opName'] == 'tile.dot')
gain = [r['reason'] for r in explained['remarks'] if r['message'] == 'dot on vec']
expect(len(gain) == 1 and 'with operands cast to bf16 or fp16' in gain[0], f'what a cast would bring: {gain}')
expect(dot['unit'] == 'vec', f'fp32 product on {dot["unit"]}')
refused = [other for other in dot['alternatives'] if not other['legal']]
expect([other['unit'] for other in refused] == ['dpe'] and 'operands of f32' in refused[0]['reason'], f'{refused}')

# An operand turned on its way to the matrix engine: each other unit is named once, and none is refused for the policy.
attention = sample.parent / 'attention' / 'attention-causal-1x100x32.launch.json'
turned = [p for p in json.loads(explain('--json', file=attention))['placements'] if p['opName'] == 'tile.permute']
expect(turned and all(p['unit'] == 'mlu' for p in turned), f'turned operands: {turned}')
for placement in turned:
    others = [(other['unit'], other['legal']) for other in placement['alternatives']]
    expect(others == [('vec', True), ('sca', True)], f'others that turn an operand: {others}')

# Buffers of tiles that a loop carries have the names that the kernel gives them.
filled = pathlib.Path(__file__).resolve().parents[1] / 'kernels' / 'insert_in_loop.launch.json'
buffers = [buffer['name'] for buffer in json.loads(explain('--json', file=filled))['buffers']]
expect({'kept', 'before', 'after', 'sums'} <= set(buffers), f'names of buffers: {buffers}')

# The vector core's plan: why work is split, why there are several passes.
kernel = pathlib.Path(__file__).resolve().parents[1] / 'kernels' / 'many_live.py'
source = kernel.read_text().splitlines()
plans = [r for r in json.loads(explain('--json', file=kernel.with_suffix('.launch.json')))['remarks']
         if r['kind'] == 'vec-group']
splits = [r for r in plans if r['message'] == 'vector work split in two groups']
expect(splits and all(re.fullmatch(r'\d+ live values exceed 30', r['reason']) for r in splits), f'splits: {splits}')
numbers = [dict(r['numbers']) for r in plans if r['pass'] == 'tile-to-pe']
expect(numbers and all(n['live'] * n['lmul'] <= 30 for n in numbers), f'plans: {numbers}')
expect(any(f"pass 2 needs the row's sum (line {line_of('tl.sum')})" in r['reason'] for r in plans),
       f'reasons: {[r["reason"] for r in plans]}')
source = (sample / 'matmul.py').read_text().splitlines()

text = explain()
first = text.splitlines()[0]
expect(first.startswith('matmul: bytes a tile by rung: dma ') and 'operations by unit: dpe 1' in first, first)
for title in ('Accesses', 'Placements', 'Boxes', 'Buffers', 'Decisions'):
    expect(f'\n{title}' in text, f'no section {title}')

only = json.loads(explain('--json', '--line', str(line_of('tl.store'))))
expect([a['argument'] for a in only['accesses']] == ['c_ptr'], f'--line: {only["accesses"]}')
expect(not any(p['opName'] == 'tile.dot' for p in only['placements']), '--line leaves other placements out')

print('\n'.join(bad) or 'explain: as expected')
sys.exit(1 if bad else 0)
