# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many products of different sizes in one launch: arrays of addresses, sizes and pitches; each program walks over the
tiles of all products and takes every NUM_SM-th."""
import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[
        triton.Config({"BLOCK_SIZE_M": 64, "BLOCK_SIZE_N": 64, "BLOCK_SIZE_K": 32, "NUM_SM": 84}),
        triton.Config({"BLOCK_SIZE_M": 32, "BLOCK_SIZE_N": 32, "BLOCK_SIZE_K": 32, "NUM_SM": 128}),
    ],
    key=["group_size"],
)
@triton.jit
def grouped_matmul_kernel(group_a_ptrs, group_b_ptrs, group_c_ptrs, group_gemm_sizes, g_lds, group_size,
                          NUM_SM: tl.constexpr, BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr,
                          BLOCK_SIZE_K: tl.constexpr):
    tile_idx = tl.program_id(0)
    last_problem_end = 0
    for g in range(group_size):
        gm = tl.load(group_gemm_sizes + g * 3)
        gn = tl.load(group_gemm_sizes + g * 3 + 1)
        gk = tl.load(group_gemm_sizes + g * 3 + 2)
        num_m_tiles = tl.cdiv(gm, BLOCK_SIZE_M)
        num_n_tiles = tl.cdiv(gn, BLOCK_SIZE_N)
        num_tiles = num_m_tiles * num_n_tiles
        while tile_idx >= last_problem_end and tile_idx < last_problem_end + num_tiles:
            lda = tl.load(g_lds + g * 3)
            ldb = tl.load(g_lds + g * 3 + 1)
            ldc = tl.load(g_lds + g * 3 + 2)
            a_ptr = tl.load(group_a_ptrs + g).to(tl.pointer_type(tl.float16))
            b_ptr = tl.load(group_b_ptrs + g).to(tl.pointer_type(tl.float16))
            c_ptr = tl.load(group_c_ptrs + g).to(tl.pointer_type(tl.float16))
            tile_in_gemm = tile_idx - last_problem_end
            rows = (tile_in_gemm // num_n_tiles) * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)
            cols = (tile_in_gemm % num_n_tiles) * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
            ks = tl.arange(0, BLOCK_SIZE_K)
            a_ptrs = a_ptr + rows[:, None] * lda + ks[None, :]
            b_ptrs = b_ptr + ks[:, None] * ldb + cols[None, :]
            acc = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
            for kk in range(0, tl.cdiv(gk, BLOCK_SIZE_K)):
                left = gk - kk * BLOCK_SIZE_K
                a = tl.load(a_ptrs, mask=(rows[:, None] < gm) & (ks[None, :] < left), other=0.0)
                b = tl.load(b_ptrs, mask=(ks[:, None] < left) & (cols[None, :] < gn), other=0.0)
                acc += tl.dot(a, b)
                a_ptrs += BLOCK_SIZE_K
                b_ptrs += BLOCK_SIZE_K * ldb
            c_ptrs = c_ptr + rows[:, None] * ldc + cols[None, :]
            tl.store(c_ptrs, acc.to(tl.float16), mask=(rows[:, None] < gm) & (cols[None, :] < gn))
            tile_idx += NUM_SM
        last_problem_end = last_problem_end + num_tiles


def group_gemm(group_a, group_b):
    addresses = lambda ts: torch.tensor([t.data_ptr() for t in ts], device=group_a[0].device)
    group_c = [torch.empty((a.shape[0], b.shape[1]), device=a.device, dtype=a.dtype) for a, b in zip(group_a, group_b)]
    sizes = [n for a, b in zip(group_a, group_b) for n in (a.shape[0], b.shape[1], a.shape[1])]
    pitches = [n for a, b, c in zip(group_a, group_b, group_c) for n in (a.stride(0), b.stride(0), c.stride(0))]
    as_i32 = lambda v: torch.tensor(v, dtype=torch.int32, device=group_a[0].device)
    grid = lambda meta: (meta["NUM_SM"],)
    grouped_matmul_kernel[grid](addresses(group_a), addresses(group_b), addresses(group_c), as_i32(sizes),
                                as_i32(pitches), len(group_a))
    return group_c
