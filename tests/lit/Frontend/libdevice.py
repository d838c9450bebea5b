# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libdevice: functions of the machine, and those written in the language.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*fp32[4]=0.5,-0.25,2,3.5 a:*fp32[4] b:*fp32[4] c:*fp32[4] d:*fp32[4] e:*i32[4]
# CHECK: a = 3.1622777 0.562341332 100 3162.27759
# CHECK: b = 0.572364926
# CHECK: c = 1 -0.707106769 {{.*}} -1
# CHECK: d = 0.476936281 -0.225312054
# CHECK: e = 3 2 0 31
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def k(x, a, b, c, d, e):
    i = tl.arange(0, 4)
    v = tl.load(x + i)
    tl.store(a + i, libdevice.exp10(v))
    tl.store(b + i, libdevice.lgamma(v))
    tl.store(c + i, libdevice.sinpi(v))
    tl.store(d + i, libdevice.erfinv(v))
    seven = tl.load(e + i) * 0 + 7
    tl.store(e, tl.sum(libdevice.popc(seven)) // 4)
    tl.store(e + 1, libdevice.ffs(tl.load(e) * 0 + 6))
    tl.store(e + 2, libdevice.float_as_int(tl.load(x) * 0.0))
    tl.store(e + 3, tl.sum(libdevice.clz(tl.load(e + i) * 0 + 1)) // 4)
    r = libdevice.rsqrt(v) + libdevice.pow(v, v) + libdevice.fmod(v, v) + tl.math.exp2(v) + libdevice.isnan(v)
    n = libdevice.nextafter(v, v + 1) + libdevice.remainder(v, v) + libdevice.ldexp(v, 3) + libdevice.ilogb(v)
