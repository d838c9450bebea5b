# expect: KF0107 8:5 `global` is not part of the language; pass the value as an argument, or store it through a pointer
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    global y
    y = 1
    tl.store(o, 1.0)
