# expect: KC0310 19:21 operation 'tt.map_elementwise' is not supported on this machine; use tl.where in place of branches on single elements
# emit: program
import triton
import triton.language as tl


@triton.jit
def soft(a):
    if a > 1.0:
        b = a * 2
    else:
        b = a
    return b


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, tl.map_elementwise(soft, tl.load(x + i)))
