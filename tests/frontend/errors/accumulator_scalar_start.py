# expect: KF0402 9:5 `acc` is a scalar fp32 before the loop and a block fp32[64] after its body; a variable keeps its type and shape in a loop; begin with `acc = tl.zeros([64], tl.float32)`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    acc = 0.0
    for j in range(n):
        acc += tl.load(x + tl.arange(0, 64))
    tl.store(o + tl.arange(0, 64), acc)
