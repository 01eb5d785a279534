//===- PolicyAccess.cpp - accesses that LLVM cannot say -------------------===//
//
// Inline PTX, marked as having side effects: two equal loads stay two (a row that is read
// again is not kept in registers), and none moves before the dependency wait.
//
// The operators are those of PTX ISA, "ld" and "st": .cs for data that comes once; an L2
// policy made by createpolicy, and the same for the L1, for data that is read twice.
//
//===----------------------------------------------------------------------===//

#include "PolicyAccess.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace normc;

namespace {
/// A value as 32-bit registers, accessed `perAccess` at a time.
struct Words {
  Words(ImplicitLocOpBuilder &b, Type type, int64_t alignment)
      : b(b), type(type), count(bitsOf(type) / 32),
        perAccess(std::min<int64_t>({alignment / 4, count, 8})) {}

  static int64_t bitsOf(Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return getElementTypeOrSelf(type).getIntOrFloatBitWidth() * (vector ? vector.getDimSize(0) : 1);
  }
  VectorType vectorType() const { return VectorType::get({count}, b.getI32Type()); }
  Value constant(int64_t value) const {
    return LLVM::ConstantOp::create(b, b.getI32IntegerAttr(value));
  }
  /// The address of the access that starts with word `first`.
  Value addressOf(Value base, int64_t first) const {
    if (first == 0)
      return base;
    return LLVM::GEPOp::create(b, base.getType(), b.getI32Type(), base,
                               ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(first)});
  }
  /// `.v4.b32` or `.b32`.
  std::string suffix() const {
    return (perAccess > 1 ? ".v" + std::to_string(perAccess) : std::string()) + ".b32";
  }
  /// `{$2, $3}`: the registers from operand `first` on.
  std::string registers(int64_t first) const {
    std::string text;
    for (int64_t i = 0; i < perAccess; ++i)
      text += (i ? ", $" : "$") + std::to_string(first + i);
    return perAccess > 1 ? "{" + text + "}" : text;
  }

  ImplicitLocOpBuilder &b;
  Type type;
  int64_t count, perAccess;
};
} // namespace

static LLVM::InlineAsmOp createAsm(ImplicitLocOpBuilder &b, Type result, ValueRange operands,
                                   StringRef text, StringRef constraints, bool hasSideEffects) {
  return LLVM::InlineAsmOp::create(b, result ? TypeRange(result) : TypeRange(), operands, text,
                                   constraints, hasSideEffects, /*is_align_stack=*/false,
                                   LLVM::TailCallKind::None, LLVM::AsmDialectAttr(),
                                   /*operand_attrs=*/ArrayAttr());
}

/// The L2's policy as a value; one for all accesses, LLVM merges them.
static Value createPolicy(ImplicitLocOpBuilder &b, StringRef name) {
  return createAsm(b, b.getI64Type(), {},
                   ("createpolicy.fractional.L2::" + name + ".b64 $0, 1.0;").str(), "=l",
                   /*hasSideEffects=*/false)
      .getResult(0);
}

Value normc::createPolicyLoad(ImplicitLocOpBuilder &b, Type type, Value address, int64_t alignment,
                              sched::Policy policy) {
  Words words(b, type, alignment);
  int64_t n = words.perAccess;
  std::string place = std::to_string(n), constraints;
  for (int64_t i = 0; i < n; ++i)
    constraints += "=r,";
  constraints += "l";
  std::string text =
      "ld.global.cs" + words.suffix() + " " + words.registers(0) + ", [$" + place + "];";
  Value hint;
  if (policy != sched::Policy::streaming) {
    std::string name = sched::stringifyPolicy(policy).str();
    hint = createPolicy(b, name);
    constraints += ",l";
    text = "ld.global.L1::" + name + ".L2::cache_hint" + words.suffix() + " " + words.registers(0) +
           ", [$" + place + "], $" + std::to_string(n + 1) + ";";
  }
  Type word = b.getI32Type();
  Type result =
      n == 1 ? word : LLVM::LLVMStructType::getLiteral(b.getContext(), SmallVector<Type>(n, word));
  Value vector = LLVM::PoisonOp::create(b, words.vectorType());
  for (int64_t first = 0; first < words.count; first += n) {
    SmallVector<Value> operands = {words.addressOf(address, first)};
    if (hint)
      operands.push_back(hint);
    Value loaded =
        createAsm(b, result, operands, text, constraints, /*hasSideEffects=*/true).getResult(0);
    for (int64_t i = 0; i < n; ++i) {
      Value element = n == 1 ? loaded : LLVM::ExtractValueOp::create(b, loaded, i).getResult();
      vector = LLVM::InsertElementOp::create(b, vector, element, words.constant(first + i));
    }
  }
  return LLVM::BitcastOp::create(b, type, vector);
}

void normc::createPolicyStore(ImplicitLocOpBuilder &b, Value value, Value address,
                              int64_t alignment, sched::Policy policy) {
  assert(policy == sched::Policy::streaming && "the only policy of a store");
  Words words(b, value.getType(), alignment);
  int64_t n = words.perAccess;
  std::string constraints;
  for (int64_t i = 0; i < n; ++i)
    constraints += "r,";
  constraints += "l";
  std::string text = "st.global.cs" + words.suffix() + " [$" + std::to_string(n) + "], " +
                     words.registers(0) + ";";
  Value vector = LLVM::BitcastOp::create(b, words.vectorType(), value);
  for (int64_t first = 0; first < words.count; first += n) {
    SmallVector<Value> operands;
    for (int64_t i = 0; i < n; ++i)
      operands.push_back(LLVM::ExtractElementOp::create(b, vector, words.constant(first + i)));
    operands.push_back(words.addressOf(address, first));
    createAsm(b, Type(), operands, text, constraints, /*hasSideEffects=*/true);
  }
}
