# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions and constants of other files: absolute, relative, by module, by star.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: out:*i32[8]
# CHECK: out = 8 12 2 12 8 12 8 0
import triton
import triton.language as tl
import Inputs.more
import Inputs.helpers as h
from Inputs import helpers
from .Inputs.helpers import scale
from .Inputs.helpers import scale as double
from Inputs.more import *


@triton.jit
def k(out):
    four = tl.load(out) + 4
    tl.store(out, scale(four))
    tl.store(out + 1, helpers.thrice(four))
    tl.store(out + 2, helpers.FACTOR)
    tl.store(out + 3, Inputs.more.third(four))
    tl.store(out + 4, h.scale(four))
    tl.store(out + 5, third(four))
    tl.store(out + 6, double(four))
