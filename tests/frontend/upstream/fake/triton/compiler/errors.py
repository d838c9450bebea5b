# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
class CompilationError(Exception):
    def __init__(self, src, node, error_message):
        super().__init__(error_message)
        self.src, self.node, self.error_message = src, node, error_message
