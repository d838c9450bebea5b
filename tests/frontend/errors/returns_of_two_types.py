# expect: KF0404 12:5 this returns a scalar i32, but an earlier return gives a scalar fp32
# note: 11:9 the earlier return
# note: 17:17 called from `k`
import triton
import triton.language as tl


@triton.jit
def pick(a, n):
    if n > 2:
        return a
    return 0


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, pick(tl.load(x), n))
