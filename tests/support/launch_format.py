# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The launch format in plain Python: the fill of arguments, rounding to their types, the summary of results."""
import json
import math
import struct

M32 = 0xFFFFFFFF


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def f16(x):
    return struct.unpack("e", struct.pack("e", x))[0]


def bf16(x):
    u = struct.unpack("I", struct.pack("f", x))[0]
    u = (u + 0x7FFF + (u >> 16 & 1)) & 0xFFFF0000
    return struct.unpack("f", struct.pack("I", u))[0]


ROUND = {"*fp32": f32, "*fp16": f16, "*bf16": bf16, "*fp64": float}


def mix(i, salt):
    u = (i * 2654435761 + salt) & M32
    u ^= u >> 16
    u = u * 0x7FEB352D & M32
    u ^= u >> 15
    u = u * 0x846CA68B & M32
    return u ^ (u >> 16)


def fill(argument, low, high):
    """The content of an argument before the run: a list, or a scalar's value."""
    if "value" in argument:
        value = argument["value"]
        return f32(value) if argument["type"] == "fp32" else value
    if "pointers" in argument:
        return [fill(each, low, high) for each in argument["pointers"]]
    if "values" in argument:
        return list(argument["values"])
    salt, count = argument["salt"], argument["elements"]
    if argument["type"] in ROUND:
        span, to_type = f32(high - low), ROUND[argument["type"]]
        return [to_type(f32(f32(f32((mix(i, salt) >> 8) * 2.0 ** -24) * span) + low)) for i in range(count)]
    lo, hi = argument.get("low", 0), argument.get("high", 127)
    return [lo + mix(i, salt) % (hi - lo + 1) for i in range(count)]


def summary(values, type_text):
    """What "expect" holds of an argument after the run."""
    values = [ROUND.get(type_text, int)(v) for v in values]
    count = len(values)
    finite = [(i, v) for i, v in enumerate(values) if math.isfinite(v)]
    weighted = math.fsum(v * ((mix(i, 0x9E3779B9) >> 8) * 2.0 ** -24) for i, v in finite)
    samples = [float(values[mix(j, 0) * count >> 32]) for j in range(min(count, 128))]
    return {"elements": count, "sum": math.fsum(v for _, v in finite),
            "abs_sum": math.fsum(abs(v) for _, v in finite), "weighted_sum": weighted,
            "nonfinite": count - len(finite),
            "samples": [s if math.isfinite(s) else str(s) for s in samples]}


def text(launch):
    """A launch as the text of a file: an argument or a case a line."""
    head = json.dumps({key: launch[key] for key in ("format", "kernel", "grid", "constexprs")}, indent=1)[:-2]
    lines = lambda items: ",\n".join("  " + json.dumps(item) for item in items)
    return f'{head},\n "args": [\n{lines(launch["args"])}\n ],\n "cases": [\n{lines(launch["cases"])}\n ]\n}}\n'
