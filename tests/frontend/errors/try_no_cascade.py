# expect: KF0107 8:5 `try` is not part of the language; nothing can be thrown in a kernel: check with `if` beforehand
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    try:
        v = tl.load(x)
    except Exception:
        v = 0.0
    tl.store(o, v)
