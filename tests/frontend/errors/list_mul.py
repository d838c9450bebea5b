# expect: KF0202 9:9 the shape of tl.zeros must be a compile-time integer, not a scalar i32; `s` is a run-time variable: if what it is set to is known at compile time, write `s: tl.constexpr = ...`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    s = [B] * 2
    a = tl.zeros(s, tl.float32)
    tl.store(o, tl.sum(a))
