import triton
import triton.language as tl


@triton.jit

def kernel(x, w, y, CI, H, W, CO, BP: tl.constexpr, BC: tl.constexpr):
    p = tl.program_id(0) * BP + tl.arange(0, BP)
    c = tl.arange(0, BC)
    h = p // W
    v = p % W
    acc = tl.zeros([BP, BC], tl.float32)
    for ci in range(CI):
        for i in range(3):
            for j in range(3):
                hh = h + i - 1
                ww = v + j - 1
                ok = (hh >= 0) & (hh < H) & (ww >= 0) & (ww < W) & (p < H * W)
                a = tl.load(x + ci * H * W + hh * W + ww, mask=ok, other=0.0)
                b = tl.load(w + c * CI * 9 + ci * 9 + i * 3 + j, mask=c < CO, other=0.0)
                acc += a[:, None] * b[None, :]
    tl.store(y + c[None, :] * H * W + p[:, None], acc, mask=(p[:, None] < H * W) & (c[None, :] < CO))
