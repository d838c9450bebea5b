# Python constructs as kernel authors use them: tuples, defaults, early returns, closures over constants.
import triton
import triton.language as tl
from triton.language import float32 as f32

SCALE = tl.constexpr(3)
MODES: tl.constexpr = "relu"


@triton.jit
def add_sub(a, b, scale=2):
    """Two results of one call."""
    return a + b * scale, a - b


@triton.jit
def clip(x, LOW: tl.constexpr, HIGH: tl.constexpr = 0.5):
    if LOW is None:
        return tl.minimum(x, HIGH)
    else:
        return tl.maximum(tl.minimum(x, HIGH), LOW)


@triton.jit
def twice(x):
    return x * 2.0


@triton.jit
def apply(x, FN: tl.constexpr, TIMES: tl.constexpr):
    for _ in tl.static_range(TIMES):
        x = FN(x)
    return x


@triton.jit
def activation(x, KIND: tl.constexpr):
    if KIND == "relu":
        x = tl.where(x > 0, x, 0.0)
    elif KIND == "leaky":
        x = tl.where(x > 0, x, 0.01 * x)
    else:
        tl.static_assert(False, "unknown activation")
    return x


@triton.jit
def tuples(x_ptr, y_ptr, out_ptr, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask)
    y = tl.load(y_ptr + offs, mask=mask, other=1.0)
    s, d = add_sub(x, y)
    t, _ = add_sub(b=x, a=y, scale=SCALE)
    pair = (s, d)
    acc = (tl.zeros([B], f32), tl.full([B], 1.0, dtype=tl.float32))
    for i in range(3):
        acc = (acc[0] + pair[0] * i, acc[1] * 0.5 + pair[1])
    first, second = acc
    tl.store(out_ptr + offs, first + second + t, mask=mask)


@triton.jit
def helpers(x_ptr, out_ptr, n, B: tl.constexpr, ACT: tl.constexpr, BIAS: tl.constexpr):
    pid = tl.program_id(axis=0)
    offs = pid * B + tl.arange(0, B)
    x = tl.load(x_ptr + offs, mask=offs < n, other=0.0)
    if BIAS is not None:
        x += BIAS
    x = clip(x, None) + clip(x, LOW=-0.25, HIGH=0.25)
    x = activation(x, ACT) if ACT != "none" else x
    x = apply(x, twice, 2)
    tl.store(out_ptr + offs, x.to(out_ptr.dtype.element_ty), mask=offs < n)


@triton.jit
def augmented(x_ptr, out_ptr, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    m = offs < n
    v = tl.load(x_ptr + offs, mask=m, other=0)
    v += 3
    v -= 1
    v *= 5
    v //= 3
    v %= 101
    v <<= 2
    v >>= 1
    v |= 8
    v &= 0x7F
    v ^= 0x55
    w = -v + ~v
    flag = (v > 10) and (v < 60) or not (v != 3)
    tl.store(out_ptr + offs, tl.where(flag, w, v), mask=m)


@triton.jit
def loops(x_ptr, out_ptr, n, STEP: tl.constexpr, B: tl.constexpr):
    offs = tl.arange(0, B)
    total = tl.zeros((B,), dtype=tl.float32)
    for start in range(0, n, B):
        total += tl.load(x_ptr + start + offs, mask=start + offs < n, other=0.0)
    for k in range(7, 0, -STEP):
        total = total * 0.5 + k
    for k in tl.range(0, 4, num_stages=2, loop_unroll_factor=2):
        if k % 2 == 0:
            total += k
        elif k == 1:
            total -= 0.5
        else:
            total *= 1.25
    i = 0
    while i < n:
        total += 0.25
        i += 16
    for j in tl.static_range(2):
        total += j if j > 0 else -1.0
    tl.store(out_ptr + offs, total)


@triton.jit
def scalars(x_ptr, out_ptr, n, alpha, B: tl.constexpr):
    pid = tl.program_id(0)
    if pid * B >= n:
        return
    best = float("-inf")
    count = 0
    for i in range(B):
        if pid * B + i < n:
            v = tl.load(x_ptr + pid * B + i)
            if v > best:
                best = v
            count += 1
    lo = min(count, 3)
    hi = max(lo, pid)
    tl.store(out_ptr + pid * 4, best * alpha)
    tl.store(out_ptr + pid * 4 + 1, count)
    tl.store(out_ptr + pid * 4 + 2, hi - lo)
    tl.store(out_ptr + pid * 4 + 3, tl.cdiv(n, B) + n // 7 + n % 7)


@triton.jit
def persistent(x_ptr, out_ptr, n, B: tl.constexpr, UNROLL: tl.constexpr):
    tiles = tl.cdiv(n, B)
    for tile in range(tl.program_id(0), tiles, tl.num_programs(0)):
        offs = tl.max_contiguous(tl.multiple_of(tile * B, B) + tl.arange(0, B), B)
        x = tl.load(x_ptr + offs, mask=offs < n, cache_modifier=".cg")
        for u in tl.static_range(UNROLL):
            x = tl.fma(x, x, 0.125 * u)
        tl.store(out_ptr + offs, x, mask=offs < n, eviction_policy="evict_last")


@triton.jit
def methods(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    rows = tl.arange(0, M)[:, None]
    cols = tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + rows * N + cols)
    s = x.sum(axis=1, keep_dims=True)
    mx = x.max(axis=0)
    c = x.cumsum(axis=1)
    e = (x - mx[None, :]).exp() + s.broadcast_to((M, N)) + c
    r = e.reshape((M * N,)).reshape((N, M)).trans()
    a = x.abs().sqrt() + r
    tl.static_assert(a.shape[0] == M)
    tl.static_assert(a.dtype == tl.float32)
    tl.store(out_ptr + rows * N + cols, a)
