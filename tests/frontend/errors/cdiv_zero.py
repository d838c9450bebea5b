# expect: KF0309 8:17 `tl.cdiv`: `63 // 0`: integer division or modulo by zero
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.cdiv(B, 0))
