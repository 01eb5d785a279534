//===- MathFunctions.h - Scalar f32 math with fixed bits --------*- C++ -*-===//
//
// Declares the f32 math functions whose bits are the same on every machine, and
// the f64 references that they are measured against.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_REFERENCE_MATHFUNCTIONS_H
#define NORMC_REFERENCE_MATHFUNCTIONS_H

namespace normc::reference {

// Each function is one straight line of IEEE-754 operations, rounded to nearest
// even, and is at most 2 ulp off for every f32 input; subnormal inputs and
// results are kept. lib/GPU/MathExpansion.cpp emits the same operations in the
// same order: change both or neither.
//
// Specials are those of the torch formulas. Where these meet inf/inf or inf*0
// the result is NaN: siluF32, geluErfF32 and geluTanhF32 of -inf.

float expF32(float x);
float tanhF32(float x);
float erfF32(float x);
/// 1 / (1 + e^-x)
float sigmoidF32(float x);
/// x / (1 + e^-x)
float siluF32(float x);
/// x (1 + erf(x / sqrt(2))) / 2
float geluErfF32(float x);
/// x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2
float geluTanhF32(float x);
/// Correctly rounded 1 / sqrt(v).
float rsqrtF32(float v);
/// The same from a seed within 1 ulp of 1 / sqrt(v), such as the approximation
/// of a GPU; the result does not depend on the seed.
float rsqrtF32(float v, float seed);

// The same functions in f64 through libm, in forms that do not cancel.
double expF64(double x);
double tanhF64(double x);
double erfF64(double x);
double sigmoidF64(double x);
double siluF64(double x);
double geluErfF64(double x);
double geluTanhF64(double x);
double rsqrtF64(double v);

} // namespace normc::reference

#endif // NORMC_REFERENCE_MATHFUNCTIONS_H
