# expect: KF0104 8:17 a scalar *fp32 has no attribute `size`; a torch tensor arrives in a kernel as a pointer to its first element; pass its sizes as arguments
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, x.size(0))
