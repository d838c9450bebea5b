# expect: KF0202 11:37 the end of tl.arange must be a compile-time integer, not a scalar i32; `size` must get a compile-time value from the caller
# note: 10:12 the parameter `size`
# note: 16:24 called from `k`
# launch: B=i32:64
import triton
import triton.language as tl


@triton.jit
def row(p, size):
    return tl.load(p + tl.arange(0, size))


@triton.jit
def k(x, o, n, B):
    tl.store(o, tl.sum(row(x, B)))
