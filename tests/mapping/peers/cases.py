# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cases of this folder: arguments, what the results are by definition, and the rungs that accesses reach at least.

A case is (function, grid, constexprs, arguments, results, rungs); `results` takes the filled arguments by name,
`rungs` is {(kind, argument): rung}.
"""


def buffer(name, type_text, count, salt=0, **more):
    return {"name": name, "type": type_text, "elements": count, **({} if "values" in more else {"salt": salt}), **more}


def number(name, value):
    return {"name": name, "type": "i32", "value": value}


CASES = {
    "triton-shared-14-48-several-modulos": (
        "several_modulos", [2, 2], {"BM": 16, "BN": 32},
        [buffer("x", "*fp32", 25 * 50, 1), buffer("y", "*fp32", 32 * 64, 2), number("M", 25), number("N", 50)],
        lambda a: {"y": [a["x"][i % 25 * 50 + j % 50] for i in range(32) for j in range(64)]},
        {("load", "x"): "gather", ("store", "y"): "dma"}),
    "triton-shared-15-select": (
        "select_of_offsets", [5], {"BLOCK": 64},
        [buffer("x", "*fp32", 320, 3), buffer("y", "*fp32", 320, 4), number("threshold", 2), number("n", 320)],
        lambda a: {"y": [a["x"][i if i < 128 else 320 - (i // 64 + 1) * 64 + i % 64] for i in range(320)]},
        {("load", "x"): "dma", ("store", "y"): "dma"}),
    "triton-shared-15-select-of-lanes": (
        "select_of_lanes", [3], {"BLOCK": 64},
        [buffer("x", "*fp32", 150, 5), buffer("y", "*fp32", 192, 6), number("n", 150)],
        lambda a: {"y": [a["x"][min(i, 149)] for i in range(192)]},
        {("load", "x"): "gather", ("store", "y"): "dma"}),
    "triton-shared-16-division": (
        "division", [3], {"BLOCK": 64},
        [buffer("x", "*fp32", 24 * 20, 7), buffer("y", "*fp32", 192, 8)],
        lambda a: {"y": [a["x"][i // 8 * 20 + i % 8] for i in range(192)]},
        {("load", "x"): "dma", ("store", "y"): "dma"}),
    "triton-shared-202-lower-bound": (
        "lower_bound", [3], {"BLOCK": 64},
        [buffer("x", "*fp32", 90, 9), buffer("y", "*fp32", 192, 10), number("first", 40), number("last", 130)],
        lambda a: {"y": [a["x"][i - 40] if 40 <= i < 130 else -3.0 for i in range(192)]},
        {("load", "x"): "dma", ("store", "y"): "dma"}),
    "two-bases-by-cat": (
        "two_bases", [1], {"HALF": 32},
        [buffer("a", "*i32", 32, 11), buffer("b", "*i32", 32, 12), buffer("y", "*i32", 1, 13)],
        lambda a: {"y": [sum(a["a"]) + sum(a["b"])]},
        {("load", ""): "gather", ("store", "y"): "dma"}),
    "two-unstructured-dimensions": (
        "two_unstructured", [1], {"BM": 16, "BN": 32},
        [buffer("x", "*fp32", 40 * 60, 14), buffer("rows", "*i32", 16, 15, low=0, high=39),
         buffer("cols", "*i64", 32, 16, low=0, high=59), buffer("y", "*fp32", 512, 17), number("pitch", 60)],
        lambda a: {"y": [a["x"][r * 60 + c] for r in a["rows"] for c in a["cols"]]},
        {("load", "x"): "gather", ("load", "rows"): "dma", ("load", "cols"): "dma", ("store", "y"): "dma"}),
    "triton-shared-309-size-one-mask": (
        "size_one_mask", [6], {"BLOCK": 64},
        [buffer("x", "*fp32", 4 * 50, 18), buffer("y", "*fp32", 6 * 64, 19), number("M", 4), number("N", 50)],
        lambda a: {"y": [a["x"][r * 50 + c] if r < 4 and c < 50 else 5.0 for r in range(6) for c in range(64)]},
        {("load", "x"): "dma", ("store", "y"): "dma"}),
    "intel-8060-mask-from-iter-arg": (
        "mask_in_loop", [1], {"BLOCK": 64},
        [buffer("x", "*i32", 200, 20), buffer("y", "*fp32", 64, 21), number("n", 200)],
        lambda a: {"y": [float(sum(a["x"][i::64])) for i in range(64)]},
        {("load", "x"): "gather", ("store", "y"): "dma"}),
    "axis-that-the-split-does-not-divide": (
        "undivided_axis", [4], {"BLOCK": 64},
        [buffer("x", "*fp32", 360, 22), buffer("y", "*fp32", 256, 23), number("n", 213)],
        lambda a: {"y": [a["x"][i // 6 * 10 + i % 6] if i < 213 else a["y"][i] for i in range(256)]},
        {("load", "x"): "strided", ("store", "y"): "dma"}),
    "inductor-6532-flattened-strided-store": (
        "flattened_strided_store", [6], {"BLOCK": 64},
        [buffer("x", "*fp32", 384, 24), buffer("y", "*fp32", 384, 25), number("n", 384)],
        lambda a: {"y": [a["x"][i % 24 * 16 + i // 24] for i in range(384)]},
        {("load", "x"): "dma", ("store", "y"): "dma"}),
}

RUNGS = {name: case[-1] for name, case in CASES.items()}
ORDER_OF_SUMS_IS_THE_MACHINES = frozenset()
ON_DESCRIPTORS = frozenset()
