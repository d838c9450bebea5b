# expect: KF0052 8:1 the launch gives an argument `size` that `k` does not have
# launch: size=i32:3
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, n)
