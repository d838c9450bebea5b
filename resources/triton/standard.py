# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of tl that are written in the language."""
import triton
import triton.language as tl


@triton.jit
def cdiv(x, div):
    return (x + (div - 1)) // div


@triton.jit
def sigmoid(x):
    return 1 / (1 + tl.exp(-x))


@triton.jit
def softmax(x, dim=None, keep_dims=False, ieee_rounding=False):
    if dim is None:
        axis: tl.constexpr = 0
    else:
        axis: tl.constexpr = dim
    shifted = x - max(x, axis, keep_dims=keep_dims)
    numerator = tl.exp(shifted)
    denominator = sum(numerator, axis, keep_dims=keep_dims)
    return tl.fdiv(numerator, denominator, ieee_rounding)


@triton.jit
def zeros(shape, dtype):
    return tl.full(shape, 0, dtype)


@triton.jit
def zeros_like(input):
    return zeros(input.shape, input.dtype)


@triton.jit
def ravel(x, can_reorder=False):
    return tl.reshape(x, [x.numel], can_reorder=can_reorder)


@triton.jit
def squeeze(x, dim):
    _check_axis(x, dim)
    at: tl.constexpr = dim if dim >= 0 else dim + len(x.shape)
    tl.static_assert(x.shape[at] == 1, "only a dimension of extent 1 can be squeezed")
    return tl.reshape(x, x.shape[:at] + x.shape[at + 1:])


@triton.jit
def unsqueeze(x, dim):
    return tl.expand_dims(x, dim)


@triton.jit
def interleave(a, b):
    pairs = tl.join(a, b)
    if len(pairs.shape) == 1:
        return pairs
    else:
        return tl.reshape(pairs, pairs.shape[:-2] + [2 * pairs.shape[-2]])


@triton.jit
def swizzle2d(i, j, size_i, size_j, size_g):
    flat = i * size_j + j
    group_elements = size_g * size_j
    group = flat // group_elements
    first_row = group * size_g
    rows = tl.minimum(size_i - first_row, size_g)
    within = flat % group_elements
    return first_row + within % rows, within // rows


# Reductions


@triton.jit
def _sum_combine(a, b):
    return a + b


@triton.jit
def _prod_combine(a, b):
    return a * b


@triton.jit
def _xor_combine(a, b):
    return a ^ b


@triton.jit
def _or_combine(a, b):
    return a | b


@triton.jit
def _max_combine(a, b):
    return tl.maximum(a, b)


@triton.jit
def _min_combine(a, b):
    return tl.minimum(a, b)


@triton.jit
def _argmax_first(a, ai, b, bi):
    take = a > b or (a == b and ai < bi)
    return tl.where(take, a, b), tl.where(take, ai, bi)


@triton.jit
def _argmax_any(a, ai, b, bi):
    take = a > b
    return tl.where(take, a, b), tl.where(take, ai, bi)


@triton.jit
def _argmin_first(a, ai, b, bi):
    take = a < b or (a == b and ai < bi)
    return tl.where(take, a, b), tl.where(take, ai, bi)


@triton.jit
def _argmin_any(a, ai, b, bi):
    take = a < b
    return tl.where(take, a, b), tl.where(take, ai, bi)


@triton.jit
def _widen_sum(x, dtype):
    # Sums of narrow integers are taken in 32 bits.
    if dtype is not None:
        return x.to(dtype)
    elif x.dtype.is_int_signed() and x.dtype.primitive_bitwidth < 32:
        return x.to(tl.int32)
    elif x.dtype.is_int_unsigned() and x.dtype.primitive_bitwidth < 32:
        return x.to(tl.uint32)
    else:
        return x


@triton.jit
def _widen_bf16(x):
    if x.dtype == tl.bfloat16:
        return x.to(tl.float32)
    else:
        return x


@triton.jit
def _widen_extremum(x):
    if x.dtype.primitive_bitwidth >= 32:
        return x
    elif x.dtype.is_floating():
        return x.to(tl.float32)
    else:
        return x.to(tl.int32)


@triton.jit
def _check_axis(x, axis):
    tl.static_assert(len(x.shape) > 0, "a block is needed, not a scalar")
    tl.static_assert(axis is None or (axis >= -len(x.shape) and axis < len(x.shape)),
                     f"axis {axis} is out of range for a block of rank {len(x.shape)}")


@triton.jit
def _check_last(x, dim):
    tl.static_assert(len(x.shape) > 0, "a block is needed, not a scalar")
    tl.static_assert(dim is None or dim == -1 or dim == len(x.shape) - 1,
                     f"only the last dimension is possible, {len(x.shape) - 1}, not {dim}")


@triton.jit
def _positions(x, axis):
    # For each element its index along `axis`.
    _check_axis(x, axis)
    at: tl.constexpr = axis if axis >= 0 else axis + len(x.shape)
    index = tl.arange(0, x.shape[at])
    for d in tl.static_range(0, len(x.shape)):
        if d != at:
            index = tl.expand_dims(index, d)
    return tl.broadcast_to(index, x.shape)


@triton.jit
def sum(input, axis=None, keep_dims=False, dtype=None):
    return tl.reduce(_widen_sum(input, dtype), axis, _sum_combine, keep_dims=keep_dims)


@triton.jit
def xor_sum(input, axis=None, keep_dims=False):
    tl.static_assert(input.dtype.is_int(), f"integers are needed, not {input.dtype}")
    return tl.reduce(input, axis, _xor_combine, keep_dims=keep_dims)


@triton.jit
def reduce_or(input, axis, keep_dims=False):
    tl.static_assert(input.dtype.is_int(), f"integers are needed, not {input.dtype}")
    return tl.reduce(input, axis, _or_combine, keep_dims=keep_dims)


@triton.jit
def max(input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False):
    x = _widen_bf16(input)
    if return_indices:
        tl.static_assert(axis is not None, "return_indices needs an axis")
        if return_indices_tie_break_left:
            return tl.reduce((x, _positions(x, axis)), axis, _argmax_first, keep_dims=keep_dims)
        else:
            return tl.reduce((x, _positions(x, axis)), axis, _argmax_any, keep_dims=keep_dims)
    else:
        return tl.reduce(_widen_extremum(x), axis, _max_combine, keep_dims=keep_dims)


@triton.jit
def min(input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False):
    x = _widen_bf16(input)
    if return_indices:
        tl.static_assert(axis is not None, "return_indices needs an axis")
        if return_indices_tie_break_left:
            return tl.reduce((x, _positions(x, axis)), axis, _argmin_first, keep_dims=keep_dims)
        else:
            return tl.reduce((x, _positions(x, axis)), axis, _argmin_any, keep_dims=keep_dims)
    else:
        return tl.reduce(_widen_extremum(x), axis, _min_combine, keep_dims=keep_dims)


@triton.jit
def argmax(input, axis, tie_break_left=True, keep_dims=False):
    value, index = max(input, axis, return_indices=True, return_indices_tie_break_left=tie_break_left, keep_dims=keep_dims)
    return index


@triton.jit
def argmin(input, axis, tie_break_left=True, keep_dims=False):
    value, index = min(input, axis, return_indices=True, return_indices_tie_break_left=tie_break_left, keep_dims=keep_dims)
    return index


# Scans


@triton.jit
def cumsum(input, axis=0, reverse=False, dtype=None):
    return tl.associative_scan(_widen_sum(_widen_bf16(input), dtype), axis, _sum_combine, reverse)


@triton.jit
def cumprod(input, axis=0, reverse=False):
    return tl.associative_scan(_widen_bf16(input), axis, _prod_combine, reverse)


# Order


@triton.jit
def flip(x, dim=None):
    _check_axis(x, dim)
    at: tl.constexpr = len(x.shape) - 1 if dim is None else dim if dim >= 0 else dim + len(x.shape)
    return tl.gather(x, x.shape[at] - 1 - _positions(x, at), at)


@triton.jit
def _exchange(x, n: tl.constexpr, block: tl.constexpr, stride: tl.constexpr, descending: tl.constexpr):
    # One step of a bitonic network on rows of n elements: pairs `stride` apart are put in order, up or
    # down by turns of `block` elements.
    pairs: tl.constexpr = x.numel // (2 * stride)
    low, high = tl.split(tl.permute(tl.reshape(x, [pairs, 2, stride]), (0, 2, 1)))
    row = tl.arange(0, pairs)[:, None] * (2 * stride) + tl.arange(0, stride)[None, :]
    up = ((row % n) // block) % 2 == (1 if descending else 0)
    swap = (low > high) == up
    first = tl.where(swap, high, low)
    second = tl.where(swap, low, high)
    return tl.reshape(tl.permute(tl.join(first, second), (0, 2, 1)), x.shape)


@triton.jit
def sort(x, dim=None, descending=False):
    _check_last(x, dim)
    n: tl.constexpr = x.shape[-1]
    for i in tl.static_range(1, 21):
        if (1 << i) <= n:
            for j in tl.static_range(0, i):
                x = _exchange(x, n, 1 << i, 1 << (i - 1 - j), descending)
    return x


@triton.jit
def topk(x, k, dim=None, descending=True):
    _check_last(x, dim)
    tl.static_assert(k > 0 and (k & (k - 1)) == 0, f"k must be a power of 2, not {k}")
    tl.static_assert(k <= x.shape[-1], f"k is {k}, more than the {x.shape[-1]} elements of the last dimension")
    ordered = sort(x, dim, descending)
    index = tl.arange(0, k)
    for d in tl.static_range(0, len(x.shape) - 1):
        index = tl.expand_dims(index, 0)
    return tl.gather(ordered, tl.broadcast_to(index, x.shape[:-1] + [k]), len(x.shape) - 1)


@triton.jit
def bitonic_merge(x, dim=None, descending=False):
    _check_last(x, dim)
    n: tl.constexpr = x.shape[-1]
    for j in tl.static_range(0, 20):
        if (n >> (j + 1)) >= 1:
            x = _exchange(x, n, n, n >> (j + 1), descending)
    return x


# Scaled products


@triton.jit
def _scale_factor(scale):
    # e8m0: a power of two. 0 stands for the smallest, 255 for NaN.
    code = scale.to(tl.uint8, bitcast=True).to(tl.int32)
    bits = tl.where(code == 255, 0x7FC00000, tl.where(code == 0, 0x00400000, code << 23))
    return bits.to(tl.float32, bitcast=True)


@triton.jit
def _half_byte(code):
    # e2m1: a sign, two bits of exponent, one of significand.
    exponent = (code >> 1) & 3
    significand = (code & 1) * 0.5
    size = tl.where(exponent == 0, significand, (1.0 + significand) * ((1 << exponent) >> 1))
    return tl.where((code & 8) != 0, -size, size)


@triton.jit
def _scaled_operand(x, scale, format):
    tl.static_assert(len(x.shape) == 2, "dot_scaled multiplies blocks of rank 2")
    if format == "e2m1":
        byte = x.to(tl.uint8, bitcast=True).to(tl.int32)
        wide = tl.reshape(tl.join(_half_byte(byte & 15), _half_byte(byte >> 4)), [x.shape[0], 2 * x.shape[1]])
    elif format == "e4m3":
        wide = x.to(tl.float8e4nv, bitcast=True).to(tl.float32)
    elif format == "e5m2":
        wide = x.to(tl.float8e5, bitcast=True).to(tl.float32)
    elif format == "bf16":
        wide = x.to(tl.bfloat16, bitcast=True).to(tl.float32)
    else:
        tl.static_assert(format == "fp16", "the formats of dot_scaled are e2m1, e4m3, e5m2, bf16 and fp16")
        wide = x.to(tl.float16, bitcast=True).to(tl.float32)
    if scale is not None:
        group: tl.constexpr = wide.shape[1] // scale.shape[1]
        factor = tl.broadcast_to(_scale_factor(scale)[:, :, None], [scale.shape[0], scale.shape[1], group])
        wide = wide * tl.reshape(factor, wide.shape)
    return wide


@triton.jit
def dot_scaled(lhs, lhs_scale, lhs_format, rhs, rhs_scale, rhs_format, acc=None, fast_math=False, lhs_k_pack=True,
               rhs_k_pack=True, out_dtype=tl.float32):
    tl.static_assert(lhs_k_pack and rhs_k_pack, "dot_scaled takes operands packed along the inner dimension")
    if lhs_format == "fp16" or rhs_format == "fp16":
        word: tl.constexpr = tl.float16
    else:
        word: tl.constexpr = tl.bfloat16
    a = _scaled_operand(lhs, lhs_scale, lhs_format).to(word)
    b = tl.trans(_scaled_operand(tl.trans(rhs), rhs_scale, rhs_format)).to(word)
    return tl.dot(a, b, acc, out_dtype=out_dtype)
