#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bytes that kernels move, exactly: what descriptors ask for, and the granules that memory is charged for.
Usage: check_bytes.py CLI CASE"""
import json
import pathlib
import subprocess
import sys
import tempfile

cli, case = sys.argv[1:]
GRANULE = 32  # as in the hardware model: what an access of memory is charged in
PAGE = 4096   # buffers begin at multiples of it
HEAD = 'import triton\nimport triton.language as tl\n\n\n@triton.jit\n'


def run(source, grid, constexprs, args, *options):
    """The simulator's report on a kernel; its results are compared with the interpreter's."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / 'kernel.py').write_text(HEAD + source)
        data = {'format': 'charonia-launch/1', 'kernel': {'source': 'kernel.py', 'function': 'kernel'}, 'grid': grid,
                'constexprs': constexprs, 'args': args}
        (folder / 'kernel.launch.json').write_text(json.dumps(data))
        command = [cli, 'run', str(folder / 'kernel.launch.json'), '--engine', 'sim', '--against', 'reference', '--json']
        result = subprocess.run(command + list(options), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if result.returncode != 0:
            sys.exit(f'exit {result.returncode}\n{result.stdout}\n{result.stderr}')
        return json.loads(result.stdout)


def buffer(name, kind, elements, salt):
    return {'name': name, 'type': kind, 'elements': elements, 'low': -1, 'high': 1, 'salt': salt}


def granules(spans):
    """Bytes that one command is charged for contiguous spans (begin, end): whole granules, each once a span."""
    return sum((end - 1) // GRANULE * GRANULE + GRANULE - begin // GRANULE * GRANULE
               for begin, end in spans if end > begin)


def box(first_row, rows, first_column, columns, pitch, size):
    """Spans of a box of a row-major matrix whose rows are `pitch` elements apart; rows that touch are one span."""
    if columns <= 0 or rows <= 0:
        return []
    spans = [((first_row + r) * pitch * size + first_column * size,
              (first_row + r) * pitch * size + (first_column + columns) * size) for r in range(rows)]
    if columns == pitch:
        return [(spans[0][0], spans[-1][1])]
    return spans


def same(what, found, wanted):
    print(f'{what}: {found}, wanted {wanted}')
    if found != wanted:
        sys.exit(1)


def vector_add():
    n, block = 10007, 1024
    report = run('''def kernel(x, y, z, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    a = tl.load(x + i, mask=i < n)
    b = tl.load(y + i, mask=i < n)
    tl.store(z + i, a + b, mask=i < n)
''', [(n + block - 1) // block], {'B': block},
                 [buffer('x', '*fp32', n, 1), buffer('y', '*fp32', n, 2), buffer('z', '*fp32', n, 3),
                  {'name': 'n', 'type': 'i32', 'value': n}])
    same('requested', report['dma']['requested'], 3 * 4 * n)
    same('charged', report['dma']['bytes'], 3 * granules([(0, 4 * n)]))


MATMUL = '''def kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    tiles_n = tl.cdiv(N, BN)
    m = pid // tiles_n * BM + tl.arange(0, BM)
    n = pid % tiles_n * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        kk = k + tl.arange(0, BK)
        LOADS
        acc = tl.dot(x, y, acc)
    tl.store(c + m[:, None] * N + n[None, :], acc.to(tl.float16), mask=(m[:, None] < M) & (n[None, :] < N))
'''
MASKED = '''x = tl.load(a + m[:, None] * K + kk[None, :], mask=(m[:, None] < M) & (kk[None, :] < K), other=0.0)
        y = tl.load(b + kk[:, None] * N + n[None, :], mask=(kk[:, None] < K) & (n[None, :] < N), other=0.0)'''
WRAPPED = '''x = tl.load(a + (m % M)[:, None] * K + kk[None, :], mask=kk[None, :] < K, other=0.0)
        y = tl.load(b + kk[:, None] * N + (n % N)[None, :], mask=kk[:, None] < K, other=0.0)'''


def matmul(loads):
    m, n, k, block = 129, 130, 131, 128
    tiles = [(i, j) for i in range(0, m, block) for j in range(0, n, block)]
    report = run(MATMUL.replace('LOADS', loads), [len(tiles)], {'BM': block, 'BN': block, 'BK': block},
                 [buffer('a', '*fp16', m * k, 1), buffer('b', '*fp16', k * n, 2), buffer('c', '*fp16', m * n, 3)] +
                 [{'name': name, 'type': 'i32', 'value': value} for name, value in (('M', m), ('N', n), ('K', k))])
    across, down = -(-n // block), -(-m // block)
    same('requested', report['dma']['requested'], across * m * k * 2 + down * k * n * 2 + m * n * 2)
    charged = 0
    for i, j in tiles:
        rows, columns = min(block, m - i), min(block, n - j)
        for step in range(0, k, block):
            depth = min(block, k - step)
            charged += granules(box(i, rows, step, depth, k, 2)) + granules(box(step, depth, j, columns, n, 2))
        charged += granules(box(i, rows, j, columns, n, 2))
    same('charged', report['dma']['bytes'], charged)


ATTENTION = '''def kernel(q, k, v, o, S, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    qq = tl.load(q + m[:, None] * D + d[None, :], mask=m[:, None] < S, other=0.0)
    mi = tl.full([BM], float('-inf'), tl.float32)
    li = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    for s in range(0, END, BN):
        n = s + tl.arange(0, BN)
        kk = tl.load(k + n[None, :] * D + d[:, None], mask=n[None, :] < S, other=0.0)
        p = tl.dot(qq, kk) * scale
        p = tl.where((n[None, :] < S) & (m[:, None] >= n[None, :]), p, float('-inf'))
        mn = tl.maximum(mi, tl.max(p, 1))
        p = tl.exp(p - mn[:, None])
        al = tl.exp(mi - mn)
        li = li * al + tl.sum(p, 1)
        vv = tl.load(v + n[:, None] * D + d[None, :], mask=n[:, None] < S, other=0.0)
        acc = acc * al[:, None] + tl.dot(p.to(tl.float16), vv)
        mi = mn
    tl.store(o + m[:, None] * D + d[None, :], (acc / li[:, None]).to(tl.float16), mask=m[:, None] < S)
'''


def attention(end, *options):
    s, bm, bn, d = 500, 64, 32, 32
    blocks = -(-s // bm)
    args = [buffer(name, '*fp16', s * d, i) for i, name in enumerate('qkvo')]
    args += [{'name': 'S', 'type': 'i32', 'value': s}, {'name': 'scale', 'type': 'fp32', 'value': 0.2}]
    report = run(ATTENTION.replace('END', end), [blocks], {'BM': bm, 'BN': bn, 'D': d}, args, *options)
    rows = 0  # of K and of V
    for block in range(blocks):
        last = min(s, (block + 1) * bm)
        # Key blocks of which a row of the query block sees some key.
        rows += sum(min(bn, s - first) for first in range(0, s, bn) if first < last)
    wanted = 2 * s * d * 2 + 2 * rows * d * 2
    same('requested', report['dma']['requested'], wanted)
    same('charged', report['dma']['bytes'], wanted)  # rows are whole granules here


def stencil():
    """Five points of a line: one load of a program's elements and their neighbours."""
    n, block = 1003, 256
    report = run('''def kernel(x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    acc = tl.zeros([B], tl.float32)
    for d in tl.static_range(5):
        acc += tl.load(x + i + d - 2, mask=(i + d - 2 >= 0) & (i + d - 2 < n), other=0.0)
    tl.store(y + i, acc, mask=i < n)
''', [-(-n // block)], {'B': block},
                 [buffer('x', '*fp32', n, 1), buffer('y', '*fp32', n, 2), {'name': 'n', 'type': 'i32', 'value': n}])
    spans = [(4 * max(0, first - 2), 4 * min(n, first + block + 2)) for first in range(0, n, block)]
    same('requested', report['dma']['requested'], sum(end - begin for begin, end in spans) + 4 * n)
    same('charged', report['dma']['bytes'], sum(granules([span]) for span in spans) + granules([(0, 4 * n)]))


def stencil_2d():
    """Nine points of a picture whose mask is that of the inside: one load a program, of what it touches."""
    height, width, rows, columns = 21, 75, 8, 32
    report = run('''def kernel(x, y, H, W, BH: tl.constexpr, BW: tl.constexpr):
    r = (tl.program_id(0) * BH + tl.arange(0, BH))[:, None]
    c = (tl.program_id(1) * BW + tl.arange(0, BW))[None, :]
    inside = (r >= 1) & (r < H - 1) & (c >= 1) & (c < W - 1)
    p = x + r * W + c
    acc = tl.zeros([BH, BW], tl.float32)
    for i in tl.static_range(3):
        for j in tl.static_range(3):
            acc += tl.load(p + (i - 1) * W + j - 1, mask=inside)
    tl.store(y + r * W + c, acc, mask=inside)
''', [-(-height // rows), -(-width // columns)], {'BH': rows, 'BW': columns},
                 [buffer('x', '*fp32', height * width, 1), buffer('y', '*fp32', height * width, 2),
                  {'name': 'H', 'type': 'i32', 'value': height}, {'name': 'W', 'type': 'i32', 'value': width}])
    requested = charged = 0
    for top in range(0, height, rows):
        for left in range(0, width, columns):
            r, c = max(top, 1), max(left, 1)
            down, across = min(top + rows, height - 1) - r, min(left + columns, width - 1) - c
            requested += 4 * ((down + 2) * (across + 2) + down * across)
            charged += granules(box(r - 1, down + 2, c - 1, across + 2, width, 4))
            charged += granules(box(r, down, c, across, width, 4))
    same('requested', report['dma']['requested'], requested)
    same('charged', report['dma']['bytes'], charged)


{'vector-add': vector_add, 'stencil': stencil, 'stencil-2d': stencil_2d, 'matmul': lambda: matmul(MASKED), 'matmul-wrapped': lambda: matmul(WRAPPED),
 'attention': lambda: attention('min(S, (tl.program_id(0) + 1) * BM)'),
 # A loop over all keys: the mask ends it. That needs finite values, which `strict` does not assume.
 'attention-all-keys': lambda: attention('S', '--policy', 'default')}[case]()
