import triton
import triton.language as tl


@triton.jit
def kernel(x, w, z, o, T: tl.constexpr, K: tl.constexpr):
    # Parts of tiles as operands of products: rows at a computed place of a tile that is loaded once,
    # and windows of one row more each, which overlap.
    pid = tl.program_id(0)
    r = tl.arange(0, 16)
    k = tl.arange(0, K)
    big = tl.load(z + tl.arange(0, 64)[:, None] * K + k[None, :])
    acc = tl.zeros((16, 32), dtype=tl.float32)
    c = tl.arange(0, 32)
    base = x + pid * 16 * K + r[:, None] * K + k[None, :]
    a0 = tl.load(base)
    a1 = tl.load(base + K)
    a2 = tl.load(base + 2 * K)
    weight = w + k[:, None] * 32 + c[None, :]
    acc = tl.dot(a0, tl.load(weight), acc)
    acc = tl.dot(a1, tl.load(weight + K * 32), acc)
    acc = tl.dot(a2, tl.load(weight + 2 * K * 32), acc)
    for i in range(T):
        part = tl.extract_slice(big, [i * 16, 0], [16, K], [1, 1])
        acc = tl.dot(part, tl.load(weight + i * K * 32), acc)
    tl.store(o + pid * 512 + r[:, None] * 32 + c[None, :], acc)
