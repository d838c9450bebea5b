# Block pointers, descriptors, atomics, masks and padding.
import triton
import triton.language as tl


@triton.jit
def block_pointers(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid_m = tl.program_id(0)
    pid_n = tl.program_id(1)
    a = tl.make_block_ptr(base=a_ptr, shape=(M, K), strides=(K, 1), offsets=(pid_m * BM, 0), block_shape=(BM, BK), order=(1, 0))
    b = tl.make_block_ptr(base=b_ptr, shape=(K, N), strides=(N, 1), offsets=(0, pid_n * BN), block_shape=(BK, BN), order=(1, 0))
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a, boundary_check=(0, 1), padding_option="zero")
        y = tl.load(b, boundary_check=(0, 1), padding_option="zero")
        acc = tl.dot(x, y, acc)
        a = tl.advance(a, (0, BK))
        b = b.advance((BK, 0))
    c = tl.make_block_ptr(c_ptr, (M, N), (N, 1), (pid_m * BM, pid_n * BN), (BM, BN), (1, 0))
    tl.store(c, acc.to(c_ptr.dtype.element_ty), boundary_check=(0, 1))


@triton.jit
def padded(x_ptr, out_ptr, n, B: tl.constexpr):
    p = tl.make_block_ptr(x_ptr, (n,), (1,), (0,), (B,), (0,))
    x = tl.load(p, boundary_check=(0,), padding_option="nan")
    tl.store(out_ptr + tl.arange(0, B), tl.where(x == x, x, 7.0))


@triton.jit
def descriptors(a_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    a = tl.make_tensor_descriptor(a_ptr, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    o = tl.make_tensor_descriptor(out_ptr, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    m = tl.program_id(0) * BM
    for n in range(0, N, BN):
        x = a.load([m, n])
        o.store([m, n], x * 2.0 + 1.0)


@triton.jit
def atomics_int(x_ptr, out_ptr, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0)
    slot = offs % 8
    tl.atomic_add(out_ptr + slot, x, mask=mask)
    tl.atomic_max(out_ptr + 8 + slot, x, mask=mask, sem="relaxed")
    tl.atomic_min(out_ptr + 16 + slot, x, mask=mask, scope="cta")
    tl.atomic_and(out_ptr + 24 + slot, x | 3, mask=mask)
    tl.atomic_or(out_ptr + 32 + slot, x, mask=mask)
    tl.atomic_xor(out_ptr + 40 + slot, x, mask=mask)


@triton.jit
def atomics_float(x_ptr, out_ptr, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0.0)
    tl.atomic_max(out_ptr + offs % 8, x, mask=mask)
    tl.atomic_min(out_ptr + 8 + offs % 8, x, mask=mask)
    tl.atomic_add(out_ptr + 16 + offs % 8, x, mask=mask, sem="release")


@triton.jit
def atomics_old(x_ptr, out_ptr, lock_ptr, B: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid * B + tl.arange(0, B)
    old = tl.atomic_add(x_ptr + offs, 5)
    swapped = tl.atomic_xchg(x_ptr + offs, old * 2)
    tl.store(out_ptr + offs, old + swapped)
    was = tl.atomic_cas(lock_ptr + pid, 0, pid + 10)
    tl.store(lock_ptr + 4 + pid, was)


@triton.jit
def strides(x_ptr, out_ptr, M, N, sm, sn, om, on, B: tl.constexpr):
    m = tl.program_id(0)
    offs = tl.arange(0, B)
    mask = (offs < N) & (m < M)
    x = tl.load(x_ptr + m * sm + (N - 1 - offs) * sn, mask=mask, other=-1.5)
    tl.store(out_ptr + m * om + offs * on, x, mask=mask)


@triton.jit
def masked_other(x_ptr, i_ptr, out_ptr, n, B: tl.constexpr):
    offs = tl.arange(0, B)
    index = tl.load(i_ptr + offs, mask=offs < n, other=-1)
    x = tl.load(x_ptr + index, mask=index >= 0, other=3)
    y = tl.load(x_ptr + offs * 3 % n, mask=(offs % 2 == 0) & (offs < n), other=2.5)
    tl.store(out_ptr + offs, x + y, mask=offs < n)
