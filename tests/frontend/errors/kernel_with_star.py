# expect: KF0107 7:11 a kernel cannot have the parameter `*rest`
import triton
import triton.language as tl


@triton.jit
def k(x, *rest):
    pass
