#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which accesses of kernels in upstream's IR are affine once flat indices are split.

Reads .ttir text alone and knows nothing of the compiler under test. An index is a sum of products
of constants, uniform scalars and digits; a digit is (E // q) % r of a linear expression E over the
lanes of the tile, with constant q and r. An access is affine if for each E the splitting points q
and q * r of all its digits divide each other in a row: then one mixed-radix split of E makes the
index affine in the digits.

    affine.py FOLDER|FILE...        one line an access: file, kind, line:column, verdict, detail
"""
import math
import os
import re
import sys
from collections import namedtuple

INFINITE = 0  # r of a plain quotient

Access = namedtuple("Access", "file kind line column shape bytes affine detail digits")

# A value is either None (no linear form) or a dict from monomial to constant. A monomial is a sorted
# tuple of factors; a factor is ("uniform", name), ("lane", dim) or ("digit", key of E, q, r).


def varies(factor):
    if factor[0] == "digit":
        return any(varies(f) for monomial, _ in factor[1] for f in monomial)
    return factor[0] == "lane"


def is_uniform(form):
    return all(not varies(f) for monomial in form for f in monomial)


def key_of(form):
    return tuple(sorted(form.items(), key=repr))


def constant_of(form):
    if form is None or any(form.keys() - {()}):
        return None
    return form.get((), 0)


def add(a, b, factor=1):
    if a is None or b is None:
        return None
    out = dict(a)
    for monomial, c in b.items():
        out[monomial] = out.get(monomial, 0) + factor * c
        if out[monomial] == 0:
            del out[monomial]
    return out


def multiply(a, b):
    if a is None or b is None or not (is_uniform(a) or is_uniform(b)):
        return None
    out = {}
    for m, c in a.items():
        for n, d in b.items():
            monomial = tuple(sorted(m + n, key=repr))
            out[monomial] = out.get(monomial, 0) + c * d
    return {m: c for m, c in out.items() if c}


def single_digit(form):
    """(E, q, r) if the form is one digit alone."""
    if len(form) == 1:
        (monomial, c), = form.items()
        if c == 1 and len(monomial) == 1 and monomial[0][0] == "digit":
            return monomial[0]
    return None


def divide(form, q, rest):
    """Floor division by a constant, or its rest."""
    if form is None or q is None or q <= 0:
        return None
    if q == 1:
        return {} if rest else form
    inner = single_digit(form)
    if inner:
        _, key, p, r = inner
        if not rest and (r == INFINITE or r % q == 0):
            return digit(key, p * q, INFINITE if r == INFINITE else r // q)
        if rest and (r == INFINITE or r % q == 0):
            return digit(key, p, q)
        if rest and r != INFINITE and r <= q:
            return form
    # Lanes whose step q divides leave the division; all that is uniform stays, so that the digits of
    # one flat index are known as such.
    leaves = {m for m, c in form.items() if c % q == 0 and any(varies(f) for f in m)}
    whole = {m: form[m] // q for m in leaves}
    part = {m: c for m, c in form.items() if m not in leaves}
    if not part:
        return {} if rest else whole
    if rest:
        return digit(key_of(part), 1, q)
    return add(whole, digit(key_of(part), q, INFINITE))


def digit(key, q, r):
    if r == 1:
        return {}
    if len(key) == 1 and key[0][0] == () and r != INFINITE:
        return {(): key[0][1] // q % r} if key[0][1] // q % r else {}
    if q == 1 and r == INFINITE:
        return dict(key)
    return {(("digit", key, q, r),): 1}


def renumber(form, mapping):
    def of_factor(f):
        if f[0] == "lane":
            return ("lane", mapping[f[1]])
        if f[0] == "digit":
            return ("digit", key_of(dict((of_monomial(m), c) for m, c in f[1])), f[2], f[3])
        return f

    def of_monomial(m):
        return tuple(sorted((of_factor(f) for f in m), key=repr))

    return None if form is None else {of_monomial(m): c for m, c in form.items()}


def is_chain(points):
    points = sorted(points)
    return all(b % a == 0 for a, b in zip(points, points[1:]))


def judge(form):
    """(affine?, detail, digits) of an index."""
    if form is None:
        return False, "not linear", []
    digits = sorted({f for m in form for f in m if f[0] == "digit" and varies(f)}, key=repr)
    points = {}

    def collect(f):
        points.setdefault(f[1], set()).update({f[2]} | ({f[2] * f[3]} if f[3] else set()))
        for m, _ in f[1]:
            for g in m:
                if g[0] == "digit" and varies(g):
                    return "digit of a digit"
        return None

    for f in digits:
        if collect(f):
            return False, "digit of a digit", digits
    for m in form:
        if sum(varies(f) for f in m) > 1:
            return False, "product of indices", digits
    for e, p in points.items():
        if not is_chain(p):
            return False, "splitting points %s do not divide each other" % sorted(p), digits
    return True, "", digits


TYPE = re.compile(r"tensor<((?:\d+x)*)(!tt\.ptr<[^<>]+>|[a-z]+\d+\w*)>")
LOC_DEF = re.compile(r'^#(loc\d*) = loc\((.*)\)\s*$')
BYTES = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "bf16": 2, "f32": 4, "f64": 8}


def shape_of(text):
    m = TYPE.search(text)
    return [int(x) for x in m.group(1).split("x") if x] if m else []


class Reader:
    def __init__(self, path):
        self.path = path
        self.forms, self.accesses, self.locs = {}, [], {}
        self.lines = open(path, encoding="utf-8").read().split("\n")
        for line in self.lines:
            m = LOC_DEF.match(line)
            if m:
                self.locs[m.group(1)] = m.group(2)

    def position(self, text):
        """line and column of the innermost file location."""
        for _ in range(20):
            m = re.search(r'"[^"]*":(\d+):(\d+)', text)
            if m:
                return int(m.group(1)), int(m.group(2))
            m = re.search(r"#(loc\d*)", text)
            if not m:
                return 0, 0
            text = self.locs.get(m.group(1), "")
        return 0, 0

    def get(self, name):
        return self.forms.get(name)

    def run(self):
        for line in self.lines:
            self.line(line.strip())
        return self.accesses

    def line(self, line):
        if "tt.func" in line:
            for name in re.findall(r"%(\w+): (?:i\d+|!tt\.ptr)", line):
                self.forms["%" + name] = {(("uniform", "%" + name),): 1}
            return
        body = re.sub(r" loc\(.*$", "", line)
        loc = line[len(body):]
        m = re.match(r"(%[\w#:, %]+?) = (.*)$", body)
        names, op = ([n.strip() for n in m.group(1).split(",")], m.group(2)) if m else ([], body)
        if "scf.for" in op:
            iv = re.match(r"scf\.for (%\w+) = ", op).group(1)
            self.forms[iv] = {(("uniform", iv),): 1}
            return
        if op.startswith("tt.load") or op.startswith("tt.store"):
            return self.access(op, loc)
        if len(names) == 1:
            self.forms[names[0]] = self.value(names[0], op)

    def access(self, op, loc):
        pointer = re.search(r"(%[\w#]+)", op).group(1)
        shape = shape_of(op[op.rindex(" : "):])
        if not shape:
            return
        kind = op[3:op.index(" ")]
        element = re.search(r"!tt\.ptr<(\w+)", op).group(1)
        line, column = self.position(loc)
        affine, detail, digits = judge(self.get(pointer))
        size = math.prod(shape) * BYTES.get(element, 1)
        self.accesses.append(Access(self.path, kind, line, column, shape, size, affine, detail, digits))

    def value(self, name, op):
        args = re.findall(r"%[\w#]+", op)
        name_of_op = op.split()[0].strip('"')
        first = self.get(args[0]) if args else None
        second = self.get(args[1]) if len(args) > 1 else None
        if name_of_op == "arith.constant":
            m = re.match(r"arith\.constant (?:dense<)?(-?\d+|true|false)>? : ", op)
            if not m or re.match(r"arith\.constant dense<-?\d+\.", op):
                return None
            number = {"true": 1, "false": 0}.get(m.group(1)) if m.group(1)[0] in "tf" else int(m.group(1))
            return {(): number} if number else {}
        if name_of_op in ("tt.get_program_id", "tt.get_num_programs"):
            return {(("uniform", op.split(" loc")[0]),): 1}
        if name_of_op == "tt.make_range":
            start = int(re.search(r"start = (\d+)", op).group(1))
            return add({(("lane", 0),): 1}, {(): start} if start else {})
        if name_of_op in ("tt.splat", "arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast",
                          "tt.broadcast", "tt.bitcast"):
            return first
        if name_of_op == "tt.expand_dims":
            axis = int(re.search(r"axis = (\d+)", op).group(1))
            return renumber(first, [d + (d >= axis) for d in range(8)])
        if name_of_op == "tt.trans":
            order = [int(x) for x in re.search(r"order = array<i32: ([^>]*)>", op).group(1).split(",")]
            return renumber(first, {source: d for d, source in enumerate(order)})
        if name_of_op in ("arith.addi", "tt.addptr"):
            return add(first, second)
        if name_of_op == "arith.subi":
            return add(first, second, -1)
        if name_of_op == "arith.muli":
            return multiply(first, second)
        if name_of_op in ("arith.divsi", "arith.divui"):
            return divide(first, constant_of(second), rest=False)
        if name_of_op in ("arith.remsi", "arith.remui"):
            return divide(first, constant_of(second), rest=True)
        if not TYPE.search(op):
            return {(("uniform", name),): 1}  # any other scalar
        return None


def files_in(path):
    if os.path.isfile(path):
        return [path]
    found = []
    for folder, _, names in os.walk(path):
        found += [os.path.join(folder, n) for n in names
                  if n.endswith(".ttir") and not n.endswith(".source.ttir")]
    return sorted(found)


def accesses_of(path):
    return Reader(path).run()


def main(paths):
    total = affine = 0
    for root in paths:
        for path in files_in(root):
            for a in accesses_of(path):
                total += 1
                affine += a.affine
                print("%s %s %d:%d %s %s %s" % (a.file, a.kind, a.line, a.column,
                                                "x".join(map(str, a.shape)),
                                                "affine" if a.affine else "other", a.detail))
    print("%d of %d accesses of tiles are affine" % (affine, total))


if __name__ == "__main__":
    main(sys.argv[1:])
