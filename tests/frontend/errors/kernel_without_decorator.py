# expect: KF0054 6:1 `k` is an ordinary Python function; put @triton.jit above `def k`
import triton
import triton.language as tl


def k(x):
    tl.store(x, 1.0)
