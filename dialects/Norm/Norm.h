//===- Norm.h - the norm dialect ---------------------------------*- C++ -*-===//
//
// The one header of the norm dialect: its ops, attributes and shape rules.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_DIALECTS_NORM_NORM_H
#define NORMC_DIALECTS_NORM_NORM_H

#include "normc/Support/ElementType.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Norm/NormDialect.h.inc"
#include "Norm/NormEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "Norm/NormAttrs.h.inc"
#define GET_OP_CLASSES
#include "Norm/NormOps.h.inc"

namespace normc::norm {

/// The element type in which the sugar ops compute: the widest of `types`, and f32
/// where f16 meets bf16 (neither holds the other).
mlir::Type promoteElementTypes(llvm::ArrayRef<mlir::Type> types);

/// Refuses what would round otherwise than the types say: fast-math flags, another rounding
/// than to nearest even, a 16-bit fma, a constant of different elements.
mlir::LogicalResult verifyRounding(mlir::Operation *op);

/// reduce, sum_squares, moments: whole rows of the operand to one number each.
bool isReduction(mlir::Operation *op);

/// rms_norm, layer_norm, l2_norm, softmax: whole rows to whole rows, by way of a reduction.
bool isNorm(mlir::Operation *op);

/// slice, concat, reshape, transpose, columns: elements of the operands at other places.
bool isView(mlir::Operation *op);

/// rotate, select_columns: elements of the same row, which depend on their columns.
bool isByColumn(mlir::Operation *op);
/// The columns after which such an operation does the same again.
int64_t columnPeriod(mlir::Operation *op);

/// The value of an expression over one column, of sums, products, floordiv and mod by constants.
int64_t evaluateColumn(mlir::AffineExpr expr, int64_t column);

/// True for f32, f16 and bf16.
bool isNormFloat(mlir::Type type);

/// True for f8E4M3FN, f8E5M2 and i8.
bool isQuantized(mlir::Type type);

/// The element type of a value's elements outside of the compiler, if there is one.
std::optional<ElementType> findElementType(mlir::Type type);

/// The fewest and the most elements that share a scale.
constexpr int64_t shortestBlock = 16, longestBlock = 256;

} // namespace normc::norm

#endif // NORMC_DIALECTS_NORM_NORM_H
