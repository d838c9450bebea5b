# expect: KF0202 11:45 the end of tl.arange must be a compile-time integer, not a scalar i32; annotate the parameter: `B: tl.constexpr`
# note: fix: make it a constexpr
# note: 10:16 the parameter `B`
# launch: B=i32:64
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + i, mask=i < n), mask=i < n)
