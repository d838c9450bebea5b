# expect: KF0202 8:9 `tl.sum`: `keep_dims` must be a compile-time bool, not a scalar i32; annotate the parameter: `n: tl.constexpr`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.sum(tl.zeros([B], tl.float32), axis=0, keep_dims=n)
