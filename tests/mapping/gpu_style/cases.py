# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What check_launch.py has to know of the launches of this folder."""

# Sums under a lock: in the order in which programs get it, so not bit for bit the interpreter's.
ORDER_OF_SUMS_IS_THE_MACHINES = {"layer_norm-bwd-lock-19x100"}

# {launch: {(kind, argument): the rung that the access reaches at least}}
RUNGS = {}

# Launches in which every load and store moves by descriptors.
ON_DESCRIPTORS = {
    "cross_entropy-5x5003", "dropout-5000", "flash_attention-bwd-causal-2x77x32", "flash_attention-bwd-full-2x77x32",
    "flash_attention-fwd-causal-2x77x32", "flash_attention-fwd-full-2x77x32", "flash_attention-preprocess-2x77x32",
    "fused_softmax-37x300", "int8_matmul-40x72x160", "layer_norm-bwd-atomic-19x100", "layer_norm-bwd-dwdb-19x100",
    "layer_norm-bwd-lock-19x100", "layer_norm-fwd-19x300", "rms_norm-21x200", "rotary-2x9", "topk_gating-45x10",
    "vector_add-10007",
}
