#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels whose rows or columns lie at places that the kernel computes, simulator against interpreter.

Usage: check_random_rows.py CLI [COUNT [SEED]]. Each kernel loads or stores a tile with a random index expression, mask
and padding; the simulator's memory must be the interpreter's, element by element. Most tiles must stand on the rung of
rows, or the test would not test it.
"""
import random_runner

V, D = 40, 48  # rows and columns of the memory that is indexed

HEAD = '''import triton
import triton.language as tl


@triton.jit
def kernel(x, idx, flag, y, n, m, BM: tl.constexpr, BN: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM)
    c = tl.arange(0, BN)
'''


def index_of(rng, var, extent, limit, length):
    """Lines that set `e`, an index vector of values below `limit`, from the vector `var` of `extent` values."""
    kind = rng.randrange(8)
    if kind <= 1:
        return [f'e = tl.load(idx + {var} % {length}) % {limit}']
    if kind == 2:
        return [f'e = tl.load(idx + {var} % {length}) & 15']
    if kind == 3:
        return [f'e = ({var} * {rng.choice([3, 5, 7])} + {rng.randrange(9)}) % {limit}']
    if kind == 4:
        return [f'e = {var} // {rng.choice([3, 5])} % {limit}']
    if kind == 5:
        return [f'e = tl.where({var} % 2 == 0, {var} % {limit}, {limit - 1} - {var} % {limit})']
    if kind == 6 and var == 'r':
        return [f'h = tl.arange(0, {extent // 2})',
                f'e = tl.cat(h + {rng.randrange(9)}, h + {limit - extent}, can_reorder=True)']
    return [f'e = tl.minimum(tl.maximum(tl.load(idx + {var} % {length}) - {rng.randrange(6)}, 0), {limit - 1})']


def mask_of(rng, shape_of):
    parts = []
    if rng.random() < 0.5:
        parts.append(shape_of('r < n', 0))
    if rng.random() < 0.5:
        parts.append(shape_of(f'c < {rng.choice(["m", "BN - 3"])}', 1))
    if rng.random() < 0.3:
        parts.append(shape_of(f'c >= {rng.randrange(4)}', 1))
    if rng.random() < 0.4:
        parts.append(shape_of('tl.load(flag + r % 64) != 0', 0))
    return ' & '.join(f'({p})' for p in parts)


def kernel(rng):
    bm, bn = rng.choice([4, 8, 16, 32]), rng.choice([2, 8, 16, 32])
    by_column = rng.random() < 0.25
    store = not by_column and rng.random() < 0.35
    grid = 1 if store else rng.choice([1, 2])

    def shape_of(text, axis):
        return f'({text})[:, None]' if axis == 0 else f'({text})[None, :]'

    lines = index_of(rng, 'c', bn, D, 64) if by_column else index_of(rng, 'r', bm, V, 64)
    wide = rng.random() < 0.3
    e = 'e.to(tl.int64)' if wide else 'e'
    if by_column:
        place = f'{shape_of("r %% %d" % V, 0)} * {D} + {shape_of(e, 1)}'
    elif store:
        place = f'{shape_of(e, 0)} * {D} + {shape_of("c", 1)}'
    else:
        place = rng.choice([f'{shape_of(e, 0)} * {D} + {shape_of("c", 1)}',
                            f'{shape_of(e + " * %d" % D, 0)} + {shape_of("c", 1)} + {rng.randrange(8)}',
                            f'({shape_of(e, 0)} + {shape_of("c", 1)} * {V})'])
    mask = mask_of(rng, shape_of)
    masked = f', mask={mask}' if mask else ''
    dense = f'{shape_of("r", 0)} * BN + {shape_of("c", 1)}'
    if store:
        lines += [f'v = tl.load(x + {dense})', f'tl.store(y + {place}, v + v{masked})']
    else:
        other = rng.choice([', other=0', ', other=3', f', other={shape_of("r", 0)} + {shape_of("c", 1)}']) if mask else ''
        if 'r' in other and 'c' in other and '+' in other:
            other = f', other=({shape_of("r", 0)} + {shape_of("c", 1)}).to(x.dtype.element_ty)'
        lines += [f'v = tl.load(x + {place}{masked}{other})', f'tl.store(y + {dense}, v + v)']
    dtype = rng.choice(['fp32', 'fp32', 'fp16', 'i32', 'i8', 'i64'])
    index_type = rng.choice(['i32', 'i64', 'i32', 'i16'])
    elements = (V + 2) * D + 64
    args = [{'name': 'x', 'type': f'*{dtype}', 'elements': elements, 'salt': 1},
            {'name': 'idx', 'type': f'*{index_type}', 'elements': 64, 'salt': rng.randrange(1000), 'low': 0, 'high': 60},
            {'name': 'flag', 'type': '*i32', 'elements': 64, 'salt': rng.randrange(1000), 'low': 0, 'high': 2},
            {'name': 'y', 'type': f'*{dtype}', 'elements': elements, 'salt': 2},
            {'name': 'n', 'type': 'i32', 'value': rng.randrange(bm * grid + 1)},
            {'name': 'm', 'type': 'i32', 'value': rng.randrange(bn + 1)}]
    source = HEAD + ''.join(f'    {line}\n' for line in lines)
    return source, grid, {'BM': bm, 'BN': bn}, args


random_runner.main(kernel, 48, 12, 'access <rows', 0.5, 'use the rung of rows')
