# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Module constants, aliases, from-imports, dtypes as values, f-strings, annotations, metadata.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: x:*fp32 n:i32=16
# CONSTS: BLOCK=16 EVEN=True
# CHECK: 46:5: note: KF0602 BLOCK is 16, fp32
# CHECK: tt.func public @k
# CHECK: tt.print " v: "
# CHECK: tt.assert
# CHECK: dense<3.140630e+00> : tensor<16xf16>
import triton
import triton.language as tl
import math
from triton import language
import triton as tlang
from torch import Tensor
import torch

try:
    import not_there
except ImportError:
    not_there = None

SIZE = tl.constexpr(16)
FLOAT = tl.float32


@tlang.constexpr_function
def half_of(n, text="none"):
    total = 0
    for i in range(n):
        if i % 2 == 0:
            total += 1
    while total > 1000:
        total //= 2
    return total


@triton.autotune(configs=[triton.Config({"BLOCK": 16}, num_warps=4)], key=["n"])
@triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})
@triton.jit
def k(x: torch.Tensor, n: "int32", BLOCK: language.constexpr, EVEN: "tl.constexpr"):
    """The kernel."""
    # type: (...) -> None
    language.static_assert(BLOCK == SIZE, f"BLOCK must be {SIZE}, not {BLOCK}")
    tl.static_print(f"BLOCK is {BLOCK}, {FLOAT}")
    offs: language.tensor = language.arange(0, BLOCK)
    v = tl.load(x + offs, mask=offs < n, other=0.0).to(FLOAT)
    tl.static_assert(half_of(BLOCK) == SIZE // 2)
    v = v * math.sqrt(2.0)
    tl.device_print("v", v)
    tl.device_assert(v == v, "not a number")
    assert n > 0, "empty"
    kind: tl.constexpr = tl.float16
    w = tl.full([BLOCK], math.pi, kind)
    if EVEN:
        v += w
    tl.store(x + offs, v.to(x.dtype.element_ty), mask=offs < n)
