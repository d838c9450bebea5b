# expect: KF0102 10:30 the global `CONFIG` is a dictionary, which a kernel cannot read; pass the values that it needs as arguments
import triton
import triton.language as tl

CONFIG = {"scale": 2.0}


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x) * CONFIG["scale"])
