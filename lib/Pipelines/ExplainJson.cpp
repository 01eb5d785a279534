//===- ExplainJson.cpp - the report of --explain as JSON ------------------===//
//
// The same as the text; what is not known is null.
//
//===----------------------------------------------------------------------===//

#include "ConfigKeys.h"
#include "normc/Pipelines/Explain.h"
#include "normc/Schedule/PredictTime.h"
#include "normc/Schedule/TargetInfo.h"

using namespace mlir;
using namespace normc;
namespace json = llvm::json;

template <typename Range, typename Function>
static json::Array arrayOf(const Range &range, Function toJson) {
  json::Array array;
  for (const auto &element : range)
    array.push_back(toJson(element));
  return array;
}

static json::Object toJson(const SourceOp &op) {
  json::Object object{{"op", op.name}};
  if (!op.file.empty()) {
    object["file"] = op.file;
    object["line"] = op.line;
  }
  return object;
}

static json::Object toJson(const MissedFusion &missed) {
  json::Object object = toJson(missed.op);
  object["with"] = toJson(missed.producer);
  object["reason"] = missed.reason;
  return object;
}

static json::Object toJson(const ExplainedVariant &variant) {
  json::Object config, why;
  for (auto [key, value] : configKeys(variant.config)) {
    // Numbers and lists as such, words as strings.
    llvm::Expected<json::Value> parsed = json::parse(value);
    config[key] = parsed ? std::move(*parsed) : json::Value(value);
    llvm::consumeError(parsed.takeError());
  }
  for (const ConfigReason &reason : variant.reasons.get())
    why[reason.key] = reason.why;
  json::Object object{{"variant", variant.name},
                      {"kernel", variant.kernel},
                      {"when", variant.condition},
                      {"config_from", variant.reasons.getFrom()},
                      {"config", std::move(config)},
                      {"why", std::move(why)},
                      {"registers", nullptr},
                      {"spill_bytes", nullptr},
                      {"shared_bytes", variant.sharedBytes},
                      {"threads_per_cta", variant.config.getThreadsPerCta()},
                      {"ctas_per_sm", variant.occupancy.ctasPerSm},
                      {"limited_by", variant.occupancy.limit},
                      {"early_bytes_per_thread", variant.earlyBytes},
                      {"bytes_in_flight_per_sm", variant.bytesInFlight()}};
  if (variant.resources) {
    object["registers"] = variant.resources->registers;
    object["spill_bytes"] = variant.resources->spillBytes;
  }
  return object;
}

static json::Object toJson(const ExplainedLaunch &launch, const ExplainedFunction &function,
                           const TargetInfo &target) {
  json::Array operands[2];
  for (const ExplainedOperand &operand : launch.operands)
    operands[operand.isResult].push_back(json::Object{
        {"name", operand.name}, {"bytes", toText(operand.bytes, function.dimensions)}});
  json::Object object{
      {"launch", launch.name},
      {"parts", launch.numParts},
      {"computes", arrayOf(launch.ops, [](const SourceOp &op) { return toJson(op); })},
      {"reads", std::move(operands[false])},
      {"writes", std::move(operands[true])},
      {"bytes", toText(launch.plan.bytes, function.dimensions)},
      {"bytes_at_shape", nullptr},
      {"predicted_us", nullptr},
      {"roof_us", nullptr},
      {"variants", arrayOf(launch.variants, [](const ExplainedVariant &v) { return toJson(v); })}};
  if (function.sizes) {
    int64_t bytes = *bytesOf(launch.plan, function.sizes->data());
    object["bytes_at_shape"] = bytes;
    object["predicted_us"] = predictMicroseconds(target, bytes);
    if (target.dramGbPerS)
      object["roof_us"] = static_cast<double>(bytes) / 1e3 / static_cast<double>(target.dramGbPerS);
  }
  return object;
}

static json::Object toJson(const ExplainedFunction &function, const TargetInfo &target) {
  json::Array dimensions;
  for (auto [index, name] : llvm::enumerate(function.dimensions)) {
    json::Object dimension{{"name", name}, {"size", nullptr}};
    if (function.sizes)
      dimension["size"] = (*function.sizes)[index];
    dimensions.push_back(std::move(dimension));
  }
  json::Array launches = arrayOf(function.launches, [&](const ExplainedLaunch &launch) {
    return toJson(launch, function, target);
  });
  json::Array missed =
      arrayOf(function.missed, [](const MissedFusion &fusion) { return toJson(fusion); });
  return json::Object{{"function", function.name},
                      {"dimensions", std::move(dimensions)},
                      {"launches", std::move(launches)},
                      {"not_fused", std::move(missed)}};
}

json::Value normc::toJson(ArrayRef<ExplainedChip> chips) {
  json::Array array;
  for (const ExplainedChip &chip : chips) {
    json::Object object{{"chip", chip.target->chip},
                        {"model", chip.target->model},
                        {"roof_gb_per_s", nullptr},
                        {"predicted_gb_per_s", predictGigabytesPerSecond(*chip.target)},
                        {"registers_unknown", nullptr},
                        {"functions", arrayOf(chip.functions, [&](const ExplainedFunction &f) {
                           return ::toJson(f, *chip.target);
                         })}};
    if (chip.target->dramGbPerS)
      object["roof_gb_per_s"] = chip.target->dramGbPerS;
    if (!chip.noResources.empty())
      object["registers_unknown"] = chip.noResources;
    array.push_back(std::move(object));
  }
  return json::Object{{"chips", std::move(array)}};
}
