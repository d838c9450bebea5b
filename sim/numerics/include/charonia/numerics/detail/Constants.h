// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants of the transcendental functions, computed with 400-bit arithmetic: pairs (high, low)
// sum to the constant with about 107 bits; polynomials interpolate at Chebyshev nodes.
#pragma once

#include "charonia/numerics/detail/DoubleDouble.h"

namespace charonia::numerics::detail {

inline constexpr Pair kLn2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
/// ln 2 with 32 significant bits, so that k * kLn2Short is exact, and the rest.
inline constexpr double kLn2Short = 0x1.62e42fee00000p-1;
inline constexpr Pair kLn2Rest = {0x1.a39ef35793c76p-33, 0x1.cc01f97b57a08p-87};
inline constexpr Pair kLog2E = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
inline constexpr Pair kLog10E = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
inline constexpr Pair kPi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
inline constexpr Pair kHalfPi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
inline constexpr Pair kThird = {0x1.5555555555555p-2, 0x1.5555555555555p-56};
inline constexpr Pair kFifth = {0x1.999999999999ap-3, -0x1.999999999999ap-57};
/// atan(j / 8), j = 0 .. 8.
inline constexpr Pair kAtanTable[9] = {{0x0.0p+0, 0x0.0p+0},
                                       {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                       {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                       {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                       {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                       {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                       {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                       {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                       {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
/// The bits of 2 / pi after the binary point, after one word of zeros.
inline constexpr uint64_t kTwoOverPi[21] = {0,
                                            0xa2f9836e4e441529ull,
                                            0xfc2757d1f534ddc0ull,
                                            0xdb6295993c439041ull,
                                            0xfe5163abdebbc561ull,
                                            0xb7246e3a424dd2e0ull,
                                            0x06492eea09d1921cull,
                                            0xfe1deb1cb129a73eull,
                                            0xe88235f52ebb4484ull,
                                            0xe99c7026b45f7e41ull,
                                            0x3991d639835339f4ull,
                                            0x9c845f8bbdf9283bull,
                                            0x1ff897ffde05980full,
                                            0xef2f118b5a0a6d1full,
                                            0x6d367ecf27cb09b7ull,
                                            0x4f463f669e5fea2dull,
                                            0x7527bac7ebe5f17bull,
                                            0x3d0739f78a5292eaull,
                                            0x6bfb5fb11f8d5d08ull,
                                            0x56033046fc7b6babull,
                                            0xf0cfbc209af4361dull};
/// erf(x) / x - 1 in powers of x^2 on [0, 1].
inline constexpr double kErf[14] = {
    0x1.06eba8214db69p-3,  -0x1.812746b0379e7p-2,  0x1.ce2f21a042bdep-4,  -0x1.b82ce312889bap-6,
    0x1.565bcd0e6502dp-8,  -0x1.c02db3feeb579p-11, 0x1.f9a326c233146p-14, -0x1.f4d2561aeafd4p-17,
    0x1.b9e6509b9867dp-20, -0x1.5f6d925a0bc7ap-23, 0x1.fc4356498c2d9p-27, -0x1.4e607b41a6416p-30,
    0x1.7f072188e194dp-34, -0x1.29b9f1b3df556p-38};
/// erfc(x) exp(x^2) on four intervals, in powers of u = (x - middle) * scale, -1 <= u <= 1.
struct ErfcPiece {
  double end, middle, scale;
  double coefficients[16];
};
inline constexpr ErfcPiece kErfcPieces[4] = {
    {0x1.0000000000000p+0,
     0x1.8000000000000p-1,
     0x1.0000000000000p+2,
     {0x1.038d54ea3d834p-1, -0x1.78cdd551ee51ap-4, 0x1.d90093ae10928p-7, -0x1.09e77d40e0239p-9,
      0x1.1192f5bd686e0p-12, -0x1.054d68295b1e7p-15, 0x1.d43a7c7a8d2edp-19, -0x1.8c97dd4ebbc8ap-22,
      0x1.3f8189568e487p-25, -0x1.ec0cf4b59fcdap-29, 0x1.6b9854f9dee14p-32, -0x1.02b1788882ce9p-35,
      0x1.635a1ca888cf3p-39, -0x1.d89e5750955abp-43, 0x1.384edb1c811a0p-46,
      -0x1.870db7bbda793p-50}},
    {0x1.a000000000000p+0,
     0x1.5000000000000p+0,
     0x1.999999999999ap+1,
     {0x1.6bb376a9390cdp-2, -0x1.f5dcd7731abffp-5, 0x1.39328157fa654p-7, -0x1.686d9b3f59527p-10,
      0x1.836a017effc2ep-13, -0x1.8896e227af421p-16, 0x1.79b7d11834b42p-19, -0x1.5af11b40c1ccbp-22,
      0x1.31956dff6d11bp-25, -0x1.030acc41691ffp-28, 0x1.a7f7c84eb0f4ep-32, -0x1.4fcc78d294105p-35,
      0x1.01e17fe8557c7p-38, -0x1.812424ba8de31p-42, 0x1.20d397cd85cf8p-45,
      -0x1.98e0048e6e031p-49}},
    {0x1.4000000000000p+1,
     0x1.0800000000000p+1,
     0x1.2492492492492p+1,
     {0x1.fdb50ebdc92cep-3, -0x1.6ca963d043c37p-5, 0x1.e98e31c307089p-8, -0x1.370ada7fcbc88p-10,
      0x1.78984bc00072cp-13, -0x1.b4b0a0b7c5d5bp-16, 0x1.e6fa3298ee4cdp-19, -0x1.060315186a720p-21,
      0x1.10d58bdeb7366p-24, -0x1.13955e32e6237p-27, 0x1.0e92c238e0e5ep-30, -0x1.02add1f4403c4p-33,
      0x1.e1e8e3d33d9cdp-37, -0x1.b6e1ae772f400p-40, 0x1.99d96a134eac2p-43,
      -0x1.64a108925040ap-46}},
    {0x1.0000000000000p+2,
     0x1.a000000000000p+1,
     0x1.5555555555555p+0,
     {0x1.54a7a08d4bb45p-3, -0x1.21fe3da0a4e78p-5, 0x1.dceb9832c334ap-8, -0x1.7bef863dc72e6p-10,
      0x1.25f47e770c0d3p-12, -0x1.baafec1a4bdb8p-15, 0x1.44ff37ac49925p-17, -0x1.d1fad2aa7e8f6p-20,
      0x1.46a8fdc010048p-22, -0x1.c063be85d6930p-25, 0x1.2da526a1f7d5ep-27, -0x1.8e1f30dc587efp-30,
      0x1.00e903ab697efp-32, -0x1.474694558b0dbp-35, 0x1.c404aa83765cep-38,
      -0x1.15c61e0ba2450p-40}},
};
/// x erfc(x) exp(x^2) for x >= 4, in powers of u = 32 / x^2 - 1.
inline constexpr double kErfcTail[18] = {
    0x1.1c8c55ad08099p-1,  -0x1.088ffc939734fp-7,  0x1.5dcd442df7052p-12, -0x1.6ec49a074ca50p-16,
    0x1.00fd05d4e2d3ep-19, -0x1.bb483e01bbf66p-23, 0x1.c070df1396f9ap-26, -0x1.01d4a6d4644ecp-28,
    0x1.49a9bda36f2b9p-31, -0x1.cd288e5297a9fp-34, 0x1.5c87c68235eb6p-36, -0x1.19e95153fe623p-38,
    0x1.e5dc1d9dbe184p-41, -0x1.b8b8b1c7a3f9dp-43, 0x1.8a6682ad49b7bp-45, -0x1.83ef54137d3e9p-47,
    0x1.32123f54804abp-48, -0x1.50a18ba582c3ap-50};

} // namespace charonia::numerics::detail
