# expect: KF0106 8:5 `with` is not supported yet
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    with open("f") as f:
        v = f.read()
    tl.store(o, v)
