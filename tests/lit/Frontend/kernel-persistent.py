# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A persistent matmul with tensor descriptors and an epilogue in halves.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: a:*fp16 b:*fp16 c:*fp16 m:i32=128 n:i32=128 kk:i32=64
# CONSTS: BM=64 BN=64 BK=32 GROUP=8 SMS=8
# CHECK: tt.func public @k
# CHECK: scf.for
# CHECK: tt.dot
# CHECK: tt.split
import triton
import triton.language as tl


@triton.jit
def place(tile, in_group, rows, GROUP: tl.constexpr):
    first = tile // in_group * GROUP
    size = min(rows - first, GROUP)
    return first + tile % size, (tile % in_group) // size


@triton.jit
def k(a, b, c, m, n, kk, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr, SMS: tl.constexpr,
      SPECIAL: tl.constexpr = False):
    start = tl.program_id(axis=0)
    rows = tl.cdiv(m, BM)
    cols = tl.cdiv(n, BN)
    steps = tl.cdiv(kk, BK)
    ad = tl.make_tensor_descriptor(a, shape=[m, kk], strides=[kk, 1], block_shape=[BM, BK])
    bd = tl.make_tensor_descriptor(b, shape=[n, kk], strides=[kk, 1], block_shape=[BN, BK])
    cd = tl.make_tensor_descriptor(c, shape=[m, n], strides=[n, 1], block_shape=[BM, BN // 2])
    for tile in tl.range(start, rows * cols, SMS, flatten=True, warp_specialize=SPECIAL):
        pm, pn = place(tile, GROUP * cols, rows, GROUP)
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for s in range(steps):
            at = ad.load([pm * BM, s * BK])
            bt = bd.load([pn * BN, s * BK])
            acc = tl.dot(at, bt.T, acc)
        halves = tl.permute(tl.reshape(acc, (BM, 2, BN // 2)), (0, 2, 1))
        left, right = tl.split(halves)
        cd.store([pm * BM, pn * BN], left.to(tl.float16))
        cd.store([pm * BM, pn * BN + BN // 2], right.to(tl.float16))
