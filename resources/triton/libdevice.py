# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of libdevice that are written in the language. The others are functions of the machine
(Libdevice.def of the front end). Those of fp32 are computed in fp64 where that keeps them exact to the last bits."""
import triton
import triton.language as tl
from triton.language.extra import libdevice


# Elementary


@triton.jit
def exp10(x):
    return tl.exp2(x.to(tl.float64) * 3.321928094887362).to(x.dtype)


@triton.jit
def fast_exp10f(x):
    return exp10(x)


@triton.jit
def sinpi(x):
    wide = x.to(tl.float64)
    turn = wide - 2.0 * libdevice.rint(wide * 0.5)
    # sin(pi * turn) is exact at the multiples of a half.
    folded = tl.where(tl.abs(turn) > 0.5, tl.where(turn > 0.0, 1.0 - turn, -1.0 - turn), turn)
    return tl.sin(folded * 3.141592653589793).to(x.dtype)


@triton.jit
def cospi(x):
    wide = tl.abs(x.to(tl.float64))
    turn = tl.abs(wide - 2.0 * libdevice.rint(wide * 0.5))
    return tl.sin((0.5 - turn) * 3.141592653589793).to(x.dtype)


@triton.jit
def asinh(x):
    wide = tl.abs(x.to(tl.float64))
    # Beyond 2**30 the square is not needed, and would overflow in fp64.
    near = libdevice.log1p(wide + wide * wide / (1.0 + tl.sqrt(wide * wide + 1.0)))
    far = tl.log(wide) + 0.6931471805599453
    return libdevice.copysign(tl.where(wide > 1073741824.0, far, near), x.to(tl.float64)).to(x.dtype)


@triton.jit
def acosh(x):
    wide = x.to(tl.float64)
    above = wide - 1.0
    near = libdevice.log1p(above + tl.sqrt(2.0 * above + above * above))
    far = tl.log(wide) + 0.6931471805599453
    return tl.where(wide > 1073741824.0, far, near).to(x.dtype)


@triton.jit
def atanh(x):
    wide = x.to(tl.float64)
    return (0.5 * libdevice.log1p(2.0 * wide / (1.0 - wide))).to(x.dtype)


@triton.jit
def rcbrt(x):
    return 1.0 / libdevice.cbrt(x)


@triton.jit
def rcp_rn(x):
    return 1.0 / x


@triton.jit
def fast_dividef(x, y):
    return x / y


@triton.jit
def fdim(x, y):
    return tl.where(x <= y, 0.0, x - y)


@triton.jit
def saturatef(x):
    # NaN becomes 0.
    return tl.minimum(tl.maximum(x, 0.0), 1.0)


@triton.jit
def remainder(x, y):
    # The nearest multiple of y is taken away; between two, the even one.
    size = tl.abs(x)
    step = tl.abs(y)
    rest = libdevice.fmod(size, 2.0 * step)
    folded = tl.where(rest <= 0.5 * step, rest, tl.where(rest < 1.5 * step, rest - step, rest - 2.0 * step))
    return tl.where(libdevice.signbit(x) != 0, -folded, folded)


@triton.jit
def norm3d(a, b, c):
    return tl.sqrt(a * a + b * b + c * c)


@triton.jit
def norm4d(a, b, c, d):
    return tl.sqrt(a * a + b * b + c * c + d * d)


@triton.jit
def rhypot(x, y):
    return 1.0 / libdevice.hypot(x, y)


# Special functions


@triton.jit
def _lgamma_positive(x):
    # Lanczos' sum with g = 7 and nine terms.
    z = x - 1.0
    total = 0.99999999999980993 + 676.5203681218851 / (z + 1.0) - 1259.1392167224028 / (z + 2.0)
    total = total + 771.32342877765313 / (z + 3.0) - 176.61502916214059 / (z + 4.0)
    total = total + 12.507343278686905 / (z + 5.0) - 0.13857109526572012 / (z + 6.0)
    total = total + 9.9843695780195716e-6 / (z + 7.0) + 1.5056327351493116e-7 / (z + 8.0)
    base = z + 7.5
    return 0.9189385332046727 + (z + 0.5) * tl.log(base) - base + tl.log(total)


@triton.jit
def lgamma(x):
    wide = x.to(tl.float64)
    mirrored = 1.1447298858494002 - tl.log(tl.abs(sinpi(wide))) - _lgamma_positive(1.0 - wide)
    result = tl.where(wide < 0.5, mirrored, _lgamma_positive(wide))
    pole = (wide <= 0.0) & (wide == tl.floor(wide))
    result = tl.where(pole | (tl.abs(wide) == float("inf")), float("inf"), result)
    return result.to(x.dtype)


@triton.jit
def tgamma(x):
    wide = x.to(tl.float64)
    positive = tl.exp(_lgamma_positive(wide))
    mirrored = 3.141592653589793 / (sinpi(wide) * tl.exp(_lgamma_positive(1.0 - wide)))
    result = tl.where(wide < 0.5, mirrored, positive)
    pole = (wide < 0.0) & (wide == tl.floor(wide))
    result = tl.where(pole, float("nan"), result)
    result = tl.where(wide == 0.0, libdevice.copysign(tl.full(wide.shape, float("inf"), tl.float64), wide), result)
    return tl.where(wide == float("inf"), wide, result).to(x.dtype)


@triton.jit
def erfinv(y):
    wide = y.to(tl.float64)
    # A first guess from the logarithm, then Newton's steps on erf.
    w = tl.log((1.0 - wide) * (1.0 + wide))
    t = 4.330746750799873 + 0.5 * w
    x = libdevice.copysign(tl.sqrt(tl.maximum(tl.sqrt(tl.maximum(t * t - w / 0.147, 0.0)) - t, 0.0)), wide)
    for step in tl.static_range(4):
        x = x - (tl.erf(x) - wide) * 0.8862269254527580 * tl.exp(x * x)
    x = tl.where(wide == 0.0, wide, x)
    x = tl.where(tl.abs(wide) == 1.0, wide * float("inf"), x)
    return tl.where(tl.abs(wide) > 1.0, float("nan"), x).to(y.dtype)


@triton.jit
def erfcx(x):
    wide = x.to(tl.float64)
    square = wide * wide
    near = tl.exp(square) * libdevice.erfc(wide)
    tail = 1.0 - 0.5 / square + 0.75 / (square * square) - 1.875 / (square * square * square)
    return tl.where(wide > 20.0, tail / (wide * 1.772453850905516), near).to(x.dtype)


# Tests and parts of a number


@triton.jit
def isfinited(x):
    return tl.abs(x) < float("inf")


@triton.jit
def finitef(x):
    return tl.abs(x) < float("inf")


@triton.jit
def _exponent(x):
    # The exponent of a finite number other than 0; numbers below the normal range are scaled up first.
    if x.dtype.primitive_bitwidth == 32:
        small = tl.abs(x) < 1.1754943508222875e-38
        bits = tl.where(small, x * 16777216.0, x).to(tl.int32, bitcast=True)
        return ((bits >> 23) & 255) - tl.where(small, 151, 127)
    else:
        small = tl.abs(x) < 2.2250738585072014e-308
        bits = tl.where(small, x * 18014398509481984.0, x).to(tl.int64, bitcast=True)
        return (((bits >> 52) & 2047) - tl.where(small, 1077, 1023)).to(tl.int32)


@triton.jit
def ilogb(x):
    result = tl.where(x == 0.0, -2147483648, _exponent(x))
    result = tl.where(tl.abs(x) == float("inf"), 2147483647, result)
    return tl.where(x != x, -2147483648, result)


@triton.jit
def logb(x):
    result = tl.where(x == 0.0, float("-inf"), _exponent(x).to(x.dtype))
    return tl.where(tl.abs(x) == float("inf"), float("inf"), tl.where(x != x, x, result))


@triton.jit
def _power_of_two(n, dtype: tl.constexpr):
    if dtype == tl.float32:
        return ((n + 127) << 23).to(tl.float32, bitcast=True)
    else:
        return ((n + 1023).to(tl.int64) << 52).to(tl.float64, bitcast=True)


@triton.jit
def ldexp(x, n):
    limit: tl.constexpr = 126 if x.dtype.primitive_bitwidth == 32 else 1022
    power = tl.minimum(tl.maximum(n, -3 * limit), 3 * limit)
    first = tl.minimum(tl.maximum(power, -limit), limit)
    second = tl.minimum(tl.maximum(power - first, -limit), limit)
    third = power - first - second
    return x * _power_of_two(first, x.dtype) * _power_of_two(second, x.dtype) * _power_of_two(third, x.dtype)


@triton.jit
def scalbn(x, n):
    return ldexp(x, n)


@triton.jit
def nextafter(x, y):
    word: tl.constexpr = tl.int32 if x.dtype.primitive_bitwidth == 32 else tl.int64
    bits = x.to(word, bitcast=True)
    away = (x < y) == (x > 0.0)
    moved = tl.where(away, bits + 1, bits - 1).to(x.dtype, bitcast=True)
    smallest = libdevice.copysign(tl.full(x.shape, 1, word).to(x.dtype, bitcast=True), y)
    result = tl.where(x == 0.0, smallest, moved)
    result = tl.where(x == y, y, result)
    return tl.where((x != x) | (y != y), x + y, result)


@triton.jit
def float_as_int(x):
    return x.to(tl.int32, bitcast=True)


@triton.jit
def float_as_uint(x):
    return x.to(tl.uint32, bitcast=True)


@triton.jit
def int_as_float(x):
    return x.to(tl.float32, bitcast=True)


@triton.jit
def uint_as_float(x):
    return x.to(tl.float32, bitcast=True)


@triton.jit
def double_as_longlong(x):
    return x.to(tl.int64, bitcast=True)


@triton.jit
def longlong_as_double(x):
    return x.to(tl.float64, bitcast=True)


@triton.jit
def llrint(x):
    return libdevice.rint(x).to(tl.int64)


@triton.jit
def llround(x):
    return libdevice.round(x).to(tl.int64)


# Integers


@triton.jit
def ffs(x):
    lowest = x & -x
    return tl.where(x == 0, 0, x.dtype.primitive_bitwidth - libdevice.clz(lowest)).to(tl.int32)


@triton.jit
def brev(x):
    # Neighbours, pairs, nibbles, bytes and halves change places.
    u = x.to(tl.uint32, bitcast=True)
    u = ((u >> 1) & 0x55555555) | ((u & 0x55555555) << 1)
    u = ((u >> 2) & 0x33333333) | ((u & 0x33333333) << 2)
    u = ((u >> 4) & 0x0F0F0F0F) | ((u & 0x0F0F0F0F) << 4)
    u = ((u >> 8) & 0x00FF00FF) | ((u & 0x00FF00FF) << 8)
    return ((u >> 16) | (u << 16)).to(x.dtype, bitcast=True)


@triton.jit
def mul24(x, y):
    return ((x << 8) >> 8) * ((y << 8) >> 8)


@triton.jit
def sad(x, y, z):
    return tl.maximum(x, y) - tl.minimum(x, y) + z


@triton.jit
def hadd(x, y):
    return (x & y) + ((x ^ y) >> 1)


@triton.jit
def rhadd(x, y):
    return (x | y) - ((x ^ y) >> 1)
