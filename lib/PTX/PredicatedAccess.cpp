//===- PredicatedAccess.cpp - accesses where a condition holds ------------===//
//
// One predicated instruction each. A branch would do the same, but ptxas moves no load across
// one: the loads of a row would wait for one another.
//
//===----------------------------------------------------------------------===//

#include "PredicatedAccess.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace normc;

namespace {
/// How a value is passed to inline PTX: as one 16-bit register or as 32-bit ones.
struct Registers {
  explicit Registers(Type value) : value(value) {
    auto vector = dyn_cast<VectorType>(value);
    int64_t bits = getElementTypeOrSelf(value).getIntOrFloatBitWidth() *
                   (vector ? vector.getNumElements() : 1);
    count = std::max<int64_t>(1, bits / 32);
    type = IntegerType::get(value.getContext(), std::min<int64_t>(bits, 32));
    letter = bits == 16 ? "h" : "r";
  }

  /// `.v4.b32`.
  std::string suffix() const {
    return (count > 1 ? ".v" + std::to_string(count) : std::string()) + ".b" +
           std::to_string(type.getIntOrFloatBitWidth());
  }
  /// `{$2, $3}`: the operands from `first` on.
  std::string operands(int64_t first) const {
    std::string text;
    for (int64_t i = 0; i < count; ++i)
      text += (i ? ", $" : "$") + std::to_string(first + i);
    return count > 1 ? "{" + text + "}" : text;
  }
  VectorType vectorType() const { return VectorType::get({count}, type); }

  SmallVector<Value> split(ImplicitLocOpBuilder &b, Value whole) const {
    if (count == 1)
      return {LLVM::BitcastOp::create(b, type, whole)};
    Value vector = LLVM::BitcastOp::create(b, vectorType(), whole);
    SmallVector<Value> parts;
    for (int64_t i = 0; i < count; ++i)
      parts.push_back(LLVM::ExtractElementOp::create(b, vector, constant(b, i)));
    return parts;
  }
  Value join(ImplicitLocOpBuilder &b, Value loaded) const {
    if (count == 1)
      return LLVM::BitcastOp::create(b, value, loaded);
    Value vector = LLVM::PoisonOp::create(b, vectorType());
    for (int64_t i = 0; i < count; ++i)
      vector = LLVM::InsertElementOp::create(b, vector, LLVM::ExtractValueOp::create(b, loaded, i),
                                             constant(b, i));
    return LLVM::BitcastOp::create(b, value, vector);
  }
  static Value constant(ImplicitLocOpBuilder &b, int64_t i) {
    return LLVM::ConstantOp::create(b, b.getI32IntegerAttr(i));
  }

  Type value, type;
  int64_t count;
  std::string letter;
};
} // namespace

/// With side effects: none moves before the dependency wait.
static LLVM::InlineAsmOp createAsm(ImplicitLocOpBuilder &b, TypeRange results, ValueRange operands,
                                   StringRef text, StringRef constraints) {
  return LLVM::InlineAsmOp::create(b, results, operands, text, constraints,
                                   /*has_side_effects=*/true, /*is_align_stack=*/false,
                                   LLVM::TailCallKind::None, LLVM::AsmDialectAttr(),
                                   /*operand_attrs=*/ArrayAttr());
}

Value normc::createPredicatedLoad(ImplicitLocOpBuilder &b, Type type, Value address,
                                  Value condition, Value otherwise, bool isInvariant) {
  Registers registers(type);
  int64_t n = registers.count;
  std::string constraints;
  for (int64_t i = 0; i < n; ++i)
    constraints += "=" + registers.letter + ",";
  constraints += "l,b";
  SmallVector<Value> operands = {address, condition};
  if (otherwise) {
    llvm::append_range(operands, registers.split(b, otherwise));
    for (int64_t i = 0; i < n; ++i)
      constraints += "," + std::to_string(i);
  }
  std::string text = "@$" + std::to_string(n + 1) + " ld.global" + (isInvariant ? ".nc" : "") +
                     registers.suffix() + " " + registers.operands(0) + ", [$" + std::to_string(n) +
                     "];";
  Type result = n == 1 ? registers.type
                       : LLVM::LLVMStructType::getLiteral(b.getContext(),
                                                          SmallVector<Type>(n, registers.type));
  return registers.join(b, createAsm(b, result, operands, text, constraints).getResult(0));
}

void normc::createPredicatedStore(ImplicitLocOpBuilder &b, Value value, Value address,
                                  Value condition) {
  Registers registers(value.getType());
  int64_t n = registers.count;
  std::string constraints;
  for (int64_t i = 0; i < n; ++i)
    constraints += registers.letter + ",";
  constraints += "l,b";
  SmallVector<Value> operands = registers.split(b, value);
  operands.append({address, condition});
  std::string text = "@$" + std::to_string(n + 1) + " st.global" + registers.suffix() + " [$" +
                     std::to_string(n) + "], " + registers.operands(0) + ";";
  createAsm(b, TypeRange(), operands, text, constraints);
}
