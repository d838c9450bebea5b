import triton
import triton.language as tl


@triton.jit
def weights(x, w, y, WRITES: tl.constexpr):
    at = tl.program_id(0) * 64 + tl.arange(0, 64)
    scale = tl.load(w + tl.arange(0, 64))
    tl.store(y + at, tl.load(x + at) * scale)
    if WRITES:
        tl.store(w + tl.arange(0, 64), scale)
