import triton
import triton.language as tl


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, out_ptr, stride_head, stride_row, length, scale,
              CAUSAL: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, HEAD_DIM: tl.constexpr):
    # One program takes one block of queries of one head and walks over the keys that it may see.
    block = tl.program_id(0)
    head = tl.program_id(1)
    offs_m = block * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    offs_d = tl.arange(0, HEAD_DIM)
    base = head * stride_head
    q = tl.load(q_ptr + base + offs_m[:, None] * stride_row + offs_d[None, :],
                mask=offs_m[:, None] < length, other=0.0)

    row_max = tl.full([BLOCK_M], -float("inf"), dtype=tl.float32)
    row_sum = tl.zeros([BLOCK_M], dtype=tl.float32)
    acc = tl.zeros([BLOCK_M, HEAD_DIM], dtype=tl.float32)
    end = length
    if CAUSAL:
        end = min(length, (block + 1) * BLOCK_M)
    for start in range(0, end, BLOCK_N):
        cols = start + offs_n
        k = tl.load(k_ptr + base + cols[:, None] * stride_row + offs_d[None, :],
                    mask=cols[:, None] < length, other=0.0)
        scores = tl.dot(q, tl.trans(k)) * scale
        visible = cols[None, :] < length
        if CAUSAL:
            visible = visible & (offs_m[:, None] >= cols[None, :])
        scores = tl.where(visible, scores, -float("inf"))
        new_max = tl.maximum(row_max, tl.max(scores, 1))
        alpha = tl.exp2(row_max - new_max)
        p = tl.exp2(scores - new_max[:, None])
        row_sum = row_sum * alpha + tl.sum(p, 1)
        v = tl.load(v_ptr + base + cols[:, None] * stride_row + offs_d[None, :],
                    mask=cols[:, None] < length, other=0.0)
        acc = tl.dot(p.to(tl.float16), v, acc * alpha[:, None])
        row_max = new_max
    acc = acc / row_sum[:, None]
    tl.store(out_ptr + base + offs_m[:, None] * stride_row + offs_d[None, :], acc.to(tl.float16),
             mask=offs_m[:, None] < length)
