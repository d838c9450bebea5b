import triton
import triton.language as tl


@triton.jit
def softmax(x_ptr, out_ptr, rows, columns, x_stride, out_stride, BLOCK: tl.constexpr):
    # One program takes a row; the row fits into one tile.
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(x_ptr + row * x_stride + offsets, mask=mask, other=-float("inf"))
    x = x - tl.max(x, axis=0)
    numerator = tl.exp(x)
    denominator = tl.sum(numerator, axis=0)
    tl.store(out_ptr + row * out_stride + offsets, numerator / denominator, mask=mask)
