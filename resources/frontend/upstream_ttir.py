#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles one Triton kernel to ttir with the upstream Triton of the Python that runs this.

Reads a JSON request on stdin and prints a JSON answer on stdout; what the kernel's file prints goes to stderr. No
GPU is needed. The kernel's file is imported, so it is executed.

Request:
  source      path of the kernel's file
  text        its text (optional; else the file is read)
  function    name of the kernel
  signature   {parameter: "*fp32" | "i32" | "constexpr" | [types of a tuple, or {"constexpr": value}] ...}
  constexprs  {parameter: value}; a type is {"dtype": "fp16"}, a function of the file {"function": "f"}, a float that
              JSON lacks {"float": "nan"}, a tuple a list
  attributes  {parameter: ["divisible_by_16", "equal_to_1"]}; what the kernel does not specialise is dropped
  stage       "ttir" (default) or "pre": before Triton's passes
  capability  of the GPU that is assumed (default 90: descriptors and all fp8 types stay as they are)
  paths       folders searched for imports, beside the file's own (optional)

Answer: {"format", "version", "python"} and either {"ttir", "name", "warnings": []} or
{"error": {"kind", "message", "file", "line", "column", "notes": [{"message", "file", "line", "column"}]}}. Lines and
columns are 1-based, columns bytes; they are absent when no place is known. Kinds: request, no-triton, version, import,
kernel, extension, compile, internal.
"""
import ast
import inspect
import json
import linecache
import os
import re
import sys
import traceback
import types

FORMAT = 'charonia-upstream/1'
KNOWN_VERSIONS = ((3, 4), (3, 6))
EXTENSIONS = ('extract_slice', 'insert_slice')


class Failure(Exception):
    """An error with its kind and perhaps its place, as the answer gives it."""

    def __init__(self, kind, message, place=None, notes=()):
        super().__init__(message)
        self.answer = {'kind': kind, 'message': message, **(place or {})}
        self.answer['notes'] = [{'message': note, **(where or {})} for note, where in notes]


def place_of(file, line, column=1):
    return {'file': file, 'line': int(line), 'column': int(column)} if line else None


def load_triton():
    try:
        import triton
        import triton.language
    except ModuleNotFoundError as error:
        if error.name and error.name.split('.')[0] == 'triton':
            raise Failure('no-triton', f'{sys.executable} has no Triton; install it there '
                          f'("{sys.executable} -m pip install triton==3.6.0") or choose another interpreter')
        raise Failure('no-triton', f'the Triton of {sys.executable} needs the module {error.name}, which is not there')
    except Exception as error:
        raise Failure('no-triton', f'the Triton of {sys.executable} cannot be imported: {describe(error)}')
    return triton


def version_of(triton):
    """(major, minor) of this Triton, and a warning if it is newer than what is known."""
    text = getattr(triton, '__version__', '')
    match = re.match(r'(\d+)\.(\d+)', text)
    if not match:
        raise Failure('version', f'the module triton of {sys.executable} names no version; Triton 3.4 to 3.6 is needed')
    version = (int(match[1]), int(match[2]))
    if version < KNOWN_VERSIONS[0]:
        raise Failure('version', f'Triton {text} is too old: 3.4 to 3.6 is needed')
    newer = version > KNOWN_VERSIONS[1]
    return version, [f'Triton {text} is newer than 3.6, up to which this is tested'] if newer else []


def describe(error):
    """An exception in one line, its type included."""
    text = ' '.join(str(error).split())
    return f'{type(error).__name__}: {text}' if text else type(error).__name__


def import_source(request):
    """The kernel's file as a module. The given text counts, not what the disk holds."""
    path = os.path.abspath(request['source'])
    text = request.get('text')
    if text is None:
        try:
            with open(path, encoding='utf-8') as file:
                text = file.read()
        except (OSError, UnicodeDecodeError) as error:
            raise Failure('import', f'cannot read {path}: {error}')
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    folders = [os.path.dirname(path), *map(os.path.abspath, request.get('paths', []))]
    # The folder of this script comes first otherwise, where a file may be called like a module of the kernel's.
    sys.path[:] = folders + [entry for entry in sys.path if entry != os.path.dirname(os.path.abspath(__file__))]
    # Names of helpers carry the module's name; it is the one that an import would give.
    name = os.path.splitext(os.path.basename(path))[0]
    if not name.isidentifier() or name in sys.modules:
        name = re.sub(r'\W', '_', name) + '_kernel'
    module = types.ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    try:
        exec(compile(text, path, 'exec', dont_inherit=True), module.__dict__)
    except SyntaxError as error:
        raise Failure('import', f'SyntaxError: {error.msg}', place_of(error.filename, error.lineno, error.offset or 1))
    except BaseException as error:
        raise import_failure(error, path) from error
    return module


def import_failure(error, path):
    """An exception of the file's execution: its place is the last frame in that file."""
    where = None
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == path:
            where = place_of(path, frame.lineno, (getattr(frame, 'colno', None) or 0) + 1)
    name = getattr(error, 'name', None) or ''
    if isinstance(error, ImportError) and (name.startswith('triton.language.mtia') or "'mtia'" in str(error)):
        return extension_failure('tl.mtia', where)
    if isinstance(error, AttributeError) and name in ('mtia', *EXTENSIONS):
        return extension_failure(f'tl.{name}', where)
    if isinstance(error, ModuleNotFoundError):
        return Failure('import', f'importing the file needs the module {name}, which {sys.executable} does not have; '
                       'install it there, or use the built-in front end, which does not execute the file', where)
    return Failure('import', f'executing the file failed with {describe(error)}', where)


def extension_failure(what, where):
    return Failure('extension', f'{what} is an extension of this chip that upstream Triton does not have; '
                   'compile this kernel with the built-in front end', where)


def find_kernel(module, name):
    """The JITFunction behind `name`, out of the wrappers of autotune, heuristics and their like."""
    from triton.runtime.jit import JITFunction
    kernel = getattr(module, name, None)
    if kernel is None:
        names = [key for key, value in vars(module).items() if unwrapped(value, JITFunction)]
        known = f'; it has {", ".join(sorted(names))}' if names else ''
        raise Failure('kernel', f'the file has no kernel {name}{known}', place_of(module.__file__, 1))
    function = unwrapped(kernel, JITFunction)
    if function is None:
        raise Failure('kernel', f'{name} is no Triton function; put @triton.jit above it', place_of(module.__file__, 1))
    return function


def unwrapped(value, kind):
    for _ in range(16):
        if isinstance(value, kind):
            return value
        value = getattr(value, 'fn', None)
    return None


def constant(value, name, module=None):
    import triton.language as tl
    if isinstance(value, list):
        return tuple(constant(item, name, module) for item in value)
    if isinstance(value, dict):
        if 'function' in value:
            found = getattr(module, str(value['function']), None)
            if found is None:
                raise Failure('request', f'the constexpr {name} names a function that the file does not have')
            return found
        if 'float' in value:
            return float(value['float'])
        return dtype(str(value.get('dtype')), name)
    if isinstance(value, str) and value.startswith('tl.') and isinstance(getattr(tl, value[3:], None), tl.dtype):
        return getattr(tl, value[3:])
    return value


DTYPES = {'i1': 'int1', 'u1': 'int1', 'fp8e4nv': 'float8e4nv', 'fp8e5': 'float8e5', 'fp8e4b15': 'float8e4b15',
          'fp8e4b8': 'float8e4b8', 'fp8e5b16': 'float8e5b16', 'fp16': 'float16', 'bf16': 'bfloat16', 'fp32': 'float32',
          'fp64': 'float64', **{f'i{n}': f'int{n}' for n in (8, 16, 32, 64)},
          **{f'u{n}': f'uint{n}' for n in (8, 16, 32, 64)}}


def dtype(spelling, name):
    import triton.language as tl
    found = getattr(tl, DTYPES.get(spelling, spelling.removeprefix('tl.')), None)
    if not isinstance(found, tl.dtype):
        raise Failure('request', f'the constexpr {name} names the unknown type {spelling}')
    return found


def tuples(value, path, constants, name):
    """The type of an argument; the constants inside a tuple are collected by their path."""
    if isinstance(value, dict):
        constants[path] = constant(value.get('constexpr'), name)
        return 'constexpr'
    if isinstance(value, list):
        return tuple(tuples(item, (*path, i), constants, name) for i, item in enumerate(value))
    return value


def specialised(parameter, wanted):
    """The attributes that upstream's rules leave for a parameter."""
    annotated = getattr(parameter, 'annotation_type', '')
    if getattr(parameter, 'do_not_specialize', False):
        return []
    if getattr(parameter, 'do_not_specialize_on_alignment', False):
        wanted = [attribute for attribute in wanted if attribute != 'divisible_by_16']
    if annotated:
        plain = annotated == 'u1' or annotated[:2] in ('fp', 'bf')
        wanted = [] if plain else [attribute for attribute in wanted if attribute != 'equal_to_1']
    return wanted


def make_source(function, request):
    """Upstream's ASTSource for the request: every parameter has its type, constants are ordered by position."""
    from triton.compiler import ASTSource
    names = list(function.arg_names)
    given, constexprs = request.get('signature', {}), request.get('constexprs', {})
    attributes = request.get('attributes', {})
    defaults = {p.name: p.default for p in function.params if p.default is not inspect.Parameter.empty}
    for name in [*given, *constexprs, *attributes]:
        if name not in names:
            raise Failure('request', f'{function.__name__} has no parameter {name}', definition_of(function))
    signature, constants, attrs = {}, {}, {}
    for index, name in enumerate(names):
        wanted = specialised(function.params[index], attributes.get(name, []))
        if name in constexprs:
            module = sys.modules.get(function.fn.__module__)
            signature[name], constants[(index,)] = 'constexpr', constant(constexprs[name], name, module)
        elif 'equal_to_1' in wanted:
            signature[name], constants[(index,)] = 'constexpr', 1
        elif name in given and given[name] != 'constexpr':
            signature[name] = tuples(given[name], (index,), constants, name)
            if 'divisible_by_16' in wanted:
                attrs[(index,)] = [['tt.divisibility', 16]]
        elif name in defaults:
            signature[name], constants[(index,)] = 'constexpr', defaults[name]
        else:
            raise Failure('request', f'the launch gives no value for {name} of {function.__name__}',
                          definition_of(function))
    return ASTSource(function, signature, constants, attrs)


def definition_of(function):
    file, line, indent = first_line(function)
    return place_of(file, line, indent + 1)


def first_line(function):
    """File, line and indentation of a Triton function's `def`: where the text that upstream parses begins."""
    lines, start = inspect.getsourcelines(function.fn)
    for offset, line in enumerate(lines):
        if line.lstrip().startswith('def '):
            return function.fn.__code__.co_filename, start + offset, len(line) - len(line.lstrip())
    return function.fn.__code__.co_filename, start, 0


def make_ir(source, capability, context, backend, options):
    from triton.backends.compiler import GPUTarget
    common = (options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
    # 3.6 asks for the target too.
    if 'target' in inspect.signature(source.make_ir).parameters:
        return source.make_ir(GPUTarget('cuda', capability, 32), *common)
    return source.make_ir(*common)


def passes_of(backend, options, source):
    """Upstream's own function from the IR as emitted to ttir."""
    stages = {}
    if 'language' in inspect.signature(backend.add_stages).parameters:
        backend.add_stages(stages, options, source.language)
    else:
        backend.add_stages(stages, options)
    return stages['ttir']


def compile_kernel(function, request):
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import make_backend
    capability = int(request.get('capability', 90))
    source = make_source(function, request)
    backend = make_backend(GPUTarget('cuda', capability, 32))
    options = backend.parse_options({})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    try:
        module = make_ir(source, capability, context, backend, options)
        if request.get('stage', 'ttir') == 'ttir':
            module = passes_of(backend, options, source)(module, {})
    except Exception as error:
        raise compile_failure(error, function) from error
    text = str(module)
    name = re.search(r'tt\.func public @("[^"]*"|[\w$.]+)', text)
    return text, name[1].strip('"') if name else function.__name__


def compile_failure(error, function):
    """The innermost CompilationError is where it went wrong; those around it are the calls that led there."""
    from triton.compiler.errors import CompilationError
    chain, root, seen = [], error, set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        root = error
        if isinstance(error, CompilationError):
            chain.append(error)
        error = error.__cause__
    if not chain:
        return Failure('compile', describe(root), definition_of(function))
    inner = chain[-1]
    where = node_place(inner)
    extension = extension_in(getattr(inner, 'node', None))
    if extension:
        return extension_failure(extension, where)
    message = getattr(inner, 'error_message', None)
    if not message:
        message = describe(root) if root is not inner else type(inner).__name__
    notes = [('called from here', node_place(outer)) for outer in reversed(chain[:-1])]
    return Failure('compile', str(message).strip(), where or definition_of(function), notes)


def node_place(error):
    """File, line and column of a CompilationError's node, whose lines count from the function's `def`."""
    import gc
    from triton.runtime.jit import JITFunction
    node, text = getattr(error, 'node', None), getattr(error, 'src', None)
    if node is None or not hasattr(node, 'lineno'):
        return None
    for candidate in gc.get_objects():
        if isinstance(candidate, JITFunction) and getattr(candidate, 'src', None) == text:
            file, line, indent = first_line(candidate)
            return place_of(file, line + node.lineno - 1, node.col_offset + indent + 1)
    return None


def extension_in(node):
    """The extension of this chip that a call uses, or ''."""
    for part in ast.walk(node) if isinstance(node, ast.AST) else ():
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Attribute) and part.value.attr == 'mtia':
            return f'tl.mtia.{part.attr}'
        if isinstance(part, ast.Attribute) and part.attr in ('mtia', *EXTENSIONS):
            return f'tl.{part.attr}'
        if isinstance(part, ast.Call) and any(keyword.arg == 'direction' for keyword in part.keywords):
            return 'direction= of tl.load'
    return ''


def check_request(request):
    if not isinstance(request, dict):
        raise Failure('request', 'the request must be a JSON object')
    for key in ('source', 'function'):
        if not isinstance(request.get(key), str):
            raise Failure('request', f'the request lacks "{key}"')
    if request.get('stage', 'ttir') not in ('ttir', 'pre'):
        raise Failure('request', f'unknown stage {request["stage"]!r}: ttir or pre')


def answer(text):
    result = {'format': FORMAT, 'python': sys.version.split()[0], 'version': ''}
    try:
        try:
            request = json.loads(text)
        except ValueError as error:
            raise Failure('request', f'the request is no JSON: {error}')
        check_request(request)
        triton = load_triton()
        result['version'] = str(getattr(triton, '__version__', ''))
        _, warnings = version_of(triton)
        module = import_source(request)
        ttir, name = compile_kernel(find_kernel(module, request['function']), request)
        result.update(ttir=ttir, name=name, warnings=warnings)
    except Failure as failure:
        result['error'] = failure.answer
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        result['error'] = {'kind': 'internal', 'notes': [],
                           'message': f'{describe(error)} (in {last.filename}, line {last.lineno})'}
    return result


def main():
    # The answer has the real stdout for itself; whatever the kernel's file or a library prints goes to stderr.
    channel = os.dup(1)
    os.dup2(2, 1)
    result = answer(sys.stdin.buffer.read().decode('utf-8', 'replace'))
    sys.stdout.flush()
    with os.fdopen(channel, 'w', encoding='utf-8') as out:
        out.write(json.dumps(result) + '\n')
    sys.stderr.flush()
    # No teardown: threads that the kernel's file may have started must not keep this process alive.
    os._exit(1 if 'error' in result else 0)


if __name__ == '__main__':
    main()
