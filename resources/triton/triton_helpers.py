# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What TorchInductor's kernels call: integer division that floors, NaN-propagating extrema, Welford ..."""
import triton
import triton.language as tl
from triton.language.extra import libdevice
from triton.language import math


@triton.jit
def promote_to_tensor(x):
    return x + tl.zeros((1,), tl.int1)


@triton.jit
def div_floor_integer(a, b):
    quotient = a // b
    floored = tl.where(a % b != 0, quotient - 1, quotient)
    return tl.where((a < 0) != (b < 0), floored, quotient)


@triton.jit
def remainder_integer(a, b):
    rest = a % b
    return tl.where((rest != 0) & ((a < 0) != (b < 0)), rest + b, rest)


@triton.jit
def is_floating(x):
    return promote_to_tensor(x).dtype.is_floating()


@triton.jit
def _prod_accumulate(a, b):
    return a * b


@triton.jit
def prod(input, axis):
    return tl.reduce(input, axis, _prod_accumulate)


@triton.jit
def minimum(a, b):
    first = tl.to_tensor(a)
    take = first < b
    if first.dtype.is_floating():
        take |= first != first
    return tl.where(take, first, b)


@triton.jit
def maximum(a, b):
    first = tl.to_tensor(a)
    take = first > b
    if first.dtype.is_floating():
        take |= first != first
    return tl.where(take, first, b)


@triton.jit
def min2(a, dim):
    return tl.reduce(a, dim, minimum)


@triton.jit
def max2(a, dim):
    return tl.reduce(a, dim, maximum)


@triton.jit
def minimum_with_index(a, ai, b, bi):
    take = a < b
    same = a == b
    if a.dtype.is_floating():
        other_nan = b != b
        take |= (a != a) & ~other_nan
        same |= (a != a) & other_nan
    take |= same & (ai < bi)
    return tl.where(take, a, b), tl.where(take, ai, bi)


@triton.jit
def maximum_with_index(a, ai, b, bi):
    take = a > b
    same = a == b
    if a.dtype.is_floating():
        other_nan = b != b
        take |= (a != a) & ~other_nan
        same |= (a != a) & other_nan
    take |= same & (ai < bi)
    return tl.where(take, a, b), tl.where(take, ai, bi)


@triton.jit
def min_with_index(value, index, dim):
    return tl.reduce((value, index), dim, minimum_with_index)


@triton.jit
def max_with_index(value, index, dim):
    return tl.reduce((value, index), dim, maximum_with_index)


@triton.jit
def exp(x, use_fast_math: tl.constexpr):
    if use_fast_math:
        return math.exp(x)
    else:
        return libdevice.exp(x)


@triton.jit
def online_softmax_reduce(lhs_max, lhs_sum, dim, use_fast_math: tl.constexpr):
    out_max = max2(lhs_max, dim)
    wide_max = tl.expand_dims(out_max, dim)
    delta = tl.where(wide_max == float("-inf"), 0, lhs_max - wide_max)
    return out_max, tl.sum(lhs_sum * exp(delta, use_fast_math), dim)


@triton.jit
def online_softmax_combine(lhs_max, lhs_sum, rhs_max, use_fast_math: tl.constexpr):
    out_max = maximum(lhs_max, rhs_max)
    lhs_scale = tl.where(out_max == float("-inf"), 1.0, exp(lhs_max - out_max, use_fast_math))
    rhs_scale = tl.where(out_max == float("-inf"), 1.0, exp(rhs_max - out_max, use_fast_math))
    return out_max, lhs_sum * lhs_scale + rhs_scale


@triton.jit
def welford_reduce(value, mean, m2, weight, first_iteration):
    if first_iteration:
        new_weight = tl.full(weight.shape, 1, weight.dtype)
        new_mean = value
        new_m2 = tl.zeros_like(m2)
    else:
        delta = value - mean
        new_weight = weight + 1
        new_mean = mean + delta / new_weight
        new_m2 = m2 + delta * (value - new_mean)
    return new_mean, new_m2, new_weight


@triton.jit
def welford_combine(mean_1, m2_1, weight_1, mean_2, m2_2, weight_2):
    delta = mean_2 - mean_1
    new_weight = weight_1 + weight_2
    share = tl.where(new_weight == 0.0, 0.0, weight_2 / new_weight)
    return mean_1 + delta * share, m2_1 + m2_2 + delta * delta * weight_1 * share, new_weight


@triton.jit
def welford(mean, m2, weight, dim):
    return tl.reduce((mean, m2, weight), dim, welford_combine)


@triton.jit
def device_assert_then(cond, msg, r):
    tl.device_assert(cond, msg)
    return r


@triton.jit
def randint64(seed, offset, low, high):
    a, b, c, d = tl.randint4x(seed, offset)
    number = (a.to(tl.uint64) | (b.to(tl.uint64) << 32)) % (high - low).to(tl.uint64)
    return number.to(tl.int64) + low


@triton.jit
def _any_combine(a, b):
    return a | b


@triton.jit
def any(a, dim):
    return tl.reduce(a, dim, _any_combine)


@triton.jit
def bucketize_binary_search(values, boundaries_ptr, BOUNDARIES_SIZE, BOUNDARIES_UNDERLYING_NUMEL, BOUNDARIES_STRIDE,
                            boundary_indices, indexing_dtype, right: tl.constexpr, sorter_ptr, SORTER_STRIDE,
                            sorter_indices):
    low = tl.zeros(values.shape, dtype=indexing_dtype)
    high = tl.full(values.shape, BOUNDARIES_SIZE, dtype=indexing_dtype)
    remaining = BOUNDARIES_SIZE + 1
    while remaining > 1:
        middle = (high + low) // 2
        inside = ((middle * BOUNDARIES_STRIDE + boundary_indices) < BOUNDARIES_UNDERLYING_NUMEL) & (middle < BOUNDARIES_SIZE)
        if sorter_ptr is None or SORTER_STRIDE is None:
            at = middle
        else:
            at = tl.load(sorter_ptr + (middle * SORTER_STRIDE + sorter_indices), mask=inside, other=0)
        bound = tl.load(boundaries_ptr + (at * BOUNDARIES_STRIDE + boundary_indices), mask=inside, other=0.0)
        if right:
            above = values >= bound
        else:
            above = values > bound
        low = tl.where(above & inside, middle + 1, low)
        high = tl.where(above, high, middle)
        remaining = (remaining + 1) // 2
    return low


@triton.jit
def select_one(x, mask, dim, keep_dims=False):
    # Exactly one element along `dim` has its mask set; its bits survive the sum.
    if x.dtype.primitive_bitwidth == 64:
        bits: tl.constexpr = tl.int64
    elif x.dtype.primitive_bitwidth == 32:
        bits: tl.constexpr = tl.int32
    elif x.dtype.primitive_bitwidth == 16:
        bits: tl.constexpr = tl.int16
    else:
        bits: tl.constexpr = tl.int8
    chosen = tl.sum(x.to(bits, bitcast=True) * mask.to(bits), dim, keep_dims=keep_dims, dtype=bits)
    return chosen.to(x.dtype, bitcast=True)


@triton.jit
def _exchange_with_index(x, idx, n: tl.constexpr, rnumel, block: tl.constexpr, stride: tl.constexpr, stable: tl.constexpr,
                         descending: tl.constexpr):
    pairs: tl.constexpr = x.numel // (2 * stride)
    low, high = tl.split(tl.permute(tl.reshape(x, [pairs, 2, stride]), (0, 2, 1)))
    low_index, high_index = tl.split(tl.permute(tl.reshape(idx, [pairs, 2, stride]), (0, 2, 1)))
    row = tl.arange(0, pairs)[:, None] * (2 * stride) + tl.arange(0, stride)[None, :]
    up = ((row % n) // block) % 2 == 0
    # `after`: low belongs behind high. NaN is the greatest value.
    if descending:
        after = (low < high)
        if x.dtype.is_floating():
            after |= (high != high) & (low == low)
    else:
        after = (low > high)
        if x.dtype.is_floating():
            after |= (low != low) & (high == high)
    if stable:
        same = low == high
        if x.dtype.is_floating():
            same |= (low != low) & (high != high)
        after |= same & (low_index > high_index)
    if rnumel is not None:
        # Elements past the end stay behind the others.
        low_valid = low_index < rnumel
        high_valid = high_index < rnumel
        after = (after & (low_valid == high_valid)) | (high_valid & ~low_valid)
    swap = after == up
    x = tl.reshape(tl.permute(tl.join(tl.where(swap, high, low), tl.where(swap, low, high)), (0, 2, 1)), x.shape)
    idx = tl.reshape(tl.permute(tl.join(tl.where(swap, high_index, low_index), tl.where(swap, low_index, high_index)),
                                (0, 2, 1)), idx.shape)
    return x, idx


@triton.jit
def sort_with_index(x, idx, rnumel, dim: tl.constexpr = None, stable: tl.constexpr = False, descending: tl.constexpr = False):
    x, idx = tl.broadcast(x, idx)
    tl.static_assert(dim is None or dim == -1 or dim == len(x.shape) - 1, "only the last dimension can be sorted")
    n: tl.constexpr = x.shape[-1]
    for i in tl.static_range(1, 21):
        if (1 << i) <= n:
            for j in tl.static_range(0, i):
                x, idx = _exchange_with_index(x, idx, n, rnumel, 1 << i, 1 << (i - 1 - j), stable, descending)
    return x, idx


@triton.jit
def frexp(x):
    exponent = tl.where(x == 0, 0, libdevice.ilogb(x) + 1)
    return libdevice.ldexp(x, -exponent), exponent


# A scan over blocks: each block publishes its own value (flag 1), and its prefix (flag 2) when that is known.


@triton.jit
def pack_value_flag(value, flag, DTYPE_VALUE_AS_UINT: tl.constexpr, DTYPE_PACK: tl.constexpr):
    bits = value.to(DTYPE_VALUE_AS_UINT, bitcast=True).to(DTYPE_PACK)
    return flag.to(DTYPE_PACK) | (bits << DTYPE_VALUE_AS_UINT.primitive_bitwidth)


@triton.jit
def unpack_value(pack, DTYPE_VALUE, DTYPE_VALUE_AS_UINT):
    bits = (pack >> DTYPE_VALUE_AS_UINT.primitive_bitwidth).to(DTYPE_VALUE_AS_UINT)
    return bits.to(DTYPE_VALUE, bitcast=True)


@triton.jit
def unpack_flag(pack, DTYPE_FLAG):
    return pack.to(DTYPE_FLAG)


@triton.jit
def exclusive_scan_decoupled_lookback(scratch_base, block_value, index, combine_fn, DTYPE_VALUE_AS_UINT: tl.constexpr,
                                      DTYPE_PACK: tl.constexpr):
    one = tl.full([], 1, DTYPE_VALUE_AS_UINT)
    if index > 0:
        tl.atomic_xchg(scratch_base + index, pack_value_flag(block_value, one, DTYPE_VALUE_AS_UINT, DTYPE_PACK))
    prefix = tl.zeros([], block_value.dtype)
    known = False
    at = index - 1
    while at >= 0:
        pack = tl.atomic_add(scratch_base + at, 0)
        while unpack_flag(pack, DTYPE_VALUE_AS_UINT) == 0:
            pack = tl.atomic_add(scratch_base + at, 0)
        value = unpack_value(pack, block_value.dtype, DTYPE_VALUE_AS_UINT)
        if known:
            prefix = combine_fn(value, prefix)
        else:
            prefix = value
        known = True
        at = tl.where(unpack_flag(pack, DTYPE_VALUE_AS_UINT) == 2, -1, at - 1)
    if known:
        inclusive = combine_fn(prefix, block_value)
    else:
        inclusive = block_value
    tl.atomic_xchg(scratch_base + index, pack_value_flag(inclusive, one + one, DTYPE_VALUE_AS_UINT, DTYPE_PACK))
    return prefix
