# ARGS: x:*fp32 n:i32
import triton
import triton.language as tl


@triton.jit
def nested(x, n):
    for i in tl.static_range(1000):
        for j in tl.static_range(1000):
            tl.store(x, i * j + n)


@triton.jit
def doubled(x):
    s: tl.constexpr = "ab"
    t: tl.constexpr = (1, 2)
    for i in tl.static_range(60):
        s = s + s
        t = (t, t)
    u: tl.constexpr = t * 1000000000000


@triton.constexpr_function
def far(n):
    total = 0
    for i in range(-170141183460469231731687303715884105727, 170141183460469231731687303715884105727, n):
        total += i
    return total


@triton.jit
def ranges(x):
    a: tl.constexpr = far(85070591730234615865843651857942052864)
    b: tl.constexpr = far(1)
    c: tl.constexpr = (1, 2, 3)[:: 170141183460469231731687303715884105727]
    for i in tl.static_range(-170141183460469231731687303715884105727, 170141183460469231731687303715884105727):
        tl.store(x + i, b)
    d: tl.constexpr = triton.cdiv(4, -9223372036854775808)
