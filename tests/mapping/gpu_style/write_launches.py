# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the launch files of this folder with their expectations: write_launches.py [FOLDER]. A test compares the
result with the committed files."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "support"))

import launch_format
import references


class Arguments:
    """Arguments of a launch; every buffer gets a salt of its own."""

    def __init__(self, salt):
        self.salt, self.list = salt, []

    def tensor(self, name, type_text, *shape, **more):
        count, strides = 1, []
        for extent in reversed(shape):
            strides.insert(0, count)
            count *= extent
        self.salt += 1
        return {"name": name, "type": type_text, "elements": count, "shape": list(shape), "strides": strides,
                **({} if "values" in more else {"salt": self.salt}), **more}

    def add(self, name, type_text, *shape, **more):
        self.list.append(self.tensor(name, type_text, *shape, **more))
        return self

    def addresses(self, name, tensors):
        self.list.append({"name": name, "type": "*i64", "elements": len(tensors), "pointers": [
            self.tensor(str(i), type_text, *shape) for i, (type_text, *shape) in enumerate(tensors)]})
        return self

    def scalars(self, **values):
        for name, value in values.items():
            self.list.append({"name": name, "type": "fp32" if isinstance(value, float) else "i32", "value": value})
        return self


def attention(direction, causal, heads, n, d):
    args = Arguments(500 + 50 * causal)
    shape = (heads, n, d)
    half = lambda *names: [args.add(name, "*fp16", *shape) for name in names]
    if direction == "fwd":
        half("Q", "K", "V")
        args.scalars(sm_scale=0.25).add("M", "*fp32", heads, n).add("Out", "*fp16", *shape)
        args.scalars(stride_h=n * d, stride_n=d, H=heads, N_CTX=n)
        return ("_attn_fwd", ["cdiv(N_CTX, BLOCK_M)", heads],
                {"HEAD_DIM": d, "BLOCK_M": 32, "BLOCK_N": 32, "STAGE": 3 if causal else 1}, args)
    half("Q", "K", "V")
    args.scalars(sm_scale=0.25)
    half("DO", "DQ", "DK", "DV")
    # Logarithms of the sums near what the forward pass leaves, so that probabilities are at most about one.
    args.add("M", "*fp32", heads, n, values=[7.0] * (heads * n)).add("D", "*fp32", heads, n)
    args.scalars(stride_h=n * d, stride_n=d, N_CTX=n)
    return ("_attn_bwd", ["cdiv(N_CTX, BLOCK_N)", heads],
            {"HEAD_DIM": d, "BLOCK_M": 32, "BLOCK_N": 32, "CAUSAL": bool(causal)}, args)


def layer_norm_backward(function, rows, n, constexprs):
    args = Arguments(400)
    args.add("DX", "*fp32", rows, n).add("DY", "*fp32", rows, n)
    partial = (constexprs["GROUP_SIZE"], n) if "GROUP_SIZE" in constexprs else (n,)
    args.add("DW", "*fp32", *partial).add("DB", "*fp32", *partial)
    args.add("X", "*fp32", rows, n).add("W", "*fp32", n).add("Mean", "*fp32", rows).add("Rstd", "*fp32", rows)
    if "GROUP_SIZE" in constexprs:
        locks = 2 * constexprs["GROUP_SIZE"]
        args.add("Lock", "*i32", locks, values=[0] * locks)
    args.scalars(stride=n, N=n)
    return function, [rows], constexprs, args


def grouped(sizes):
    args = Arguments(1600)
    args.addresses("group_a_ptrs", [("*fp16", m, k) for m, n, k in sizes])
    args.addresses("group_b_ptrs", [("*fp16", k, n) for m, n, k in sizes])
    args.addresses("group_c_ptrs", [("*fp16", m, n) for m, n, k in sizes])
    args.add("group_gemm_sizes", "*i32", len(sizes), 3, values=[v for size in sizes for v in size])
    args.add("g_lds", "*i32", len(sizes), 3, values=[v for m, n, k in sizes for v in (k, n, n)])
    args.scalars(group_size=len(sizes))
    return ("grouped_matmul_kernel", ["NUM_SM"],
            {"NUM_SM": 5, "BLOCK_SIZE_M": 32, "BLOCK_SIZE_N": 32, "BLOCK_SIZE_K": 32}, args)


def plain_launches():
    """name -> (function, grid, constexprs, arguments)"""
    A = Arguments
    yield "vector_add-10007", ("add_kernel", ["cdiv(numel, BLOCK_SIZE)"], {"BLOCK_SIZE": 1024},
                               A(100).add("lhs", "*fp32", 10007).add("rhs", "*fp32", 10007)
                               .add("out", "*fp32", 10007).scalars(numel=10007))
    yield "fused_softmax-37x300", ("softmax_kernel", [16], {"BLOCK_SIZE": 512, "num_stages": 2},
                                   A(200).add("dst", "*fp32", 37, 300).add("src", "*fp32", 37, 300)
                                   .scalars(src_pitch=300, dst_pitch=300, n_rows=37, n_cols=300))
    M, N, K = 100, 90, 70
    yield "grouped_matmul-100x90x70", (
        "matmul_kernel", ["cdiv(M, BLOCK_M) * cdiv(N, BLOCK_N)"],
        {"BLOCK_M": 32, "BLOCK_N": 64, "BLOCK_K": 32, "GROUP_M": 2, "ACTIVATION": "leaky_relu"},
        A(300).add("a_ptr", "*fp16", M, K).add("b_ptr", "*fp16", K, N).add("c_ptr", "*fp16", M, N)
        .scalars(M=M, N=N, K=K, stride_am=K, stride_ak=1, stride_bk=N, stride_bn=1, stride_cm=N, stride_cn=1))
    yield "layer_norm-fwd-19x300", (
        "_layer_norm_fwd", [19], {"BLOCK_SIZE": 128},
        A(350).add("X", "*fp32", 19, 300).add("Y", "*fp32", 19, 300).add("W", "*fp32", 300).add("B", "*fp32", 300)
        .add("Mean", "*fp32", 19).add("Rstd", "*fp32", 19).scalars(stride=300, N=300, eps=1e-5))
    yield "layer_norm-bwd-atomic-19x100", layer_norm_backward("_layer_norm_bwd_atomic", 19, 100, {"BLOCK_SIZE": 128})
    yield "layer_norm-bwd-lock-19x100", layer_norm_backward("_layer_norm_bwd_lock", 19, 100,
                                                            {"GROUP_SIZE": 4, "BLOCK_SIZE": 128})
    yield "layer_norm-bwd-dwdb-19x100", (
        "_layer_norm_bwd_dwdb", ["cdiv(N, BLOCK_N)"], {"BLOCK_M": 16, "BLOCK_N": 32},
        A(450).add("DW", "*fp32", 19, 100).add("DB", "*fp32", 19, 100).add("FINAL_DW", "*fp32", 100)
        .add("FINAL_DB", "*fp32", 100).scalars(M=19, N=100))
    for direction in ("fwd", "bwd"):
        for causal in (0, 1):
            name = f"flash_attention-{direction}-{'causal' if causal else 'full'}-2x77x32"
            yield name, attention(direction, causal, 2, 77, 32)
    yield "flash_attention-preprocess-2x77x32", (
        "_attn_bwd_preprocess", ["cdiv(N_CTX, BLOCK_M)", 2], {"BLOCK_M": 32, "HEAD_DIM": 32},
        A(600).add("O", "*fp16", 2, 77, 32).add("DO", "*fp16", 2, 77, 32).add("Delta", "*fp32", 2, 77)
        .scalars(N_CTX=77))
    yield "dropout-5000", ("_seeded_dropout", ["cdiv(n_elements, BLOCK_SIZE)"], {"BLOCK_SIZE": 1024},
                           A(700).add("x_ptr", "*fp32", 5000).add("output_ptr", "*fp32", 5000)
                           .scalars(n_elements=5000, p=0.3, seed=123))
    M, N, K, G = 40, 72, 160, 64
    groups = (K + G - 1) // G
    yield "int8_matmul-40x72x160", (
        "w8a16_matmul", ["cdiv(M, BLOCK_M)", "cdiv(N, BLOCK_N)"],
        {"GROUP": G, "BLOCK_M": 32, "BLOCK_N": 64, "BLOCK_K": 32, "EVEN_K": True},
        A(800).add("x_ptr", "*fp16", M, K).add("w_ptr", "*i8", K, N, low=-128, high=127)
        .add("scale_ptr", "*fp16", groups, N).add("shift_ptr", "*fp16", groups, N).add("y_ptr", "*fp16", M, N)
        .scalars(M=M, N=N, K=K, stride_xm=K, stride_wk=N, stride_sg=N, stride_ym=N))
    yield "rotary-2x9", (
        "rope_kernel", [18], {"n_q_heads": 6, "n_k_heads": 2, "head_dim": 24, "PAD_Q_HEADS": 8, "PAD_K_HEADS": 2,
                              "PAD_HALF": 16},
        A(900).add("q_ptr", "*bf16", 18, 6, 24).add("k_ptr", "*bf16", 18, 2, 24).add("cos_ptr", "*fp32", 9, 12)
        .add("sin_ptr", "*fp32", 9, 12)
        .scalars(q_row_stride=144, k_row_stride=48, cos_row_stride=12, seq_len=9))
    rows, vocabulary = 5, 5003
    yield "cross_entropy-5x5003", (
        "cross_entropy_kernel", [rows], {"label_smoothing": 0.1, "BLOCK_SIZE": 1024},
        A(1000).add("X_ptr", "*fp32", rows, vocabulary).scalars(X_stride=vocabulary)
        .add("Y_ptr", "*i64", rows, values=[17, 5002, -100, 0, 1024]).add("loss_ptr", "*fp32", rows)
        .scalars(n_cols=vocabulary, n_non_ignore=4, ignore_index=-100))
    yield "jagged_mean-6x72", (
        "jagged_mean_kernel", ["6 * cdiv(D, BLOCK_D)"], {"BLOCK_ROWS": 16, "BLOCK_D": 64},
        A(1100).add("values", "*fp32", 101, 72).add("offsets", "*i64", 7, values=[0, 5, 5, 38, 39, 71, 101])
        .add("out", "*fp32", 6, 72).scalars(D=72))
    yield "embedding_bag-7x40", (
        "embedding_bag_kernel", ["n_bags", "cdiv(D, BLOCK_D)"], {"BLOCK_B": 8, "BLOCK_D": 32},
        A(1200).add("table", "*fp32", 50, 40).add("indices", "*i64", 60, low=0, high=49)
        .add("offsets", "*i64", 7, values=[0, 3, 3, 20, 28, 29, 50]).add("weights", "*fp32", 60)
        .add("out", "*fp32", 7, 40).scalars(n_bags=7, n_indices=60, D=40, table_stride=40, padding_idx=3))
    yield "topk_gating-45x10", (
        "topk_gating_kernel", ["cdiv(n_tokens, BLOCK_T)"], {"K": 2, "RENORMALIZE": True, "BLOCK_T": 16, "BLOCK_E": 16},
        A(1300).add("logits", "*fp32", 45, 10).add("weights", "*fp32", 45, 2).add("ids", "*i32", 45, 2)
        .add("load", "*i32", 10, values=[0] * 10).scalars(n_tokens=45, n_experts=10, stride_t=10))
    yield "rms_norm-21x200", (
        "fused_add_rms_norm", [21], {"HAS_RESIDUAL": True, "BLOCK_SIZE": 256},
        A(1350).add("x_ptr", "*fp16", 21, 200).add("residual_ptr", "*fp16", 21, 200).add("weight_ptr", "*fp16", 200)
        .add("out_ptr", "*fp16", 21, 200).scalars(x_stride=200, r_stride=200, o_stride=200, n_cols=200, eps=1e-6))
    N, C, H, W = 2, 3, 13, 17
    for stride, OH, OW in ((1, 13, 17), (2, 7, 9)):
        total = N * C * OH * OW
        yield f"depthwise_conv-stride{stride}", (
            "depthwise_conv2d", ["cdiv(total, BLOCK)"], {"KH": 3, "KW": 3, "BLOCK": 128},
            A(1400).add("x_ptr", "*fp32", N, C, H, W).add("w_ptr", "*fp32", C, 3, 3).add("b_ptr", "*fp32", C)
            .add("y_ptr", "*fp32", N, C, OH, OW)
            .scalars(total=total, C=C, H=H, W=W, OH=OH, OW=OW, stride=stride, padding=1))
    yield "block_sparse_matmul-4x5x50", (
        "block_sparse_matmul", [4, "cdiv(N, BLOCK_N)"], {"BLOCK": 32, "BLOCK_N": 32},
        A(1500).add("blocks", "*fp16", 7, 32, 32).add("row_start", "*i32", 5, values=[0, 2, 2, 6, 7])
        .add("block_column", "*i32", 7, values=[1, 4, 0, 2, 3, 4, 2]).add("B", "*fp16", 160, 50)
        .add("C", "*fp16", 128, 50).scalars(N=50, stride_b=50, stride_c=50))
    yield "grouped_gemm-3", grouped([(40, 50, 33), (64, 32, 64), (7, 65, 20)])


def written(name, function, grid, constexprs, args):
    low, high = (0.5, 1.5) if function.startswith("_layer_norm_bwd") else (-1.0, 1.0)
    values = {argument["name"]: launch_format.fill(argument, low, high) for argument in args.list}
    types = {argument["name"]: argument["type"] for argument in args.list}
    for argument in args.list:
        types.update({f'{argument["name"]}.{p["name"]}': p["type"] for p in argument.get("pointers", [])})
    results = getattr(references, function)(values, constexprs)
    expect = {key: launch_format.summary(each, types[key]) for key, each in results.items()}
    launch = {"format": "charonia-launch/1",
              "kernel": {"source": name.split("-")[0] + ".py", "function": function},
              "grid": grid, "constexprs": constexprs, "args": args.list,
              "cases": [{"name": "a", "float_range": [low, high], "expect": expect}]}
    return launch_format.text(launch)


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for name, launch in plain_launches():
        (folder / f"{name}.launch.json").write_text(written(name, *launch))


if __name__ == "__main__":
    main()
