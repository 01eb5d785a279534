//===- ConfigReasons.cpp - why a config is what it is ---------------------===//
//
// Reasons as attributes of a group: `key: why`, one string each.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/ConfigReasons.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace normc;

static constexpr StringRef fromName = "sched.config_from", reasonsName = "sched.config_reasons";

void ConfigReasons::attachTo(sched::GroupOp group) const {
  Builder builder(group.getContext());
  SmallVector<Attribute> lines;
  for (const ConfigReason &reason : reasons)
    lines.push_back(builder.getStringAttr(reason.key + ": " + reason.why));
  group->setAttr(fromName, builder.getStringAttr(from));
  group->setAttr(reasonsName, builder.getArrayAttr(lines));
}

ConfigReasons ConfigReasons::of(sched::GroupOp group) {
  ConfigReasons reasons;
  if (auto from = group->getAttrOfType<StringAttr>(fromName))
    reasons.from = from.str();
  if (auto lines = group->getAttrOfType<ArrayAttr>(reasonsName))
    for (auto line : lines.getAsRange<StringAttr>()) {
      auto [key, why] = line.getValue().split(": ");
      reasons.add(key, why.str());
    }
  return reasons;
}
