# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What some kernels of this folder must produce, in plain Python: the fill of the launch format, then a formula.

`EXPECTED[name](args)` takes the filled arguments by name and returns {argument: values}.
"""
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'support'))

from launch_format import f32


def truncated(a, b):
    """Integer division as the machine does it: towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def early_return(a):
    return {'y': [f32(a['x'][i] + 1) if i < a['n'] else y for i, y in enumerate(a['y'])]}


def early_return_data(a):
    return {'y': [f32(a['x'][i] + 1) if i < a['n'] and a['f'][i // 64] else y for i, y in enumerate(a['y'])]}


def negative_division(a):
    x, y = a['x'], a['y']
    remainder = lambda p, q: p - q * truncated(p, q)
    return {'a': [truncated(p, q) for p, q in zip(x, y)], 'b': [remainder(p, q) for p, q in zip(x, y)],
            'c': [truncated(p, 3) for p in x], 'd': [remainder(p - 50, 7) + (p >> 1) for p in x]}


def collatz_while(a):
    def steps(v):
        count = 0
        while v > 1 and count < 100:
            v = v // 2 if v % 2 == 0 else 3 * v + 1
            count += 1
        return count
    return {'y': [steps(v) for v in a['x']]}


def transpose(a):
    rows, columns = a['M'], a['N']
    return {'y': [a['x'][m * columns + n] for n in range(columns) for m in range(rows)]}


def histogram_atomic(a):
    return {'h': [a['x'].count(v) for v in range(16)]}


def top_k(a):
    values, indices = [], []
    for row in range(4):
        x = a['x'][row * 40:row * 40 + 40]
        order = sorted(range(40), key=lambda i: (-x[i], i))[:3]
        indices += order
        values += [x[i] for i in order]
    return {'v': values, 'i': indices}


def sort_flip(a):
    return {'y': sorted(a['x']), 'z': sorted(a['x'])}


def masks_all_false(a):
    return {'y': [7.0] * 256}


def zero_trip_loops(a):
    return {'y': [2.0 + 10 + 7 + 4 + 1] * 64}


def spin_lock(a):
    count = len(a['total'])
    return {'lock': [0], 'total': [t + sum(a['x'][i::count]) for i, t in enumerate(a['total'])]}


def release_flag(a):
    data = [3 * x for x in a['x']]
    return {'data': data, 'flag': [1], 'y': [d + pid for pid in range(1, 100) for d in data]}


def chained_sums(a):
    sums = list(a['x'])
    for i in range(64, len(sums)):
        sums[i] += sums[i - 64]
    return {'sums': sums, 'flags': [1] * 130}


def last_one_sums(a):
    parts = [2 * x for x in a['x']]
    return {'parts': parts, 'count': [90], 'y': [sum(parts[i::128]) for i in range(128)]}


def flag_behind(a):
    return {'flags': [1] * 128, 'y': [pid + 7 for pid in range(128)]}


def barrier(a):
    count = len(a['x']) // 64
    return {'y': [8 * (a['x'][((pid + 1) % count) * 64 + i] + 1) for pid in range(count) for i in range(64)]}


def slices(a):
    o, p, q = [], [], []
    for pid in range(6):
        v = [a['x'][pid * 1024 + r * 32:pid * 1024 + r * 32 + 32] for r in range(32)]
        o += [v[r][c] - v[r][c + 16] for r in range(32) for c in range(16)]
        odd = [[v[1 + 2 * i][5 + pid + j] for j in range(16)] for i in range(16)]
        p += [x for row in odd for x in row]
        w = [row[:] for row in v]
        for i in range(16):
            w[11 + i][8:24] = odd[i]
        q += [2 * x for row in w for x in row]
    return {'o': o, 'p': p, 'q': q}


def insert_in_loop(a):
    o, p, q = [], [], []
    for pid in range(3):
        x = a['x'][pid * 512:pid * 512 + 512]
        kept, before, after = ([[0] * 16 for _ in range(32)] for _ in range(3))
        sums = [0] * 32
        for i in range(4):
            piece = [x[(i * 8 + r) * 16:(i * 8 + r) * 16 + 16] for r in range(8)]
            for r in range(8):
                kept[i * 8 + r] = [2 * v for v in piece[r]]
            for r in range(8):
                kept[i + 4 * r] = piece[r]
            sums = [s + sum(row) for s, row in zip(sums, before)]
            for r in range(8):
                before[i * 8 + r], after[i * 8 + r] = piece[r], [v + i for v in piece[r]]
            sums = [s + max(row) for s, row in zip(sums, after)]
        o += [v for row in kept for v in row]
        p += [u - v for left, right in zip(before, after) for u, v in zip(left, right)]
        q += sums
    return {'o': o, 'p': p, 'q': q}


def dot_parts(a):
    rows, columns, depth, step = a['M'], a['N'], a['K'], 32
    x, y = a['a'], a['b']
    c = [math.fsum(x[m * depth + k] * y[k * columns + n] for k in range(depth))
         for m in range(rows) for n in range(columns)]
    turned = [math.fsum(x[m * depth + k] * y[n * depth + k] for k in range(step))
              for m in range(rows) for n in range(columns)]
    return {'c': c, 'd': [p + q for p, q in zip(c, turned)], 'e': turned}


def row_gather(a):
    width, y = a['D'], list(a['y'])
    for i, v in enumerate(a['index'][:a['n']]):
        row = a['table'][v * width:(v + 1) * width] if 0 <= v < a['V'] else [-1.0] * width
        y[i * width:(i + 1) * width] = [f32(x * 2) for x in row]
    return {'y': y}


def row_scatter(a):
    width, y = a['D'], list(a['y'])
    for i, v in enumerate(a['index'][:a['n']]):
        if v % 2 == 0:
            y[v * width:(v + 1) * width] = [f32(x + 1) for x in a['x'][i * width:(i + 1) * width]]
    return {'y': y}


def table_lookup(a):
    return {'y': [f32(a['table'][c & 15] + (a['bias'][c] if c < 60 else 0.5)) for c in a['codes']]}


def cat_bases(a):
    width, y = 32, []
    rows = [a['first'] + r for r in range(8)] + [a['second'] + r for r in range(8)]
    places = list(range(0, width, 2)) + list(range(1, width, 2))
    for out, row in enumerate(rows):
        for column in range(width):
            x = a['x'][row * width + column]
            y.append(f32(f32(x + f32(2 * x)) + f32(3 * a['x'][out * width + places[column]])))
    return {'y': y}


def strided_box(a):
    return {'y': [f32(a['x'][2 * i] - a['x'][2 * i + 1]) for i in range(a['n'])]}


def stencil_1d(a):
    x, n = a['x'], a['n']
    at = lambda i: x[i] if 0 <= i < n else 0.0
    z = list(a['z'])
    for i in range(2, n - 2):
        z[i] = x[i - 2] - 2 * x[i - 1] + 3 * x[i] - 2 * x[i + 1] + x[i + 2]
    return {'y': [at(i - 2) + 4 * at(i - 1) + 6 * at(i) + 4 * at(i + 1) + at(i + 2) for i in range(n)], 'z': z}


def stencil_2d(a):
    x, w, height, width = a['x'], a['w'], a['H'], a['W']
    at = lambda r, c: x[r * width + c] if 0 <= r < height and 0 <= c < width else 0.0
    return {'y': [sum(w[3 * i + j] * at(r + i - 1, c + j - 1) for i in range(3) for j in range(3))
                  for r in range(height) for c in range(width)]}


EXPECTED = {f.__name__: f for f in (early_return, early_return_data, negative_division, collatz_while, transpose,
                                    histogram_atomic, top_k, sort_flip, masks_all_false, zero_trip_loops,
                                    spin_lock, release_flag, chained_sums, last_one_sums, flag_behind, barrier, slices,
                                    insert_in_loop,
                                    dot_parts, row_gather, row_scatter, table_lookup, cat_bases, strided_box,
                                    stencil_1d, stencil_2d)}

# Kernels in which a program waits for one behind it, which the interpreter cannot run: the mappings that put the two
# on one PE, and what the simulator must say then.
DEADLOCKS = {'flag_behind': (('linear',), 'a program cannot wait for one behind it on the same PE')}

# Kernels whose results depend on the numerics policy, and the policies under which they run; bit for bit under strict.
POLICIES = {'dot_parts': ('strict', 'default', 'fast'), 'dot_parts_special': ('strict', 'default')}
