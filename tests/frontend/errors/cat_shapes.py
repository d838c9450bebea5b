# expect: KF0303 8:9 tl.cat needs two one-dimensional blocks of one type: a block fp32[8] and a block i32[8]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.cat(tl.zeros([8], tl.float32), tl.zeros([8], tl.int32), can_reorder=True)
