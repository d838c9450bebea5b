import triton
import triton.language as tl


@triton.jit
def kernel(x, y, o, s, n, B: tl.constexpr):
    # Halves of a tile that is used for nothing else, and a masked part that is stored as it is.
    pid = tl.program_id(0)
    r = tl.arange(0, 32)
    c = tl.arange(0, B)
    v = tl.load(x + pid * 32 * B + r[:, None] * B + c[None, :])
    a = tl.extract_slice(v, [0, 0], [32, 32], [1, 1])
    b = tl.extract_slice(v, [0, 32], [32, 32], [1, 1])
    e = tl.arange(0, 32)
    acc = tl.dot(a, b)
    tl.store(o + pid * 1024 + r[:, None] * 32 + e[None, :], acc)
    w = tl.load(y + pid * 256 + tl.arange(0, 256), mask=tl.arange(0, 256) < n, other=3.0)
    t = tl.extract_slice(w, [64], [128], [1])
    f = tl.arange(0, 128)
    tl.store(s + pid * 128 + f, t, mask=f < 100)
