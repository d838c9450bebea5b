"""Kinds of arguments: tuples, descriptors made by the host, functions, types, specialised integers, aggregates."""
from typing import NamedTuple

import triton
import triton.language as tl


class Extent(NamedTuple):
    count: int
    step: int


@triton.jit
def doubled(x):
    return x + x


@triton.jit
def negated(x):
    return -x


@triton.jit
def of_extent(extent):
    return extent.count * extent.step


@triton.jit
def tuples(pair, sizes, B: tl.constexpr):
    n, factor, shift = sizes
    places = tl.program_id(0) * B + tl.arange(0, B)
    inside = places < n
    x = tl.load(pair[0] + places, mask=inside, other=0)
    y = tl.load(pair[1][0] + places, mask=inside, other=0)
    extent = Extent(n, step=factor)
    tl.static_assert(sizes[2] == 3)
    tl.store(pair[1][1] + places, (x << shift) + y * factor + of_extent(extent), mask=inside)


@triton.jit
def descriptors(source, target, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS
    for column in range(0, source.shape[1], COLUMNS):
        block = source.load([row, column])
        target.store([row, column], block + block)


@triton.jit
def functions(x_ptr, out_ptr, n, STEPS: tl.constexpr, TYPES: tl.constexpr, B: tl.constexpr):
    places = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(x_ptr + places, mask=places < n, other=0.0)
    for i in tl.static_range(len(STEPS)):
        x = STEPS[i](x).to(TYPES[i])
    tl.store(out_ptr + places, x, mask=places < n)


@triton.jit(do_not_specialize=["other"])
def ones(x_ptr, out_ptr, stride, other, n, B: tl.constexpr):
    tl.static_assert(stride == 1)
    tl.static_assert(isinstance(other, tl.tensor))
    other += 1
    places = (tl.program_id(0) * B + tl.arange(0, B)) * stride
    x = tl.load(x_ptr + places, mask=places < n, other=0)
    tl.store(out_ptr + places, x * other, mask=places < n)


@tl.core._aggregate
class Window:
    start: tl.tensor
    length: tl.tensor
    size: tl.constexpr

    @triton.constexpr_function
    def __init__(self, start, length, size):
        self.start = start
        self.length = length
        self.size = tl.constexpr(size)

    @triton.jit
    def places(self):
        return self.start + tl.arange(0, self.size)

    @triton.jit
    def mask(self):
        return self.places() < self.length


@triton.jit
def moved(window, steps):
    return Window(window.start + steps, window.length, window.size)


@triton.jit
def aggregates(x_ptr, out_ptr, n, per_program, B: tl.constexpr):
    window = Window(tl.program_id(0) * per_program, n, B)
    for _ in range(0, per_program, B):
        x = tl.load(x_ptr + window.places(), mask=window.mask(), other=0)
        tl.store(out_ptr + window.places(), x * 3 - window.start, mask=window.mask())
        window = moved(window, B)


@triton.jit
def narrow_floats(x_ptr, bits_ptr, back_ptr, n, B: tl.constexpr):
    places = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(x_ptr + places, mask=places < n, other=0.0)
    narrow = x.to(tl.float8e4b15)
    tl.store(bits_ptr + places, narrow.to(tl.uint8, bitcast=True), mask=places < n)
    tl.store(back_ptr + places, narrow.to(tl.float32), mask=places < n)
