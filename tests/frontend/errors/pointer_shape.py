# expect: KF0308 8:17 a scalar or pointer has no extents: `.shape` is (); a torch tensor arrives in a kernel as a pointer to its first element; pass its sizes as arguments
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, x.shape[0])
