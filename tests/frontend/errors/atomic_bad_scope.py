# expect: KF0203 8:5 unknown memory order "" or scope "chip"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_add(o, 1.0, scope="chip")
