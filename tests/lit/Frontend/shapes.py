# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Shape operations, as functions and methods.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*i32[8]=ramp t:*i32[8] j:*i32[8] c:*i32[8] d:*i32[8]
# CHECK: t = 0 4 1 5 2 6 3 7
# CHECK: j = 0 4 1 5 2 6 3 7
# CHECK: c = 0 1 2 3 4 5 6 7
# CHECK: d = 0 1 4 5 2 3 6 7
import triton
import triton.language as tl


@triton.jit
def k(x, t, j, c, d):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    m = v.reshape(2, 4)
    tl.static_assert(m.T.shape == [4, 2])
    tl.store(t + i, tl.ravel(tl.trans(m)))
    low, high = tl.split(m.trans(1, 0))
    tl.store(j + i, tl.join(low, high).ravel())
    tl.store(c + i, tl.cat(low, high, dim=0))
    a = m.permute((1, 0)).view([2, 2, 2])
    tl.static_assert(a.numel == 8)
    b = tl.cat(tl.reshape(low, [2, 2]), tl.reshape(high, [2, 2]), dim=1)
    tl.static_assert(b.shape == [2, 4])
    tl.store(d + i, b.reshape([8]))
    wide = tl.broadcast_to(low[:, None], [4, 4])
    tl.static_assert(wide.shape == (4, 4))
    left, right = tl.broadcast(low[:, None], high[None, :])
    tl.static_assert(left.shape == right.shape)
    e = tl.expand_dims(low, (0, 2))
    tl.static_assert(e.shape == [1, 4, 1])
    tl.static_assert(tl.squeeze(tl.unsqueeze(low, 0), 0).shape == [4])
    one = tl.zeros_like(low[None, :])
    z = tl.zeros([1, 1], tl.int32).item()
    tl.store(c + i, tl.cat(low, high, dim=0) + z)
