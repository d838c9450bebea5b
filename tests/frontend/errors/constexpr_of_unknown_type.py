# expect: KF0053 8:10 the constexpr `B` names the unknown type "fp99"
# launch: B={"dtype":"fp99"}
import triton
import triton.language as tl


@triton.jit
def k(o, B: tl.constexpr):
    tl.store(o, tl.zeros([1], B))
