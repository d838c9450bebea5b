# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the kernels of this folder must produce, from their definitions, in float64 and plain Python.

A function takes the filled arguments by name (and the constexprs) and returns {argument: values after the run}.
Where a kernel rounds on the way (half-precision operands of a product), the definition rounds there too.
"""
import math

from launch_format import M32, f16, f32


def rows_of(flat, count, pitch, width=None):
    return [flat[r * pitch:r * pitch + (width or pitch)] for r in range(count)]


def flat(rows):
    return [v for row in rows for v in row]


def product(a, b):
    columns = list(zip(*b))
    return [[math.fsum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def transposed(a):
    return [list(column) for column in zip(*a)]


def softmax_of(row):
    top = max(row)
    e = [math.exp(v - top) for v in row]
    total = math.fsum(e)
    return [v / total for v in e]


def add_kernel(a, c):
    n = a["numel"]
    return {"out": [f32(x + y) for x, y in zip(a["lhs"][:n], a["rhs"][:n])] + a["out"][n:]}


def softmax_kernel(a, c):
    out = list(a["dst"])
    for r in range(a["n_rows"]):
        row = a["src"][r * a["src_pitch"]:][:a["n_cols"]]
        out[r * a["dst_pitch"]:r * a["dst_pitch"] + a["n_cols"]] = softmax_of(row)
    return {"dst": out}


def matmul_kernel(a, c):
    M, N, K = a["M"], a["N"], a["K"]
    result = product(rows_of(a["a_ptr"], M, K), rows_of(a["b_ptr"], K, N))
    if c["ACTIVATION"] == "leaky_relu":
        result = [[v if v >= 0 else 0.01 * v for v in row] for row in result]
    return {"c_ptr": flat(result)}


def normalised(row, eps):
    mean = math.fsum(row) / len(row)
    rstd = 1 / math.sqrt(math.fsum((v - mean) ** 2 for v in row) / len(row) + eps)
    return mean, rstd


def _layer_norm_fwd(a, c):
    n, rows = a["N"], len(a["Mean"])
    y, means, rstds = [], [], []
    for row in rows_of(a["X"], rows, a["stride"]):
        mean, rstd = normalised(row[:n], a["eps"])
        y.append([(v - mean) * rstd * w + b for v, w, b in zip(row, a["W"], a["B"])])
        means.append(mean)
        rstds.append(rstd)
    return {"Y": flat(y), "Mean": means, "Rstd": rstds}


def layer_norm_gradients(a):
    """dx, and for each row its part of dw and db."""
    n, rows = a["N"], len(a["Mean"])
    dx, parts = [], []
    for x, dy, mean, rstd in zip(rows_of(a["X"], rows, n), rows_of(a["DY"], rows, n), a["Mean"], a["Rstd"]):
        hat = [(v - mean) * rstd for v in x]
        wdy = [w * g for w, g in zip(a["W"], dy)]
        c1 = math.fsum(h * g for h, g in zip(hat, wdy)) / n
        c2 = math.fsum(wdy) / n
        dx.append([(g - (h * c1 + c2)) * rstd for g, h in zip(wdy, hat)])
        parts.append(([g * h for g, h in zip(dy, hat)], dy))
    return dx, parts


def _layer_norm_bwd_atomic(a, c):
    dx, parts = layer_norm_gradients(a)
    return {"DX": flat(dx), "DW": [math.fsum(v) for v in zip(a["DW"], *(dw for dw, _ in parts))],
            "DB": [math.fsum(v) for v in zip(a["DB"], *(db for _, db in parts))]}


def _layer_norm_bwd_lock(a, c):
    dx, parts = layer_norm_gradients(a)
    size = c["GROUP_SIZE"]
    groups = [parts[g::size] for g in range(size)]
    return {"DX": flat(dx), "Lock": [0] * size + [1] * size,
            "DW": flat([[math.fsum(v) for v in zip(*(dw for dw, _ in group))] for group in groups]),
            "DB": flat([[math.fsum(v) for v in zip(*(db for _, db in group))] for group in groups])}


def _layer_norm_bwd_dwdb(a, c):
    add = lambda name: [math.fsum(v) for v in zip(*rows_of(a[name], a["M"], a["N"]))]
    return {"FINAL_DW": add("DW"), "FINAL_DB": add("DB")}


def attention_heads(a, c, names):
    n, d = a["N_CTX"], c["HEAD_DIM"]
    heads = len(a["Q"]) // (n * d)
    for h in range(heads):
        yield [rows_of(a[name][h * n * d:(h + 1) * n * d], n, d) for name in names]


def scores_of(q, k, scale, causal):
    s = product(q, transposed(k))
    return [[v * scale if not causal or j <= i else -math.inf for j, v in enumerate(row)] for i, row in enumerate(s)]


def _attn_fwd(a, c):
    out, m = [], []
    size = c["BLOCK_N"]
    for q, k, v in attention_heads(a, c, "QKV"):
        for row in scores_of(q, k, a["sm_scale"], c["STAGE"] == 3):
            top = max(row)
            total = math.fsum(math.exp(x - top) for x in row)
            m.append((top + math.log(total)) / math.log(2))
            # The weights of a block are rounded when they are relative to the largest score so far.
            weights = []
            for first in range(0, len(row), size):
                so_far = max(row[:first + size])
                weights += [f16(math.exp(x - so_far)) * math.exp(so_far - top) for x in row[first:first + size]]
            out.append([math.fsum(p * y for p, y in zip(weights, column)) / total for column in zip(*v)])
    return {"Out": flat(out), "M": m}


def _attn_bwd_preprocess(a, c):
    d = c["HEAD_DIM"]
    return {"Delta": [math.fsum(x * y for x, y in zip(o, do))
                      for o, do in zip(rows_of(a["O"], len(a["Delta"]), d), rows_of(a["DO"], len(a["Delta"]), d))]}


def _attn_bwd(a, c):
    n, scale = a["N_CTX"], a["sm_scale"]
    results = {"DQ": [], "DK": [], "DV": []}
    for h, (q, k, v, do) in enumerate(attention_heads(a, c, ("Q", "K", "V", "DO"))):
        m, delta = a["M"][h * n:(h + 1) * n], a["D"][h * n:(h + 1) * n]
        s = scores_of(q, k, scale, c["CAUSAL"])
        p = [[math.exp(x - y * math.log(2)) for x in row] for row, y in zip(s, m)]
        dp = product(do, transposed(v))
        ds = [[f16(x * (g - e)) for x, g in zip(row, grads)] for row, grads, e in zip(p, dp, delta)]
        half = [[f16(x) for x in row] for row in p]
        results["DV"] += flat(product(transposed(half), do))
        results["DK"] += [x * scale for x in flat(product(transposed(ds), q))]
        results["DQ"] += [x * scale for x in flat(product(ds, k))]
    return results


def philox(seed, index):
    """First word of Philox 4x32 with 10 rounds."""
    c0, c1, c2, c3 = index & M32, 0, 0, 0
    k0, k1 = seed & M32, seed >> 32 & M32
    for _ in range(10):
        x, y = c2 * 0xCD9E8D57, c0 * 0xD2511F53
        c0, c1, c2, c3 = (x >> 32) ^ c1 ^ k0, x & M32, (y >> 32) ^ c3 ^ k1, y & M32
        k0, k1 = k0 + 0x9E3779B9 & M32, k1 + 0xBB67AE85 & M32
    return c0


def uniform(word):
    """A 32-bit word as a float of [0, 1)."""
    signed = word - (1 << 32) if word >> 31 else word
    return f32((-signed - 1 if signed < 0 else signed) * f32(4.6566127342e-10))


def _seeded_dropout(a, c):
    n = a["n_elements"]
    kept = [uniform(philox(a["seed"], i)) > a["p"] for i in range(n)]
    return {"output_ptr": [x / (1 - a["p"]) if k else 0.0 for x, k in zip(a["x_ptr"], kept)] + a["output_ptr"][n:]}


def w8a16_matmul(a, c):
    M, N, K = a["M"], a["N"], a["K"]
    w = [[f16(f32(f32(a["w_ptr"][k * N + n] - a["shift_ptr"][k // c["GROUP"] * N + n]) *
                  a["scale_ptr"][k // c["GROUP"] * N + n])) for n in range(N)] for k in range(K)]
    return {"y_ptr": flat(product(rows_of(a["x_ptr"], M, K), w))}


def rope_kernel(a, c):
    dim, half = c["head_dim"], c["head_dim"] // 2
    result = {}
    for name, heads in (("q_ptr", c["n_q_heads"]), ("k_ptr", c["n_k_heads"])):
        out = list(a[name])
        for t in range(len(out) // (heads * dim)):
            at = t % a["seq_len"] * a["cos_row_stride"]
            for h in range(heads):
                for d in range(half):
                    i = (t * heads + h) * dim + d
                    cos, sin = a["cos_ptr"][at + d], a["sin_ptr"][at + d]
                    x, y = a[name][i], a[name][i + half]
                    out[i], out[i + half] = x * cos - y * sin, y * cos + x * sin
        result[name] = out
    return result


def cross_entropy_kernel(a, c):
    n, count, smooth = a["n_cols"], a["n_non_ignore"], c["label_smoothing"]
    losses, gradients = [], []
    for row, y in zip(rows_of(a["X_ptr"], len(a["loss_ptr"]), a["X_stride"]), a["Y_ptr"]):
        if y == a["ignore_index"]:
            losses.append(0.0)
            gradients.append([0.0] * n)
            continue
        p = softmax_of(row)
        wanted = [smooth / n + (1 - smooth) * (i == y) for i in range(n)]
        gradients.append([(q - w) / count for q, w in zip(p, wanted)])
        losses.append(-math.fsum(w * math.log(q) for q, w in zip(p, wanted)) / count)
    return {"loss_ptr": losses, "X_ptr": flat(gradients)}


def jagged_mean_kernel(a, c):
    rows = rows_of(a["values"], len(a["values"]) // a["D"], a["D"])
    out = []
    for begin, end in zip(a["offsets"], a["offsets"][1:]):
        part = rows[begin:end]
        out += [math.fsum(column) / len(part) for column in zip(*part)] if part else [0.0] * a["D"]
    return {"out": out}


def embedding_bag_kernel(a, c):
    table = rows_of(a["table"], len(a["table"]) // a["table_stride"], a["table_stride"], a["D"])
    out = []
    for begin, end in zip(a["offsets"], a["offsets"][1:] + [a["n_indices"]]):
        sums = [0.0] * a["D"]
        for i in range(begin, end):
            if a["indices"][i] != a["padding_idx"]:
                sums = [s + v * a["weights"][i] for s, v in zip(sums, table[a["indices"][i]])]
        out += sums
    return {"out": out}


def topk_gating_kernel(a, c):
    weights, ids, load = [], [], list(a["load"])
    for row in rows_of(a["logits"], a["n_tokens"], a["stride_t"], a["n_experts"]):
        p = softmax_of(row)
        best = sorted(range(len(p)), key=lambda e: (-row[e], e))[:c["K"]]
        total = sum(p[e] for e in best)
        ids += best
        weights += [p[e] / total for e in best]
        for e in best:
            load[e] += 1
    return {"weights": weights, "ids": ids, "load": load}


def fused_add_rms_norm(a, c):
    n = a["n_cols"]
    rows = len(a["x_ptr"]) // a["x_stride"]
    sums = [[x + r for x, r in zip(xs, rs)] for xs, rs in
            zip(rows_of(a["x_ptr"], rows, a["x_stride"], n), rows_of(a["residual_ptr"], rows, a["r_stride"], n))]
    scales = [1 / math.sqrt(math.fsum(v * v for v in row) / n + a["eps"]) for row in sums]
    return {"residual_ptr": flat(sums),
            "out_ptr": flat([[v * s * w for v, w in zip(row, a["weight_ptr"])] for row, s in zip(sums, scales)])}


def depthwise_conv2d(a, c):
    C, H, W, OH, OW = (a[name] for name in ("C", "H", "W", "OH", "OW"))
    kernel_h, kernel_w = c["KH"], c["KW"]
    out = []
    for plane in range(a["total"] // (OH * OW)):
        channel = plane % C
        for oh in range(OH):
            for ow in range(OW):
                total = a["b_ptr"][channel]
                for kh in range(kernel_h):
                    for kw in range(kernel_w):
                        ih, iw = oh * a["stride"] - a["padding"] + kh, ow * a["stride"] - a["padding"] + kw
                        if 0 <= ih < H and 0 <= iw < W:
                            total += a["x_ptr"][(plane * H + ih) * W + iw] * \
                                a["w_ptr"][(channel * kernel_h + kh) * kernel_w + kw]
                out.append(total)
    return {"y_ptr": out}


def block_sparse_matmul(a, c):
    size, N = c["BLOCK"], a["N"]
    b = rows_of(a["B"], len(a["B"]) // a["stride_b"], a["stride_b"], N)
    out = []
    for begin, end in zip(a["row_start"], a["row_start"][1:]):
        sums = [[0.0] * N for _ in range(size)]
        for slot in range(begin, end):
            block = rows_of(a["blocks"][slot * size * size:(slot + 1) * size * size], size, size)
            first = a["block_column"][slot] * size
            part = product(block, b[first:first + size])
            sums = [[x + y for x, y in zip(row, more)] for row, more in zip(sums, part)]
        out += flat(sums)
    return {"C": out}


def grouped_matmul_kernel(a, c):
    results = {}
    for g in range(a["group_size"]):
        m, n, k = a["group_gemm_sizes"][3 * g:3 * g + 3]
        lda, ldb, ldc = a["g_lds"][3 * g:3 * g + 3]
        out = list(a["group_c_ptrs"][g])
        result = product(rows_of(a["group_a_ptrs"][g], m, lda, k), rows_of(a["group_b_ptrs"][g], k, ldb, n))
        for r, row in enumerate(result):
            out[r * ldc:r * ldc + n] = row
        results[f"group_c_ptrs.{g}"] = out
    return results
