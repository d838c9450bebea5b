# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A stand-in for Triton, for tests on machines without it: as much of the names and shapes of its interface as
upstream_ttir.py uses. It compiles nothing; its IR is a file that FAKE_TRITON_TTIR names."""
import os

if 'FAKE_TRITON_BROKEN' in os.environ:
    raise ImportError('libtriton.so: wrong ELF class')
__version__ = os.environ.get('FAKE_TRITON_VERSION', '3.6.0')

from . import language
from .runtime.autotuner import Config, autotune, heuristics
from .runtime.jit import JITFunction, jit


def cdiv(a, b):
    return -(-a // b)
