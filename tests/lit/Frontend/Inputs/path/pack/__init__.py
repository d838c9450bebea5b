# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A package on a search path."""
from .inner import quadruple as four_times
