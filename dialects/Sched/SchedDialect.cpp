//===- SchedDialect.cpp - registration of the sched dialect ---------------===//
//
// Registers the sched dialect's ops and attributes, and checks the attributes.
//
//===----------------------------------------------------------------------===//

#include "Sched/Sched.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace normc::sched;

#include "Sched/SchedDialect.cpp.inc"
#include "Sched/SchedEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "Sched/SchedAttrs.cpp.inc"

void SchedDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Sched/SchedAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Sched/SchedOps.cpp.inc"
      >();
}

LogicalResult RowConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                    int64_t threadsPerRow, int64_t ctasPerRow, int64_t rowsPerCta,
                                    int64_t rowsPerThread, int64_t vectorWidth, Residency,
                                    OperandLoads, Caching, ArrayRef<int64_t> accessBits,
                                    int64_t minCtasPerSm) {
  if (threadsPerRow < 1)
    return emitError() << "threads_per_row must be at least 1, got " << threadsPerRow;
  if (ctasPerRow < 1 || ctasPerRow > 8)
    return emitError() << "ctas_per_row must be from 1 to 8, got " << ctasPerRow;
  if (rowsPerCta < 1)
    return emitError() << "rows_per_cta must be at least 1, got " << rowsPerCta;
  if (threadsPerRow > 1024 || rowsPerCta > 1024 || threadsPerRow * rowsPerCta > 1024)
    return emitError() << "threads_per_row * rows_per_cta must be at most 1024, got "
                       << threadsPerRow << " * " << rowsPerCta;
  if (rowsPerThread < 1 || rowsPerThread > 8)
    return emitError() << "rows_per_thread must be from 1 to 8, got " << rowsPerThread;
  if (vectorWidth != 8 && vectorWidth != 16)
    return emitError() << "vector_width must be 8 or 16, got " << vectorWidth;
  for (int64_t bits : accessBits)
    if (bits != 0 && (bits < 8 || bits > 256 || !llvm::isPowerOf2_64(bits)))
      return emitError() << "access_bits must be 0 or a power of two from 8 to 256, got " << bits;
  if (minCtasPerSm < 0 || minCtasPerSm > 32)
    return emitError() << "min_ctas_per_sm must be 0 to 32, got " << minCtasPerSm;
  return success();
}

LogicalResult VariantAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef name,
                                  int64_t align, bool, bool, int64_t maxCtas) {
  if (name.empty())
    return emitError() << "a variant needs a name";
  if (!llvm::all_of(name, [](char c) { return llvm::isAlpha(c) || c == '_'; }))
    return emitError() << "a variant's name must be letters and _, got '" << name << "'";
  if (!llvm::isPowerOf2_64(align) || align > 32)
    return emitError() << "align must be a power of two up to 32 bytes, got " << align;
  if (maxCtas < 0 || maxCtas > std::numeric_limits<int32_t>::max())
    return emitError() << "max_ctas must be from 0 to 2^31 - 1, got " << maxCtas;
  return success();
}
