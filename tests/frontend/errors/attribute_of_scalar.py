# expect: KF0104 8:9 a scalar i32 has no attribute `size`; use .shape[i], or .numel
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = n.size
