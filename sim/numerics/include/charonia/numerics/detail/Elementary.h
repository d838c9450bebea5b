// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transcendental functions in fp64: fixed sequences of fp64 and integer operations, no library.
#pragma once

namespace charonia::numerics::detail {

double expOf(double x);
double exp2Of(double x);
double expm1Of(double x);
double logOf(double x);
double log2Of(double x);
double log10Of(double x);
double log1pOf(double x);
double sinOf(double x);
double cosOf(double x);
double tanOf(double x);
double asinOf(double x);
double acosOf(double x);
double atanOf(double x);
double atan2Of(double y, double x);
double sinhOf(double x);
double coshOf(double x);
double tanhOf(double x);
double erfOf(double x);
double erfcOf(double x);
double rsqrtOf(double x);
double cbrtOf(double x);
double powOf(double x, double y);
double hypotOf(double x, double y);

} // namespace charonia::numerics::detail
