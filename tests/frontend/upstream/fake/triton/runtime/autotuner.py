# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
class Config:
    def __init__(self, kwargs, **_):
        self.kwargs = kwargs


class Wrapper:
    def __init__(self, fn):
        self.fn = fn


def autotune(configs, key):
    return Wrapper


def heuristics(values):
    return Wrapper
