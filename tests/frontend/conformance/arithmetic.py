# Numbers: integer widths and signs, casts, bit casts, fp8, rounding, special values.
import triton
import triton.language as tl


@triton.jit
def divisions(x_ptr, y_ptr, out_ptr, n, B: tl.constexpr):
    offs = tl.arange(0, B)
    m = offs < n
    x = tl.load(x_ptr + offs, mask=m, other=1)
    y = tl.load(y_ptr + offs, mask=m, other=1)
    tl.store(out_ptr + offs, x // y, mask=m)
    tl.store(out_ptr + B + offs, x % y, mask=m)
    tl.store(out_ptr + 2 * B + offs, (x << 3) ^ (y >> 1), mask=m)
    tl.store(out_ptr + 3 * B + offs, tl.cdiv(x, y), mask=m)
    tl.store(out_ptr + 4 * B + offs, tl.minimum(x, y) * tl.maximum(x, y) - tl.abs(x), mask=m)


@triton.jit
def unsigned(x_ptr, y_ptr, out_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs)
    y = tl.load(y_ptr + offs)
    a = x.to(tl.uint32) * 2654435761
    b = y.to(tl.uint32) + 1
    tl.store(out_ptr + offs, (a // b).to(tl.int32))
    tl.store(out_ptr + B + offs, (a % b).to(tl.int32))
    tl.store(out_ptr + 2 * B + offs, (a >> 5).to(tl.int32))
    tl.store(out_ptr + 3 * B + offs, tl.umulhi(a, b).to(tl.int32))
    tl.store(out_ptr + 4 * B + offs, (a > b).to(tl.int32) + (x > y))
    tl.store(out_ptr + 5 * B + offs, (a.to(tl.uint8) + b.to(tl.uint8)).to(tl.int32))
    tl.store(out_ptr + 6 * B + offs, (a.to(tl.int16) >> 2).to(tl.int32))


@triton.jit
def casts(x_ptr, f_ptr, i_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs)
    tl.store(f_ptr + offs, x.to(tl.float16).to(tl.float32))
    tl.store(f_ptr + B + offs, x.to(tl.bfloat16).to(tl.float32))
    tl.store(f_ptr + 2 * B + offs, x.to(tl.float8e4nv).to(tl.float32))
    tl.store(f_ptr + 3 * B + offs, x.to(tl.float8e5).to(tl.float32))
    tl.store(f_ptr + 4 * B + offs, x.to(tl.float16, fp_downcast_rounding="rtz").to(tl.float32))
    tl.store(f_ptr + 5 * B + offs, (x * 100).to(tl.int32).to(tl.float32) + (x > 0).to(tl.float32))
    tl.store(i_ptr + offs, x.to(tl.int32, bitcast=True))
    tl.store(i_ptr + B + offs, (x * 50).to(tl.int8).to(tl.int32))
    tl.store(i_ptr + 2 * B + offs, x.to(tl.float16).to(tl.int16, bitcast=True).to(tl.int32))
    tl.store(i_ptr + 3 * B + offs, x.to(tl.int1).to(tl.int32))
    tl.store(i_ptr + 4 * B + offs, (x * 1000).to(tl.int64).to(tl.int32))


@triton.jit
def halves(x_ptr, y_ptr, out_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs)
    y = tl.load(y_ptr + offs)
    z = x * y + x / (y + 3) - y
    z = z + 0.1
    z = tl.where(x > y, z, -z)
    tl.store(out_ptr + offs, z)


@triton.jit
def mixed(h_ptr, b_ptr, f_ptr, i_ptr, out_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    h = tl.load(h_ptr + offs)
    b = tl.load(b_ptr + offs)
    f = tl.load(f_ptr + offs)
    i = tl.load(i_ptr + offs)
    tl.store(out_ptr + offs, h * f + b)
    tl.store(out_ptr + B + offs, h * i)
    tl.store(out_ptr + 2 * B + offs, b * 1.5 + i / 3)
    tl.store(out_ptr + 3 * B + offs, tl.where(i > 3, h, b) + (i // 2))


@triton.jit
def functions(x_ptr, out_ptr, B: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs)
    p = tl.abs(x) + 0.5
    tl.store(out_ptr + offs, tl.exp(x) + tl.exp2(x))
    tl.store(out_ptr + B + offs, tl.log(p) + tl.log2(p))
    tl.store(out_ptr + 2 * B + offs, tl.sin(x) * tl.cos(x))
    tl.store(out_ptr + 3 * B + offs, tl.sqrt(p) + tl.rsqrt(p) + tl.math.sqrt_rn(p))
    tl.store(out_ptr + 4 * B + offs, tl.erf(x) + tl.floor(x) - tl.ceil(x))
    tl.store(out_ptr + 5 * B + offs, tl.math.div_rn(x, p) + tl.math.fma(x, p, x))
    tl.store(out_ptr + 6 * B + offs, tl.clamp(x, -0.5, 0.75) + tl.minimum(x, 0.2, propagate_nan=tl.PropagateNan.ALL))


@triton.jit
def randoms(out_ptr, i_ptr, seed, B: tl.constexpr):
    offs = tl.arange(0, B)
    tl.store(out_ptr + offs, tl.rand(seed, offs))
    tl.store(out_ptr + B + offs, tl.randn(seed, offs))
    tl.store(i_ptr + offs, tl.randint(seed, offs).to(tl.int32))
    a, b, c, d = tl.randint4x(seed + 1, offs)
    tl.store(i_ptr + B + offs, (a ^ b ^ c ^ d).to(tl.int32))
    w, x, y, z = tl.rand4x(seed, offs, n_rounds=7)
    tl.store(out_ptr + 2 * B + offs, w + x * 2 + y * 3 + z * 4)


@triton.jit
def dropout(x_ptr, out_ptr, n, p, seed, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask)
    keep = tl.rand(seed, offs) > p
    tl.store(out_ptr + offs, tl.where(keep, x / (1 - p), 0.0), mask=mask)
