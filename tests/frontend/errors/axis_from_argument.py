# expect: KF0202 8:9 `tl.sum`: the axis of a reduction must be a compile-time integer, not a scalar i32; annotate the parameter: `n: tl.constexpr`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.sum(tl.zeros([B, 4], tl.float32), axis=n)
