//===- Baseline.h - what else is timed beside a function ---------*- C++ -*-===//
//
// A call of somebody else's that takes the place of a kernel in the protocol.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_BASELINE_H
#define NORMC_TOOLS_NORMC_RUN_BASELINE_H

#include "TimeCalls.h"

namespace normc {

class Baseline : public TimedCall {
public:
  /// As in the table and in JSON: the provider first.
  virtual std::string getName() const = 0;
  /// What has to be known to read the times, if anything.
  virtual std::string getNote() const { return ""; }
  /// Refuses a set on which the call has left something wrong.
  virtual Status check(int64_t set) = 0;
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_BASELINE_H
