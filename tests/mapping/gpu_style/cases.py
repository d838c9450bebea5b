# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What check_launch.py has to know of the launches of this folder."""

# Sums under a lock: in the order in which programs get it, so not bit for bit the interpreter's.
ORDER_OF_SUMS_IS_THE_MACHINES = {"layer_norm-bwd-lock-19x100"}

# {launch: {(kind, argument): the rung that the access reaches at least}}
RUNGS = {}
