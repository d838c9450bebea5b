# expect: KF0107 8:9 `:=` is not part of the language; assign in a statement of its own
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if (a := n) > 3:
        tl.store(o, a)
