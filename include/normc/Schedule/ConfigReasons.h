//===- ConfigReasons.h - why a config is what it is --------------*- C++ -*-===//
//
// One line for each key of a row_config, in the words of the rule that chose it; the schedule
// phase leaves them on a group when it is asked to explain.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_CONFIGREASONS_H
#define NORMC_SCHEDULE_CONFIGREASONS_H

#include "Sched/Sched.h"

#include <string>
#include <vector>

namespace normc {

/// What a rule chose, and in its words why.
template <typename T> struct Choice {
  T value;
  std::string why;
};

struct ConfigReason {
  std::string key; ///< of the config: threads_per_row, ...
  std::string why;
};

class ConfigReasons {
public:
  ConfigReasons() = default;
  explicit ConfigReasons(std::string from) : from(std::move(from)) {}

  void add(llvm::StringRef key, std::string why) { reasons.push_back({key.str(), std::move(why)}); }

  /// heuristic, tuned table or --config: where the numbers that no rule chose are from.
  const std::string &getFrom() const { return from; }
  const std::vector<ConfigReason> &get() const { return reasons; }

  /// Leaves them on a group, as `sched.config_from` and `sched.config_reasons`.
  void attachTo(sched::GroupOp group) const;
  /// Those of a group; empty where nobody asked.
  static ConfigReasons of(sched::GroupOp group);

private:
  std::string from;
  std::vector<ConfigReason> reasons;
};

} // namespace normc

#endif // NORMC_SCHEDULE_CONFIGREASONS_H
