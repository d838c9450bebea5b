# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# 59 functions of libdevice give the values of the mathematical functions.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*fp32[236]=0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,2.5,7,0.03125,0.5,2.5,7,0.03125,0.5,2.5,7,0.03125,0.5,2.5,7,0.03125,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.25,0.5,-0.75,0.125,0.25,0.5,-0.75,0.125,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,1.5,2,30,1.0078125,0.25,0.5,-0.75,0.125,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.25,0.5,-0.75,0.125,0.5,-2.5,3.25,-0.0625,0.5,2.5,-1.5,7,0.5,2.5,-1.5,7,0.5,2.5,7,0.03125,0.5,2.5,7,0.03125,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,2.5,7,0.03125,0.5,2.5,7,0.03125,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,2.5,7,0.03125,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,0.5,-2.5,3.25,-0.0625,5.5,-7.25,3,9,5.5,7.25,3,9,5.5,-7.25,3,9,5.5,-7.25,3,9,5.5,-7.25,3,9,5.5,-7.25,3,9,5.5,-7.25,3,9,5.5,-7.25,3,9,5.5,-7.25,3,9,5.5,-7.25,3,9,5.5,-7.25,3,9 y:*fp32[4]=2.0,1.5,-0.75,6.0 want:*fp32[236]=1.64872127,0.0820849986,25.7903399,0.939413063,1.41421356,0.176776695,9.51365692,0.957603281,3.16227766,0.00316227766,1778.27941,0.865964323,0.648721271,-0.917915001,24.7903399,-0.0605869372,-0.693147181,0.916290732,1.94591015,-3.4657359,-1,1.32192809,2.80735492,-5,-0.301029996,0.397940009,0.84509804,-1.50514998,0.405465108,1.25276297,2.07944154,0.0307716587,0.479425539,-0.598472144,-0.108195135,-0.0624593178,0.877582562,-0.801143616,-0.994129676,0.998047511,0.54630249,0.747022297,0.108834026,-0.0625815076,1,-1,-0.707106781,-0.195090322,6.123234e-17,3.061617e-16,-0.707106781,0.98078528,0.252680255,0.523598776,-0.848062079,0.125327831,1.31811607,1.04719755,2.41885841,1.4454685,0.463647609,-1.19028995,1.2722974,-0.06241881,0.521095305,-6.05020448,12.8757829,-0.0625406981,1.12762597,6.13228948,12.9145571,1.00195376,0.462117157,-0.986614298,0.996997635,-0.0624187467,0.481211825,-1.64723115,1.89467214,-0.0624593813,0.96242365,1.3169579,4.09406667,0.124918763,0.255412812,0.549306144,-0.972955075,0.125657214,0.520499878,-0.999593048,0.999995697,-0.0704319777,0.479500122,1.99959305,4.30277946e-06,1.07043198,0.225312055,0.476936276,-0.813419848,0.111235452,0.615690344,1035.81484,0.166335348,1.07462153,0.572364943,0.28468287,0.860047015,6.57925121,1.77245385,1.32934039,2.3632718,720,0.707106781,1.58113883,2.64575131,0.176776695,1.41421356,0.632455532,0.377964473,5.65685425,0.793700526,-1.35720881,1.48124803,-0.396850263,1.25992105,-0.7368063,0.675106381,-2.5198421,0,-3,3,-1,1,-2,4,0,0,-2,3,0,1,-3,3,-0,0,-2,3,0,0,-2,3,0,-1,1,2,-5,-1,1,2,-5,0.5,0,1,0,2,-0.4,0.307692308,-16,1.64872127,0.0820849986,25.7903399,0.939413063,-0.693147181,0.916290732,1.94591015,-3.4657359,0.479425539,-0.598472144,-0.108195135,-0.0624593178,0.877582562,-0.801143616,-0.994129676,0.998047511,0.462117157,-0.986614298,0.996997635,-0.0624187467,3.16227766,0.00316227766,1778.27941,0.865964323,1.22202532,-1.36677835,1.81577499,0.982793723,30.25,19.5212224,0.438691338,531441,5.85234996,7.40354645,3.09232922,10.8166538,1.5,-1.25,0,3,-0.5,0.25,0,-3,5.5,7.25,-3,9,3.5,0,3.75,3,2.75,-4.83333333,-4,1.5,2.75,-4.83333333,-4,1.5,7.5,-5.75,2.25,15,11,-10.875,-2.25,54 bad:*i32[59]
# CHECK: bad = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0{{$}}
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def near(bad, at, got, want):
    wide = got.to(tl.float64)
    off = tl.abs(wide - want.to(tl.float64)) > 4e-7 * tl.abs(want.to(tl.float64)) + 1e-12
    tl.store(bad + at, tl.sum((off | (wide != wide)).to(tl.int32), 0))


@triton.jit
def k(x, y, want, bad):
    i = tl.arange(0, 4)
    near(bad, 0, libdevice.exp(tl.load(x + 0 + i)), tl.load(want + 0 + i))
    near(bad, 1, libdevice.exp2(tl.load(x + 4 + i)), tl.load(want + 4 + i))
    near(bad, 2, libdevice.exp10(tl.load(x + 8 + i)), tl.load(want + 8 + i))
    near(bad, 3, libdevice.expm1(tl.load(x + 12 + i)), tl.load(want + 12 + i))
    near(bad, 4, libdevice.log(tl.load(x + 16 + i)), tl.load(want + 16 + i))
    near(bad, 5, libdevice.log2(tl.load(x + 20 + i)), tl.load(want + 20 + i))
    near(bad, 6, libdevice.log10(tl.load(x + 24 + i)), tl.load(want + 24 + i))
    near(bad, 7, libdevice.log1p(tl.load(x + 28 + i)), tl.load(want + 28 + i))
    near(bad, 8, libdevice.sin(tl.load(x + 32 + i)), tl.load(want + 32 + i))
    near(bad, 9, libdevice.cos(tl.load(x + 36 + i)), tl.load(want + 36 + i))
    near(bad, 10, libdevice.tan(tl.load(x + 40 + i)), tl.load(want + 40 + i))
    near(bad, 11, libdevice.sinpi(tl.load(x + 44 + i)), tl.load(want + 44 + i))
    near(bad, 12, libdevice.cospi(tl.load(x + 48 + i)), tl.load(want + 48 + i))
    near(bad, 13, libdevice.asin(tl.load(x + 52 + i)), tl.load(want + 52 + i))
    near(bad, 14, libdevice.acos(tl.load(x + 56 + i)), tl.load(want + 56 + i))
    near(bad, 15, libdevice.atan(tl.load(x + 60 + i)), tl.load(want + 60 + i))
    near(bad, 16, libdevice.sinh(tl.load(x + 64 + i)), tl.load(want + 64 + i))
    near(bad, 17, libdevice.cosh(tl.load(x + 68 + i)), tl.load(want + 68 + i))
    near(bad, 18, libdevice.tanh(tl.load(x + 72 + i)), tl.load(want + 72 + i))
    near(bad, 19, libdevice.asinh(tl.load(x + 76 + i)), tl.load(want + 76 + i))
    near(bad, 20, libdevice.acosh(tl.load(x + 80 + i)), tl.load(want + 80 + i))
    near(bad, 21, libdevice.atanh(tl.load(x + 84 + i)), tl.load(want + 84 + i))
    near(bad, 22, libdevice.erf(tl.load(x + 88 + i)), tl.load(want + 88 + i))
    near(bad, 23, libdevice.erfc(tl.load(x + 92 + i)), tl.load(want + 92 + i))
    near(bad, 24, libdevice.erfinv(tl.load(x + 96 + i)), tl.load(want + 96 + i))
    near(bad, 25, libdevice.erfcx(tl.load(x + 100 + i)), tl.load(want + 100 + i))
    near(bad, 26, libdevice.lgamma(tl.load(x + 104 + i)), tl.load(want + 104 + i))
    near(bad, 27, libdevice.tgamma(tl.load(x + 108 + i)), tl.load(want + 108 + i))
    near(bad, 28, libdevice.sqrt(tl.load(x + 112 + i)), tl.load(want + 112 + i))
    near(bad, 29, libdevice.rsqrt(tl.load(x + 116 + i)), tl.load(want + 116 + i))
    near(bad, 30, libdevice.cbrt(tl.load(x + 120 + i)), tl.load(want + 120 + i))
    near(bad, 31, libdevice.rcbrt(tl.load(x + 124 + i)), tl.load(want + 124 + i))
    near(bad, 32, libdevice.floor(tl.load(x + 128 + i)), tl.load(want + 128 + i))
    near(bad, 33, libdevice.ceil(tl.load(x + 132 + i)), tl.load(want + 132 + i))
    near(bad, 34, libdevice.trunc(tl.load(x + 136 + i)), tl.load(want + 136 + i))
    near(bad, 35, libdevice.round(tl.load(x + 140 + i)), tl.load(want + 140 + i))
    near(bad, 36, libdevice.rint(tl.load(x + 144 + i)), tl.load(want + 144 + i))
    near(bad, 37, libdevice.nearbyint(tl.load(x + 148 + i)), tl.load(want + 148 + i))
    near(bad, 38, libdevice.logb(tl.load(x + 152 + i)), tl.load(want + 152 + i))
    near(bad, 39, libdevice.ilogb(tl.load(x + 156 + i)), tl.load(want + 156 + i))
    near(bad, 40, libdevice.saturatef(tl.load(x + 160 + i)), tl.load(want + 160 + i))
    near(bad, 41, libdevice.rcp_rn(tl.load(x + 164 + i)), tl.load(want + 164 + i))
    near(bad, 42, libdevice.fast_expf(tl.load(x + 168 + i)), tl.load(want + 168 + i))
    near(bad, 43, libdevice.fast_logf(tl.load(x + 172 + i)), tl.load(want + 172 + i))
    near(bad, 44, libdevice.fast_sinf(tl.load(x + 176 + i)), tl.load(want + 176 + i))
    near(bad, 45, libdevice.fast_cosf(tl.load(x + 180 + i)), tl.load(want + 180 + i))
    near(bad, 46, libdevice.fast_tanhf(tl.load(x + 184 + i)), tl.load(want + 184 + i))
    near(bad, 47, libdevice.fast_exp10f(tl.load(x + 188 + i)), tl.load(want + 188 + i))
    near(bad, 48, libdevice.atan2(tl.load(x + 192 + i), tl.load(y + i)), tl.load(want + 192 + i))
    near(bad, 49, libdevice.pow(tl.load(x + 196 + i), tl.load(y + i)), tl.load(want + 196 + i))
    near(bad, 50, libdevice.hypot(tl.load(x + 200 + i), tl.load(y + i)), tl.load(want + 200 + i))
    near(bad, 51, libdevice.fmod(tl.load(x + 204 + i), tl.load(y + i)), tl.load(want + 204 + i))
    near(bad, 52, libdevice.remainder(tl.load(x + 208 + i), tl.load(y + i)), tl.load(want + 208 + i))
    near(bad, 53, libdevice.copysign(tl.load(x + 212 + i), tl.load(y + i)), tl.load(want + 212 + i))
    near(bad, 54, libdevice.fdim(tl.load(x + 216 + i), tl.load(y + i)), tl.load(want + 216 + i))
    near(bad, 55, libdevice.div_rn(tl.load(x + 220 + i), tl.load(y + i)), tl.load(want + 220 + i))
    near(bad, 56, libdevice.fast_dividef(tl.load(x + 224 + i), tl.load(y + i)), tl.load(want + 224 + i))
    near(bad, 57, libdevice.add_rn(tl.load(x + 228 + i), tl.load(y + i)), tl.load(want + 228 + i))
    near(bad, 58, libdevice.mul_rn(tl.load(x + 232 + i), tl.load(y + i)), tl.load(want + 232 + i))
