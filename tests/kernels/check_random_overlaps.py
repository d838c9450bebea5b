#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels that load boxes a few elements apart, simulator against interpreter.

Usage: check_random_overlaps.py CLI [COUNT [SEED]]. Each kernel loads elements and neighbours of theirs with random
masks and padding; the simulator's memory must be the interpreter's, element by element, and nothing outside of a buffer
may be touched. Many kernels must share a load, or the test would not test it.
"""
import random_runner

HEAD = '''import triton
import triton.language as tl


@triton.jit
def kernel(x, y, z, n, w, lo, hi, BM: tl.constexpr, BN: tl.constexpr):
    p = tl.program_id(0)
'''
MARGIN = 8  # no offset is larger


class Kernel:
    def __init__(self, rng):
        self.rng = rng
        self.flat = rng.random() < 0.5
        self.bm = 1 if self.flat else rng.choice([2, 4, 8])
        self.bn = rng.choice([8, 16, 32])
        self.grid = rng.choice([1, 1, 2, 3])
        self.height = self.grid * self.bm - rng.randrange(self.bm)
        self.width = self.grid * self.bn - rng.randrange(self.bn) if self.flat else self.bn - rng.randrange(4)
        # With a margin round the picture any lane may be loaded; without, masks keep loads inside.
        self.margin = rng.random() < 0.5
        self.pitch = self.width if self.flat else self.width + (2 * MARGIN if self.margin else 0)
        self.lines = []

    def axes(self):
        return ['c'] if self.flat else ['r', 'c']

    def limit(self, axis):
        return 'n' if axis == 'r' else 'w'

    def spread(self, axis, text):
        return f'({text})' if self.flat else f'({text})[:, None]' if axis == 'r' else f'({text})[None, :]'

    def own(self, axis, offset):
        """The mask of the index of the load itself."""
        parts = []
        if offset < 0 or self.rng.random() < 0.3:
            parts.append(f'({self.spread(axis, f"{axis} + {offset}")} >= 0)')
        parts.append(f'({self.spread(axis, f"{axis} + {offset}")} < {self.limit(axis)})')
        return parts

    def inner(self, axis):
        return [f'({self.spread(axis, axis)} >= lo)', f'({self.spread(axis, axis)} < {self.limit(axis)} - hi)']

    def mask(self, kinds, offsets):
        parts = []
        for axis, offset in zip(self.axes(), offsets):
            kind = kinds[axis]
            if kind == 'any':
                kind = self.rng.choice(['own', 'inner'])
            if kind == 'own':
                parts += self.own(axis, offset)
            elif kind == 'inner':
                parts += self.inner(axis)
            elif kind == 'plain':
                parts.append(f'({self.spread(axis, axis)} < {self.limit(axis)})')
        if self.rng.random() < 0.08:
            parts.append('(p < 1)')
        return ' & '.join(parts)

    def build(self):
        rng, lines = self.rng, self.lines
        if self.flat:
            lines.append('c = p * BN + tl.arange(0, BN)')
        else:
            lines += ['r = p * BM + tl.arange(0, BM)', 'c = tl.arange(0, BN)']
        start = MARGIN * self.pitch + MARGIN if self.margin else 0
        pitch = 'w' if rng.random() < 0.5 and not self.margin else str(self.pitch)
        choices = ['own', 'inner', 'any'] + (['plain', 'none'] if self.margin else [])
        kinds = {axis: rng.choice(choices) for axis in self.axes()}
        self.low = self.high = 0
        reach = rng.choice([1, 2, 2, 4])
        names = []
        where = ' + '.join(([] if self.flat else [f'{self.spread("r", "r")} * {pitch}']) + [self.spread('c', 'c')])
        other = rng.choice(['', ', other=0.0', ', other=0.0', ', other=2.0'])
        for k in range(rng.randrange(2, 6)):
            offsets = [rng.randrange(-reach, reach + 1) for _ in self.axes()]
            if not self.flat and rng.random() < 0.4:
                offsets[0] = 0
            shift = ' + '.join(([] if self.flat else [f'({offsets[0]}) * {pitch}']) + [f'({offsets[-1]})'])
            mask = self.mask(kinds, offsets)
            this = rng.choice(['', ', other=1.0']) if rng.random() < 0.1 else other
            masked = f', mask={mask}{this}' if mask else ''
            lines.append(f'v{k} = tl.load(x + {start} + {where} + {shift}{masked})')
            names.append(f'v{k}')
            if rng.random() < 0.15:
                target = rng.choice('xz') if self.grid == 1 else 'z'  # programs must not depend on each other
                lines.append(f'tl.store({target} + {start} + {where}, v{k} + 1, mask={self.stored()})')
        value = names[0]
        for name in names[1:]:
            value = f'({value} {rng.choice("+-*")} {name})'
        ending = rng.randrange(6)
        if ending == 0:
            axis = 0 if self.flat else rng.randrange(2)
            lines.append(f's = tl.sum({value}, {axis})')
            place = 'p' if self.flat else 'p * BN + c' if axis == 0 else 'r'
            lines.append(f'tl.store(y + {place}, s)')
            return
        if ending == 1:
            value = f'tl.where({self.stored()}, {value}, 5.0)'
        if ending == 2:
            lines += [f'acc = {value}', 'for k in range(0, lo + 1):', f'    acc += {value} * k']
            value = 'acc'
        dense = 'c' if self.flat else f'{self.spread("r", "r")} * BN + {self.spread("c", "c")}'
        mask = '' if rng.random() < 0.2 or ending == 1 else f', mask={self.stored()}'
        lines.append(f'tl.store(y + {dense}, {value}{mask})')

    def stored(self):
        parts = []
        for axis in self.axes():
            parts += self.rng.choice([self.inner(axis), [f'({self.spread(axis, axis)} < {self.limit(axis)})']])
        return ' & '.join(parts)

    def launch(self):
        rows = 1 if self.flat else self.height
        tall = rows + 2 * MARGIN if self.margin else rows
        wide = self.pitch + (2 * MARGIN if self.margin and self.flat else 0)
        elements = tall * wide + (2 * MARGIN + self.grid * max(self.bm, 1) * wide + self.bn if self.margin else 0)
        # What is `inner` stays inside for every offset.
        edge = 4
        dense = self.grid * self.bm * self.bn + 64
        kind = '*fp32'
        args = [{'name': 'x', 'type': kind, 'elements': elements, 'salt': 1},
                {'name': 'y', 'type': kind, 'elements': dense, 'salt': 2},
                {'name': 'z', 'type': kind, 'elements': elements, 'salt': 3},
                {'name': 'n', 'type': 'i32', 'value': self.height}, {'name': 'w', 'type': 'i32', 'value': self.width},
                {'name': 'lo', 'type': 'i32', 'value': edge}, {'name': 'hi', 'type': 'i32', 'value': edge}]
        return HEAD + ''.join(f'    {line}\n' for line in self.lines), args


def kernel(rng):
    made = Kernel(rng)
    made.build()
    source, args = made.launch()
    return source, made.grid, {'BM': made.bm, 'BN': made.bn}, args


random_runner.main(kernel, 64, 16, 'tile.extract_slice', 0.25, 'share a load')
