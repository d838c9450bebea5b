import ctypes

import triton
import triton.language as tl


class TensorView(ctypes.Structure):
    """A tensor as the host's runtime hands it over. The launch gives the type of `data`'s elements."""
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int32),
        ("shape", ctypes.c_int64 * 2),
        ("strides", ctypes.c_int64 * 2),
    ]


@triton.jit
def block_of(view, rows, columns):
    return view.data + rows[:, None] * view.strides[0] + columns[None, :] * view.strides[1]


@triton.jit
def scale_view(x: TensorView, out: TensorView, scale, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    columns = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    inside = (rows[:, None] < x.shape[0]) & (columns[None, :] < x.shape[1])
    values = tl.load(block_of(x, rows, columns), mask=inside)
    tl.store(block_of(out, rows, columns), values * scale, mask=inside)
