//===- SchedDialect.td - the sched dialect ----------------*- tablegen -*-===//
//
// The dialect of fusion groups, their configs, and the plans that launch them.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHED_DIALECT_TD
#define NORMC_SCHED_DIALECT_TD

include "mlir/IR/OpBase.td"

def Sched_Dialect : Dialect {
  let name = "sched";
  let summary = "fusion groups as row programs, their configs, and launch plans";
  let description = [{
    One `sched.launch` is one kernel. Its `sched.group` is a row program: a region
    over whole rows that runs once for each row of an iteration space. Configs and
    variants say how a kernel makes the bits, never which bits.
  }];
  let cppNamespace = "::normc::sched";
  let dependentDialects = ["::normc::norm::NormDialect", "::mlir::LLVM::LLVMDialect"];
  let useDefaultAttributePrinterParser = 1;
}

#endif // NORMC_SCHED_DIALECT_TD
