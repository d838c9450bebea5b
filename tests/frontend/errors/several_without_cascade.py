# expect: KF0103 10:9 there is no `tl.foo`
# expect: KF0101 13:9 `undefined` is not defined
# expect: KF0304 15:17 tl.arange(0, 3) has 3 elements; the number must be a power of 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.foo(x)
    b = a + 1
    c = tl.load(b)
    d = undefined
    tl.store(o, c + d)
    tl.store(o, tl.arange(0, 3))
