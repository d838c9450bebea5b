# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
class GPUTarget:
    def __init__(self, backend, arch, warp_size):
        self.backend, self.arch, self.warp_size = backend, arch, warp_size
