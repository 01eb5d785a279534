//===- PolicyAccess.h - accesses that LLVM cannot say ------------*- C++ -*-===//
//
// LLVM has no cache policies: these accesses are inline PTX.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_PTX_POLICYACCESS_H
#define NORMC_LIB_PTX_POLICYACCESS_H

#include "Sched/Sched.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace normc {

/// Reads a value of `type` at a global address with a policy other than plain.
mlir::Value createPolicyLoad(mlir::ImplicitLocOpBuilder &b, mlir::Type type, mlir::Value address,
                             int64_t alignment, sched::Policy policy);

/// Writes a value to a global address with a policy other than plain.
void createPolicyStore(mlir::ImplicitLocOpBuilder &b, mlir::Value value, mlir::Value address,
                       int64_t alignment, sched::Policy policy);

} // namespace normc

#endif // NORMC_LIB_PTX_POLICYACCESS_H
