# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A grouped matmul: pointers and sizes read from memory.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: pa:*i64 pb:*i64 pc:*i64 sizes:*i32 lds:*i32 groups:i32=4
# CONSTS: SMS=8 BM=32 BN=32 BK=32
# CHECK: tt.func public @k
# CHECK-DAG: tt.int_to_ptr
# CHECK-DAG: scf.while
# CHECK-DAG: tt.dot
import triton
import triton.language as tl


@triton.jit
def k(pa, pb, pc, sizes, lds, groups, SMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tile = tl.program_id(0)
    done = 0
    for g in range(groups):
        m = tl.load(sizes + g * 3)
        n = tl.load(sizes + g * 3 + 1)
        kk = tl.load(sizes + g * 3 + 2)
        cols = tl.cdiv(n, BN)
        tiles = tl.cdiv(m, BM) * cols
        while tile >= done and tile < done + tiles:
            lda = tl.load(lds + g * 3)
            a = tl.load(pa + g).to(tl.pointer_type(tl.float16))
            b = tl.load(pb + g).to(tl.pointer_type(tl.float16))
            c = tl.load(pc + g).to(tl.pointer_type(tl.float16))
            inside = tile - done
            om = inside // cols * BM + tl.arange(0, BM)
            on = inside % cols * BN + tl.arange(0, BN)
            ok = tl.arange(0, BK)
            at = a + om[:, None] * lda + ok[None, :]
            bt = b + ok[:, None] * tl.load(lds + g * 3 + 1) + on[None, :]
            acc = tl.zeros((BM, BN), dtype=tl.float32)
            for s in range(0, tl.cdiv(kk, BK)):
                tl.multiple_of(at, [16, 16])
                tl.multiple_of(bt, [16, 16])
                acc += tl.dot(tl.load(at), tl.load(bt))
                at += BK
                bt += BK * tl.load(lds + g * 3 + 1)
            tl.store(c + tl.load(lds + g * 3 + 2) * om[:, None] + on[None, :], acc.to(tl.float16))
            tile += SMS
        done = done + tiles
