# expect: KF0602 9:5 B is 64
# expect: KF0103 10:5 there is no `tl.foo`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.static_print("B is", B)
    tl.foo()
