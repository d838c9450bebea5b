# expect: KF0050 1:1 the source has no kernel `k`
# launch: x=*fp32
N = 4
