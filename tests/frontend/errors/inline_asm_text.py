# expect: KF0106 8:9 `tl.inline_asm_elementwise` is not supported yet
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [tl.arange(0, B)], dtype=tl.int32, is_pure=True, pack=1)
