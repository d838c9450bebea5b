# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A matmul with autotune, grouped order and an activation passed as a string.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: a:*fp16 b:*fp16 c:*fp16 m:i32=128 n:i32=128 kk:i32=64 sam:i32=64 sbk:i32=128 scm:i32=128
# CONSTS: BM=64 BN=64 BK=32 GROUP=8 ACTIVATION='leaky'
# CHECK: tt.func public @k
# CHECK: scf.for {{.*}} iter_args
# CHECK: tt.dot
# CHECK: tt.store
import triton
import triton.language as tl


def configs():
    return [triton.Config({"BM": bm, "BN": 64, "BK": 32, "GROUP": 8}, num_stages=3, num_warps=8) for bm in (64, 128)]


@triton.jit
def leaky(x):
    return tl.where(x >= 0, x, 0.01 * x)


@triton.autotune(configs=configs(), key=["m", "n", "kk"])
@triton.jit
def k(a, b, c, m, n, kk, sam, sbk, scm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
      ACTIVATION: tl.constexpr):
    pid = tl.program_id(axis=0)
    rows = tl.cdiv(m, BM)
    cols = tl.cdiv(n, BN)
    in_group = GROUP * cols
    first = (pid // in_group) * GROUP
    size = min(rows - first, GROUP)
    pm = first + ((pid % in_group) % size)
    pn = (pid % in_group) // size
    tl.assume(pm >= 0)
    om = (pm * BM + tl.arange(0, BM)) % m
    on = (pn * BN + tl.arange(0, BN)) % n
    ok = tl.arange(0, BK)
    pa = a + (om[:, None] * sam + ok[None, :])
    pb = b + (ok[:, None] * sbk + on[None, :])
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, tl.cdiv(kk, BK)):
        ta = tl.load(pa, mask=ok[None, :] < kk - step * BK, other=0.0)
        tb = tl.load(pb, mask=ok[:, None] < kk - step * BK, other=0.0)
        acc = tl.dot(ta, tb, acc)
        pa += BK
        pb += BK * sbk
    if ACTIVATION == "leaky":
        acc = leaky(acc)
    out = acc.to(tl.float16)
    cm = pm * BM + tl.arange(0, BM)
    cn = pn * BN + tl.arange(0, BN)
    tl.store(c + scm * cm[:, None] + cn[None, :], out, mask=(cm[:, None] < m) & (cn[None, :] < n))
