# Reductions and scans: several operands, custom combines, reversed, over each axis.
import triton
import triton.language as tl


@triton.jit
def welford(mean_a, m2_a, weight_a, mean_b, m2_b, weight_b):
    delta = mean_b - mean_a
    weight = weight_a + weight_b
    ratio = tl.where(weight == 0, 0.0, weight_b / weight)
    return mean_a + delta * ratio, m2_a + m2_b + delta * delta * weight_a * ratio, weight


@triton.jit
def moments(x_ptr, mean_ptr, var_ptr, cols, B: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.arange(0, B)
    mask = offs < cols
    x = tl.load(x_ptr + row * cols + offs, mask=mask, other=0.0)
    mean, m2, weight = tl.reduce((x, tl.zeros_like(x), mask.to(tl.float32)), 0, welford)
    tl.store(mean_ptr + row, mean)
    tl.store(var_ptr + row, m2 / weight)


@triton.jit
def arg_forms(x_ptr, f_ptr, i_ptr, M: tl.constexpr, N: tl.constexpr):
    r = tl.arange(0, M)
    c = tl.arange(0, N)
    x = tl.load(x_ptr + r[:, None] * N + c[None, :])
    best, where = tl.max(x, axis=1, return_indices=True)
    low, low_at = tl.min(x, axis=1, return_indices=True, return_indices_tie_break_left=True)
    tl.store(f_ptr + r, best)
    tl.store(f_ptr + M + r, low)
    tl.store(i_ptr + r, where)
    tl.store(i_ptr + M + r, low_at)
    tl.store(i_ptr + 2 * M + c, tl.argmax(x, axis=0))
    tl.store(i_ptr + 2 * M + N + c, tl.argmin(x, axis=0))
    tl.store(f_ptr + 2 * M, tl.max(x))
    tl.store(f_ptr + 2 * M + 1 + tl.arange(0, 1)[:, None], tl.sum(tl.sum(x, axis=1, keep_dims=True), axis=0, keep_dims=True))


@triton.jit
def bits(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    r = tl.arange(0, M)
    x = tl.load(x_ptr + r[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(out_ptr + r, tl.xor_sum(x, axis=1))
    tl.store(out_ptr + M + r, tl.reduce_or(x, axis=1))
    tl.store(out_ptr + 2 * M + r, tl.sum(x, axis=1))
    tl.store(out_ptr + 3 * M + r, tl.max(x, axis=1) - tl.min(x, axis=1))


@triton.jit
def linear_step(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def maximum(a, b):
    return tl.maximum(a, b)


@triton.jit
def scans(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    r = tl.arange(0, M)[:, None]
    c = tl.arange(0, N)[None, :]
    at = r * N + c
    x = tl.load(x_ptr + at)
    _, h = tl.associative_scan((x * 0.5, x), 1, linear_step)
    tl.store(out_ptr + at, h)
    tl.store(out_ptr + M * N + at, tl.cumsum(x, axis=0))
    tl.store(out_ptr + 2 * M * N + at, tl.cumsum(x, axis=1, reverse=True))
    tl.store(out_ptr + 3 * M * N + at, tl.cumprod(x, axis=1))
    tl.store(out_ptr + 4 * M * N + at, tl.associative_scan(x, 0, maximum, reverse=True))


@triton.jit
def narrow_sums(x_ptr, out_ptr, N: tl.constexpr):
    c = tl.arange(0, N)
    x = tl.load(x_ptr + c)
    tl.store(out_ptr + c, tl.cumsum(x, axis=0))
    tl.store(out_ptr + N + tl.arange(0, 1), tl.sum(x, axis=0, keep_dims=True))
    tl.store(out_ptr + N + 1, tl.max(x, axis=0))


@triton.jit
def softmaxes(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at)
    tl.store(out_ptr + at, tl.softmax(x, dim=1, keep_dims=True) + tl.sigmoid(x))
