# expect: KF0402 9:5 `a` is a block fp16[64] before the loop and a block fp32[64] after its body; a variable keeps its type and shape in a loop; begin with tl.float32, or convert inside with .to(tl.float16)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([B], tl.float16)
    for i in range(n):
        a = a + tl.zeros([B], tl.float32)
    tl.store(o + tl.arange(0, B), a)
