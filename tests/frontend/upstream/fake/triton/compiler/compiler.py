# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import ast
import json
import os
import signal
import time

from ..runtime.jit import JITFunction
from .errors import CompilationError


def plain(value):
    return getattr(value, 'name', value)


class Module:
    """The file's text, with what was asked for in a comment."""

    def __init__(self, asked):
        with open(os.environ['FAKE_TRITON_TTIR'], encoding='utf-8') as file:
            self.text = file.read()
        self.asked, self.passes = asked, False

    def __str__(self):
        return f'{self.text}// asked {json.dumps(dict(self.asked, passes=self.passes))}\n'


def visit(function):
    """Resolves what a function calls, and reports as upstream does: one error around another along the calls."""
    for node in ast.walk(ast.parse(function.src)):
        if not isinstance(node, ast.Call):
            continue
        try:
            callee = eval(ast.unparse(node.func), dict(function.fn.__globals__))
            if any(keyword.arg == 'direction' for keyword in node.keywords):
                raise TypeError("load() got an unexpected keyword argument 'direction'")
        except Exception as error:
            raise CompilationError(function.src, node, str(error)) from error
        if isinstance(callee, JITFunction):
            try:
                visit(callee)
            except Exception as error:
                raise CompilationError(function.src, node, None) from error


class ASTSource:
    def __init__(self, fn, signature, constexprs=None, attrs=None):
        self.fn, self.signature, self.constants, self.attrs = fn, signature, constexprs, attrs
        self.language = 'triton'
        if list(signature) != fn.arg_names:
            raise AssertionError('the signature must name every parameter in order')

    def asked(self, options):
        return {'signature': self.signature,
                'constants': {self.fn.arg_names[i]: plain(value) for (i,), value in self.constants.items()},
                'attrs': {self.fn.arg_names[i]: value for (i,), value in self.attrs.items()}, 'arch': options['arch']}

    def _make_ir(self, options, codegen_fns, module_map, context):
        if context['dialects'] != ['tt', 'nvidia']:
            raise AssertionError('the dialects are not loaded')
        act = os.environ.get('FAKE_TRITON_ACT')
        if act == 'hang':
            time.sleep(600)
        if act == 'crash':
            os.kill(os.getpid(), signal.SIGSEGV)
        visit(self.fn)
        return Module(self.asked(options))


# 3.6 has the target as first parameter.
if os.environ.get('FAKE_TRITON_VERSION', '3.6.0').startswith('3.6'):
    ASTSource.make_ir = lambda self, target, options, codegen_fns, module_map, context: self._make_ir(
        options, codegen_fns, module_map, context)
else:
    ASTSource.make_ir = lambda self, options, codegen_fns, module_map, context: self._make_ir(
        options, codegen_fns, module_map, context)


class Backend:
    def __init__(self, target):
        self.target = target

    def parse_options(self, _):
        return {'arch': self.target.arch}

    def load_dialects(self, context):
        context['dialects'].append('nvidia')

    def get_codegen_implementation(self, _):
        return {}

    def get_module_map(self):
        return {}

    def run_passes(self, module, metadata):
        module.passes = True
        return module


# 3.4 does not know other languages.
if os.environ.get('FAKE_TRITON_VERSION', '3.6.0').startswith('3.4'):
    Backend.add_stages = lambda self, stages, options: stages.update(ttir=self.run_passes)
else:
    Backend.add_stages = lambda self, stages, options, language: stages.update(ttir=self.run_passes)


def make_backend(target):
    return Backend(target)
