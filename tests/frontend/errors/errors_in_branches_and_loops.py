# expect: KF0103 11:9 there is no `tl.foo1`
# expect: KF0103 13:9 there is no `tl.foo2`
# expect: KF0103 15:9 there is no `tl.foo3`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 1:
        tl.foo1()
    else:
        tl.foo2()
    for i in range(n):
        tl.foo3()
