//===- MathEmit.h - operations that read like the math -----------*- C++ -*-===//
//
// What the expansions of functions are written with.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_MATHEMIT_H
#define NORMC_LIB_GPU_MATHEMIT_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <utility>

namespace normc {

/// Builds operations on one type, f32 or a vector of it, so that code reads like the math.
/// At most one argument of a call builds an operation: C++ leaves the order of
/// arguments open, and the IR must not depend on the host compiler.
struct Emit {
  mlir::ImplicitLocOpBuilder &b;
  mlir::Type floatType, intType;

  Emit(mlir::ImplicitLocOpBuilder &b, mlir::Value like)
      : b(b), floatType(like.getType()), intType(b.getI32Type()) {
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(floatType))
      intType = vector.clone(intType);
  }

  mlir::Value constant(mlir::Type type, mlir::TypedAttr element) {
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(type))
      element = mlir::DenseElementsAttr::get(vector, mlir::Attribute(element));
    return mlir::arith::ConstantOp::create(b, element);
  }
  mlir::Value num(float v) { return constant(floatType, b.getF32FloatAttr(v)); }
  mlir::Value num(int v) { return constant(intType, b.getI32IntegerAttr(v)); }

  mlir::Value add(mlir::Value x, mlir::Value y) { return mlir::arith::AddFOp::create(b, x, y); }
  mlir::Value sub(mlir::Value x, mlir::Value y) { return mlir::arith::SubFOp::create(b, x, y); }
  mlir::Value mul(mlir::Value x, mlir::Value y) { return mlir::arith::MulFOp::create(b, x, y); }
  mlir::Value div(mlir::Value x, mlir::Value y) { return mlir::arith::DivFOp::create(b, x, y); }
  mlir::Value neg(mlir::Value x) { return mlir::arith::NegFOp::create(b, x); }
  mlir::Value fma(mlir::Value x, mlir::Value y, mlir::Value z) {
    return mlir::math::FmaOp::create(b, x, y, z);
  }
  mlir::Value abs(mlir::Value x) { return mlir::math::AbsFOp::create(b, x); }
  mlir::Value copySign(mlir::Value magnitude, mlir::Value sign) {
    return mlir::math::CopySignOp::create(b, magnitude, sign);
  }

  mlir::Value add(mlir::Value x, float y) { return add(x, num(y)); }
  mlir::Value sub(mlir::Value x, float y) { return sub(x, num(y)); }
  mlir::Value sub(float x, mlir::Value y) { return sub(num(x), y); }
  mlir::Value mul(mlir::Value x, float y) { return mul(x, num(y)); }
  mlir::Value fma(mlir::Value x, float y, float z) { return fma(x, y, num(z)); }
  mlir::Value fma(mlir::Value x, float y, mlir::Value z) { return fma(x, num(y), z); }
  mlir::Value fma(mlir::Value x, mlir::Value y, float z) { return fma(x, y, num(z)); }

  /// predicate(x, y) ? yes : no
  mlir::Value choose(mlir::arith::CmpFPredicate predicate, mlir::Value x, mlir::Value y,
                     mlir::Value yes, mlir::Value no) {
    mlir::Value condition = mlir::arith::CmpFOp::create(b, predicate, x, y);
    return mlir::arith::SelectOp::create(b, condition, yes, no);
  }
  /// A NaN passes both: one instruction each, max.NaN and min.NaN.
  mlir::Value atLeast(mlir::Value x, float limit) {
    return mlir::arith::MaximumFOp::create(b, x, num(limit));
  }
  mlir::Value atMost(mlir::Value x, float limit) {
    return mlir::arith::MinimumFOp::create(b, x, num(limit));
  }

  /// Horner's rule, the highest power first, down to the constant term.
  mlir::Value horner(mlir::Value r, llvm::ArrayRef<float> table) {
    mlir::Value p = num(table.front());
    for (float coefficient : table.drop_front())
      p = fma(p, r, coefficient);
    return p;
  }

  mlir::Value bitsOf(mlir::Value x) { return mlir::arith::BitcastOp::create(b, intType, x); }
  mlir::Value floatOf(mlir::Value bits) {
    return mlir::arith::BitcastOp::create(b, floatType, bits);
  }
  mlir::Value shiftLeft(mlir::Value bits, int count) {
    return mlir::arith::ShLIOp::create(b, bits, num(count));
  }
};

/// gelu by tanh is x / (1 + 2^(-x (A + B x^2))), each constant a pair.
inline constexpr float kGeluTanhA[] = {0x1.26aecp+1f, 0x1.0de73ap-22f};
inline constexpr float kGeluTanhB[] = {0x1.a5a7dp-4f, -0x1.151aaep-29f};

/// gelu by erf is max(x, 0) - y 2^-(1 + y (slope y + constant + C(y))), y = |x|
/// (lib/Reference/MathFunctions.cpp).
inline constexpr float kGeluErfSlope = 357.0f / 512.0f, kGeluErfConstant = 0.625f;
/// -C on [0, 4.1875], a polynomial of y - 2.25, the highest power first.
inline constexpr float kGeluErfNearEnd = 4.1875f, kGeluErfNearMiddle = 2.25f;
inline constexpr float kGeluErfNear[] = {
    -0x1.7183e4p-25f, 0x1.16c7f6p-22f, -0x1.3245cp-21f, -0x1.0660f6p-19f, 0x1.52a5p-15f,
    -0x1.909d98p-12f, 0x1.72e36ep-9f,  -0x1.2eb38ep-6f, 0x1.70dd66p-4f,   -0x1.7c67fcp-3f};

} // namespace normc

#endif // NORMC_LIB_GPU_MATHEMIT_H
