# expect: KF0202 8:9 the shape of tl.zeros must be a compile-time integer, not a scalar i32; annotate the parameter: `n: tl.constexpr`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([n, 4], tl.float32)
