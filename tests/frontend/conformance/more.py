# Further constructs: helpers that are not inlined, constexpr functions, 3-D grids, booleans, negative axes.
import triton
import triton.language as tl
from triton.language import math
from triton.language.extra import libdevice


@triton.constexpr_function
def log2_of(n):
    bits = 0
    while n > 1:
        n //= 2
        bits += 1
    return bits


@triton.jit(noinline=True)
def poly(x, a):
    return x * x * a + x


@triton.jit
def constexprs(x_ptr, out_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs)
    L: tl.constexpr = log2_of(B)
    P: tl.constexpr = triton.next_power_of_2(B - 1)
    tl.static_assert(P == B, f"{P} is not {B}")
    tl.static_print("bits", L, f"of {B}")
    for i in tl.static_range(0, L, 2):
        x = x + i * triton.cdiv(B, 3)
    tl.store(out_ptr + offs, x)


@triton.jit
def calls(x_ptr, out_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs)
    y = x * 0.5
    s = poly(tl.sum(x), 2.0)
    tl.store(out_ptr + offs, y + s + math.exp(x))


@triton.jit
def grid3(out_ptr, X: tl.constexpr, B: tl.constexpr):
    i = (tl.program_id(2) * tl.num_programs(1) + tl.program_id(1)) * tl.num_programs(0) + tl.program_id(0)
    offs = i * B + tl.arange(0, B)
    tl.store(out_ptr + offs, i * 100 + tl.arange(0, B) + tl.program_id(1) * X)


@triton.jit
def booleans(a_ptr, b_ptr, o_ptr, n_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    a = tl.load(a_ptr + offs)
    b = tl.load(b_ptr + offs)
    tl.store(o_ptr + offs, (a & b) ^ (not a))
    tl.store(n_ptr + offs, a.to(tl.int32) + b + tl.where(a | b, 10, 20))
    tl.store(n_ptr + B + offs, tl.sum(a.to(tl.int32), 0) * (a == b))


@triton.jit
def axes(x_ptr, out_ptr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    a = tl.arange(0, A)[:, None, None]
    b = tl.arange(0, B)[None, :, None]
    c = tl.arange(0, C)[None, None, :]
    x = tl.load(x_ptr + (a * B + b) * C + c)
    s = tl.sum(x, axis=-1)
    m = tl.max(x, axis=-2)
    t = tl.sum(x, axis=0, keep_dims=True)
    tl.store(out_ptr + tl.arange(0, A)[:, None] * B + tl.arange(0, B)[None, :], s)
    tl.store(out_ptr + A * B + tl.arange(0, A)[:, None] * C + tl.arange(0, C)[None, :], m)
    tl.store(out_ptr + A * B + A * C + b * C + c, t)
    tl.store(out_ptr + A * B + A * C + B * C, tl.sum(x))


@triton.jit
def pointers(x_ptr, y_ptr, out_ptr, n, B: tl.constexpr):
    offs = tl.arange(0, B)
    p = tl.where(offs % 2 == 0, x_ptr + offs, y_ptr + offs)
    v = tl.load(p, mask=offs < n, other=0.0)
    bits = tl.load(x_ptr.to(tl.pointer_type(tl.int32)) + offs, mask=offs < n, other=0)
    q = x_ptr if n > 100 else y_ptr
    s = tl.load(q + 3)
    tl.store(out_ptr + offs, v + (bits & 1) + s, mask=offs < n)


@triton.jit
def bytes(x_ptr, out_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs)
    lo = x & 0xF
    hi = x >> 4
    tl.store(out_ptr + offs, lo.to(tl.int32) * 16 + hi)
    tl.store(out_ptr + B + offs, (x + 200).to(tl.int32))
    tl.store(out_ptr + 2 * B + offs, (x.to(tl.int8, bitcast=True) >> 1).to(tl.int32))


@triton.jit
def eighths(x_ptr, y_ptr, out_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs).to(tl.float32)
    y = tl.load(y_ptr + offs).to(tl.float32)
    tl.store(out_ptr + offs, x * y + x)
    tl.store(y_ptr + offs, (x + y).to(y_ptr.dtype.element_ty))


@triton.jit
def device_library(x_ptr, out_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs)
    p = tl.abs(x) + 0.5
    tl.store(out_ptr + offs, libdevice.tanh(x) + libdevice.sinh(x) + libdevice.cosh(x))
    tl.store(out_ptr + B + offs, libdevice.asin(x * 0.5) + libdevice.acos(x * 0.5) + libdevice.atan(x))
    tl.store(out_ptr + 2 * B + offs, libdevice.pow(p, x) + libdevice.atan2(x, p))
    tl.store(out_ptr + 3 * B + offs, libdevice.log1p(p) + libdevice.expm1(x) + libdevice.log10(p))
    tl.store(out_ptr + 4 * B + offs, libdevice.round(x * 3) + libdevice.nearbyint(x * 5) + libdevice.trunc(x * 7))
    tl.store(out_ptr + 5 * B + offs, libdevice.hypot(x, p) + libdevice.cbrt(p) + libdevice.rsqrt(p))
    tl.store(out_ptr + 6 * B + offs, libdevice.fmod(x * 9, p) + libdevice.copysign(p, x))
    tl.store(out_ptr + 7 * B + offs, libdevice.erfc(x) + libdevice.tan(x) + libdevice.signbit(x).to(tl.float32))
    tl.store(out_ptr + 8 * B + offs, libdevice.isnan(x).to(tl.float32) + libdevice.isinf(x).to(tl.float32) + libdevice.ceil(x))


@triton.jit
def hyperbolic(x_ptr, out_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs)
    p = tl.abs(x) + 0.5
    tl.store(out_ptr + offs, libdevice.asinh(x) + libdevice.acosh(p + 1))
    tl.store(out_ptr + B + offs, libdevice.atanh(x * 0.4))
    tl.store(out_ptr + 2 * B + offs, libdevice.exp10(x))
    tl.store(out_ptr + 3 * B + offs, libdevice.lgamma(p) + libdevice.tgamma(p))
    tl.store(out_ptr + 4 * B + offs, libdevice.sinpi(x) + libdevice.cospi(x))
    tl.store(out_ptr + 5 * B + offs, libdevice.fdim(x, p) + libdevice.remainder(x * 7, p) + libdevice.rcbrt(p))
    tl.store(out_ptr + 6 * B + offs, libdevice.erfinv(x * 0.45) + libdevice.logb(p))


@triton.jit
def low_dot(a_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    tl.store(c_ptr + m[:, None] * N + n[None, :], tl.dot(a, b))


@triton.autotune(configs=[triton.Config({"B": 64}, num_warps=4)], key=["n"])
@triton.jit
def tuned(x_ptr, out_ptr, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out_ptr + offs, tl.load(x_ptr + offs, mask=offs < n) * 2, mask=offs < n)
