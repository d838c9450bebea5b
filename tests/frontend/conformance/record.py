#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the launch files of a folder on a GPU with upstream Triton and writes what the kernels computed into them as
`expect`. Needs an NVIDIA GPU, Triton 3.6, PyTorch and numpy; other keys of the files stay as they are.

    record.py FOLDER [NAME ...] [--check]      NAME without .launch.json; --check compares and writes nothing

Arguments are filled as the launch format says, from the bits of a hash, so that every machine sees the same values. A
constant of the launch that a decorator of the kernel computes (heuristics, autotune) is left to the decorator."""
import argparse
import importlib.util
import json
import pathlib
import sys

import numpy as np
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

TYPES = {'i1': torch.bool, 'i8': torch.int8, 'i16': torch.int16, 'i32': torch.int32, 'i64': torch.int64,
         'u8': torch.uint8, 'fp8e4nv': torch.float8_e4m3fn, 'fp8e5': torch.float8_e5m2, 'fp16': torch.float16,
         'bf16': torch.bfloat16, 'fp32': torch.float32, 'fp64': torch.float64}
DTYPES = {'i1': tl.int1, 'i8': tl.int8, 'i16': tl.int16, 'i32': tl.int32, 'i64': tl.int64, 'u8': tl.uint8,
          'fp8e4nv': tl.float8e4nv, 'fp8e5': tl.float8e5, 'fp16': tl.float16, 'bf16': tl.bfloat16, 'fp32': tl.float32,
          'fp64': tl.float64}
SAMPLES = 128  # at most so many elements are written down


def hashes(count: int, salt: int) -> np.ndarray:
    """hash(i, salt) for i = 0 .. count - 1, 32 bits each."""
    u = (np.arange(count, dtype=np.uint64) * 2654435761 + salt) & 0xffffffff
    for shift, factor in ((16, 0x7feb352d), (15, 0x846ca68b)):
        u ^= u >> shift
        u = u * factor & 0xffffffff
    return u ^ u >> 16


def filled(argument: dict, floatRange: list[float]) -> torch.Tensor:
    """The content of a pointer argument before the run."""
    kind, count = argument['type'][1:], argument['elements']
    if 'values' in argument:
        return torch.tensor(argument['values']).to(TYPES[kind])
    u = hashes(count, argument['salt'])
    if kind == 'i1':
        return torch.tensor((u & 1).astype(bool))
    if kind[0] in 'iu':
        low, high = argument.get('low', 0), argument.get('high', 127)
        return torch.tensor(low + (u % (high - low + 1)).astype(np.int64)).to(TYPES[kind])
    low, high = (np.float32(bound) for bound in floatRange)
    unit = (u >> 8).astype(np.float32) * np.float32(2.0**-24)
    return torch.tensor(unit * np.float32(high - low) + low).to(TYPES[kind])


def number(value) -> float | str:
    value = float(value)
    return value if np.isfinite(value) else 'nan' if np.isnan(value) else 'inf' if value > 0 else '-inf'


def summary(tensor: torch.Tensor) -> dict:
    """`expect` of one argument."""
    values = tensor.detach().cpu().to(torch.float64).numpy().reshape(-1)
    count = len(values)
    finite = np.isfinite(values)
    shown = np.where(finite, values, 0.0)
    weights = (hashes(count, 0x9E3779B9) >> 8).astype(np.float64) * 2.0**-24
    places = (hashes(min(count, SAMPLES), 0) * count) >> 32
    return {'elements': count, 'sum': float(shown.sum()), 'abs_sum': float(np.abs(shown).sum()),
            'weighted_sum': float((shown * weights).sum()), 'nonfinite': int((~finite).sum()),
            'samples': [number(values[int(place)]) for place in places]}


def bits(tensor: torch.Tensor) -> torch.Tensor:
    return tensor if tensor.dtype == torch.bool else tensor.view(torch.uint8)


def given(argument: dict, name: str, floatRange: list[float], buffers: dict):
    """What the kernel is called with for an argument; its buffers are noted under their dotted names."""
    kind = argument['type']
    if kind.startswith('*'):
        buffers[name] = filled(argument, floatRange).cuda()
        return buffers[name]
    if kind == 'tuple':
        return tuple(given(item, f'{name}.{item.get("name", i)}', floatRange, buffers)
                     for i, item in enumerate(argument['items']))
    if kind.startswith('tensordesc<'):
        element, block = kind.removeprefix('tensordesc<').removesuffix(']>').split('[')
        base = given({**argument['base'], 'type': '*' + element}, name, floatRange, buffers)
        return TensorDescriptor(base, argument['shape'], argument['strides'], [int(n) for n in block.split(',')])
    if kind.endswith(']'):
        return tuple(argument['values'])
    return tl.constexpr(argument['value']) if kind == 'constexpr' else argument['value']


def constant(value, module):
    """A constant of the launch: types and functions of the file by name."""
    if isinstance(value, list):
        return tuple(constant(item, module) for item in value)
    if isinstance(value, dict):
        return getattr(module, value['function']) if 'function' in value else DTYPES[value['dtype']]
    return value


def setByDecorators(kernel) -> set[str]:
    """Names of constants that heuristics or autotune give."""
    names = set()
    while not isinstance(kernel, triton.JITFunction):
        names.update(getattr(kernel, 'values', {}))
        for config in getattr(kernel, 'configs', ()):
            names.update(config.kwargs)
        kernel = kernel.fn
    return names


def moduleOf(path: pathlib.Path, launch: dict):
    source = path.parent / launch['kernel']['source']
    spec = importlib.util.spec_from_file_location(source.stem, source)
    module = importlib.util.module_from_spec(spec)
    sys.modules[source.stem] = module
    spec.loader.exec_module(module)
    return module


def recorded(path: pathlib.Path) -> dict:
    """The launch of a file with `expect` as computed here, for each of its cases."""
    launch = json.loads(path.read_text())
    module = moduleOf(path, launch)
    kernel = getattr(module, launch['kernel']['function'])
    decided = setByDecorators(kernel)
    constants = {name: constant(value, module) for name, value in launch['constexprs'].items() if name not in decided}
    for case in launch['cases']:
        buffers = {}
        arguments = {argument['name']: given(argument, argument['name'], case['float_range'], buffers)
                     for argument in launch['args']}
        before = {name: buffer.clone() for name, buffer in buffers.items()}
        kernel[tuple(launch['grid'])](**arguments, **constants)
        torch.cuda.synchronize()
        allowed = {name: {key: value for key, value in expect.items() if key in ('tolerance', 'reason')}
                   for name, expect in case.get('expect', {}).items()}
        case['expect'] = {name: {**summary(buffer), **allowed.get(name, {})} for name, buffer in buffers.items()
                          if not torch.equal(bits(buffer), bits(before[name]))}
    return launch


# Relative allowances by element type: of a sample, of the mean magnitude, of the sums. Others are exact.
ALLOWED = {'fp32': (4e-5, 4e-5, 2e-5), 'bf16': (4e-5 + 2**-7, 4e-5 + 2**-9, 2**-8),
           'fp16': (4e-5 + 2**-10, 4e-5 + 2**-12, 2**-11)}


def agree(new: dict, old: dict, kind: str) -> bool:
    """Whether two `expect` of one argument are the same by the launch format's rule."""
    wide = old.get('tolerance', 1.0)
    sample, mean, sums = (wide * part for part in ALLOWED.get(kind, (0.0, 0.0, 0.0)))
    if any(new[key] != old[key] for key in ('elements', 'nonfinite')) or len(new['samples']) != len(old['samples']):
        return False
    magnitude = old['abs_sum'] / max(1, old['elements'])
    return (all(abs(new[key] - old[key]) <= sums * old['abs_sum'] for key in ('sum', 'abs_sum', 'weighted_sum')) and
            all(a == b or (not isinstance(a, str) and not isinstance(b, str) and
                           abs(a - b) <= sample * abs(b) + mean * magnitude)
                for a, b in zip(new['samples'], old['samples'])))


def kind_of(arguments: list[dict], name: str) -> str:
    """Element type of the buffer with a dotted name."""
    head, _, rest = name.partition('.')
    for i, argument in enumerate(arguments):
        if head in (argument.get('name'), str(i)):
            if rest:
                return kind_of(argument.get('items', []), rest)
            return argument['type'].removeprefix('*').removeprefix('tensordesc<').partition('[')[0]
    return ''


def unchanged(new: dict, old: dict) -> bool:
    return all(one['expect'].keys() == other.get('expect', {}).keys() and
               all(agree(one['expect'][name], other['expect'][name], kind_of(new['args'], name))
                   for name in one['expect'])
               for one, other in zip(new['cases'], old['cases'], strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('names', nargs='*')
    parser.add_argument('--check', action='store_true', help='report what differs from the files; write nothing')
    options = parser.parse_args()
    triton.set_allocator(lambda size, align, stream: torch.empty(size, dtype=torch.int8, device='cuda'))
    paths = sorted(options.folder.glob('*.launch.json'))
    if options.names:
        paths = [path for path in paths if path.name.removesuffix('.launch.json') in options.names]
    bad = 0
    for path in paths:
        try:
            launch = recorded(path)
        except Exception as error:  # one kernel that upstream rejects must not end the run
            while error.__cause__ is not None:
                error = error.__cause__
            print(f'{path.name}: {type(error).__name__}: {str(error)[-300:]}')
            bad += 1
            continue
        if not options.check:
            path.write_text(json.dumps(launch, indent=1) + '\n')
        elif not unchanged(launch, json.loads(path.read_text())):
            print(f'{path.name}: other values than the file has')
            bad += 1
    print(f'{len(paths) - bad} of {len(paths)} launches {"agree" if options.check else "recorded"}')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
