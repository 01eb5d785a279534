//===- ExpandConversions.cpp - 8-bit numbers by integer arithmetic --------===//
//
// Roundings are one addition each: of half a unit less one to the bits of an f32 and its lowest bit
// kept (ties to even), or, where the unit is one for all, of a number so large that the sum's unit
// is it.
//
//===----------------------------------------------------------------------===//

#include "Support/ExpandConversions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace normc;

namespace {
/// Operations on numbers, or on each of a vector.
struct Lanes {
  Lanes(ImplicitLocOpBuilder &b, Type type) : b(b), vector(dyn_cast<VectorType>(type)) {}

  Type of(Type element) const {
    return vector ? Type(VectorType::get(vector.getShape(), element)) : element;
  }
  Value constant(TypedAttr number) const {
    if (!vector)
      return arith::ConstantOp::create(b, number);
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(cast<ShapedType>(of(number.getType())), Attribute(number)));
  }
  Value integer(uint32_t value) const {
    return constant(b.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  Value number(float value) const { return constant(b.getF32FloatAttr(value)); }
  Value bits(Value x) const { return arith::BitcastOp::create(b, of(b.getI32Type()), x); }
  Value fromBits(Value x) const { return arith::BitcastOp::create(b, of(b.getF32Type()), x); }
  Value isBelow(Value x, uint32_t bound) const {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, integer(bound));
  }
  Value select(Value condition, Value x, Value y) const {
    return arith::SelectOp::create(b, condition, x, y);
  }

  ImplicitLocOpBuilder &b;
  VectorType vector;
};

/// An fp8 type as f32 sees it.
struct Format {
  uint32_t cut;       ///< bits of the fraction that it lacks
  uint32_t bias;      ///< of f32's exponent over its own
  uint32_t largest;   ///< the bits of its largest number, as f32
  uint32_t nonFinite; ///< the least code that is no number
};
} // namespace

static Format formatOf(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return {20, 127 - 7, llvm::bit_cast<uint32_t>(448.0f), 0x7f};
  return {21, 127 - 15, llvm::bit_cast<uint32_t>(57344.0f), 0x7c};
}

constexpr uint32_t kInf = 0x7f800000;

/// Lowest 8 bits of 32; four at a time, so that a GPU stores whole registers.
static Value packBytes(ImplicitLocOpBuilder &b, Value codes) {
  auto type = dyn_cast<VectorType>(codes.getType());
  if (!type)
    return arith::TruncIOp::create(b, b.getI8Type(), codes);
  int64_t size = type.getDimSize(0);
  if (size % 4 != 0)
    return arith::TruncIOp::create(b, type.clone(b.getI8Type()), codes);
  SmallVector<Value> words;
  for (int64_t first = 0; first < size; first += 4) {
    Value word;
    for (int64_t i = 0; i < 4; ++i) {
      Value code = vector::ExtractOp::create(b, codes, first + i);
      if (i > 0) {
        Value shift = arith::ConstantOp::create(b, b.getI32IntegerAttr(8 * i));
        code = arith::ShLIOp::create(b, code, shift);
      }
      word = word ? arith::OrIOp::create(b, word, code).getResult() : code;
    }
    words.push_back(word);
  }
  Value all = vector::FromElementsOp::create(b, VectorType::get({size / 4}, b.getI32Type()), words);
  return vector::BitCastOp::create(b, type.clone(b.getI8Type()), all);
}

static Value quantizeF8(ImplicitLocOpBuilder &b, Value x, Format format) {
  Lanes lanes(b, x.getType());
  Value bits = lanes.bits(x);
  Value magnitude = arith::AndIOp::create(b, bits, lanes.integer(0x7fffffff));
  Value isNumber = lanes.isBelow(magnitude, kInf + 1);
  magnitude = arith::MinUIOp::create(b, magnitude, lanes.integer(format.largest));
  // Normal: the lowest bits rounded off.
  Value cut = lanes.integer(format.cut);
  Value odd = arith::AndIOp::create(b, arith::ShRUIOp::create(b, magnitude, cut), lanes.integer(1));
  Value rounded = arith::AddIOp::create(b, magnitude, lanes.integer((1u << (format.cut - 1)) - 1));
  rounded = arith::ShRUIOp::create(b, arith::AddIOp::create(b, rounded, odd), cut);
  uint32_t fraction = 23 - format.cut;
  Value normal = arith::SubIOp::create(b, rounded, lanes.integer(format.bias << fraction));
  // Subnormal: units of 2^(bias - 127 + 1 - fraction) as the last place of a larger f32.
  auto unit = llvm::bit_cast<float>((format.bias + 1 + 23 - fraction) << 23);
  Value sum = arith::AddFOp::create(b, lanes.fromBits(magnitude), lanes.number(unit));
  Value units =
      arith::SubIOp::create(b, lanes.bits(sum), lanes.integer(llvm::bit_cast<uint32_t>(unit)));
  Value isSmall = lanes.isBelow(magnitude, (format.bias + 1) << 23);
  Value code = lanes.select(isSmall, units, normal);
  code = lanes.select(isNumber, code, lanes.integer(0x7f));
  Value sign = arith::AndIOp::create(b, arith::ShRUIOp::create(b, bits, lanes.integer(24)),
                                     lanes.integer(0x80));
  return packBytes(b, arith::OrIOp::create(b, code, sign));
}

/// The sum with 1.5 * 2^23 has the integer in its lowest bits, also a negative one.
static Value quantizeI8(ImplicitLocOpBuilder &b, Value x) {
  Lanes lanes(b, x.getType());
  Value isNan = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
  x = lanes.select(isNan, lanes.number(0.0f), x);
  x = arith::MaximumFOp::create(b, x, lanes.number(-128.0f));
  x = arith::MinimumFOp::create(b, x, lanes.number(127.0f));
  Value sum = arith::AddFOp::create(b, x, lanes.number(0x1.8p23f));
  return packBytes(b, arith::AndIOp::create(b, lanes.bits(sum), lanes.integer(0xff)));
}

Value normc::expandQuantize(ImplicitLocOpBuilder &b, Value x, Type format) {
  return format.isInteger(8) ? quantizeI8(b, x) : quantizeF8(b, x, formatOf(format));
}

/// Exponent and fraction where f32 has them, as a number with too small an exponent; times a power
/// of two, which is exact for subnormals too.
static Value dequantizeF8(ImplicitLocOpBuilder &b, Value x, Format format) {
  Lanes lanes(b, x.getType());
  Value code = arith::ExtUIOp::create(b, lanes.of(b.getI32Type()), x);
  Value magnitude = arith::AndIOp::create(b, code, lanes.integer(0x7f));
  Value bits = arith::ShLIOp::create(b, magnitude, lanes.integer(format.cut));
  auto factor = llvm::bit_cast<float>((format.bias + 127) << 23);
  Value number = lanes.bits(arith::MulFOp::create(b, lanes.fromBits(bits), lanes.number(factor)));
  Value other = arith::OrIOp::create(b, bits, lanes.integer(kInf));
  number = lanes.select(lanes.isBelow(magnitude, format.nonFinite), number, other);
  Value sign = arith::AndIOp::create(b, code, lanes.integer(0x80));
  sign = arith::ShLIOp::create(b, sign, lanes.integer(24));
  return lanes.fromBits(arith::OrIOp::create(b, number, sign));
}

Value normc::expandDequantize(ImplicitLocOpBuilder &b, Value x, Type format) {
  Lanes lanes(b, x.getType());
  if (!format.isInteger(8))
    return dequantizeF8(b, x, formatOf(format));
  Value code = arith::ExtSIOp::create(b, lanes.of(b.getI32Type()), x);
  return arith::SIToFPOp::create(b, lanes.of(b.getF32Type()), code);
}
