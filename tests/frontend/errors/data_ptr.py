# expect: KF0104 8:9 a scalar *fp32 has no attribute `data_ptr`; a torch tensor arrives in a kernel as a pointer to its first element
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = x.data_ptr()
