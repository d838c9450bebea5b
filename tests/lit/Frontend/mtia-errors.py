# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Wrong uses of the extensions.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp32
# CHECK: 17:{{[0-9]+}}: error: KF0203 the op of tl.mtia.re_reduce is "add", "max" or "min", not "mul"
# CHECK: 18:{{[0-9]+}}: error: KF0203 the `direction` of tl.load is "row" or "col", not "diagonal"
# CHECK: 19:{{[0-9]+}}: error: KF0201 `tl.store` has no parameter `direction`; it has
# CHECK: 20:9: error: KF0303 a slice of shape [4] does not lie in a block fp32[8]
# CHECK: 21:9: error: KF0103 there is no `triton.language.mtia.get_pe_ids`; did you mean `triton.language.mtia.get_pe_id`?
import triton
import triton.language as tl


@triton.jit
def k(x):
    v = tl.load(x + tl.arange(0, 8))
    a = tl.mtia.re_reduce(v, "mul", "row")
    b = tl.load(x, direction="diagonal")
    tl.store(x, 1.0, direction="row")
    c = tl.extract_slice(v, [0], [4], [4])
    d = tl.mtia.get_pe_ids()
