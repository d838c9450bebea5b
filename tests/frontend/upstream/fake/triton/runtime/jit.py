# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import inspect
import re
import textwrap


class JITFunction:
    def __init__(self, fn):
        self.fn = fn
        self.__name__ = fn.__name__
        self.params = list(inspect.signature(fn).parameters.values())
        self.arg_names = [parameter.name for parameter in self.params]
        # As upstream: the text that is parsed begins with `def`, whatever decorators stand above it.
        text = textwrap.dedent(inspect.getsource(fn))
        self.src = text[re.search(r'^def\s', text, re.MULTILINE).start():]


def jit(fn=None, **_):
    return JITFunction(fn) if fn else JITFunction
