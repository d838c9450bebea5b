# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from .compiler import ASTSource
from .errors import CompilationError
