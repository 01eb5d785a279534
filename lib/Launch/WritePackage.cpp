//===- WritePackage.cpp - a package to bytes ------------------------------===//
//
// Writes the JSON header and the blobs after it.
//
//===----------------------------------------------------------------------===//

#include "PackageFormat.h"
#include "normc/Launch/Package.h"

#include <nlohmann/json.hpp>
#include <set>

using namespace normc;
using Json = nlohmann::ordered_json; // keys in the order of the description

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

static Json toJson(const SizeExpr &expr) {
  switch (expr.kind) {
  case SizeExpr::Constant:
    return expr.value;
  case SizeExpr::Dimension:
    return "s" + std::to_string(expr.value);
  default: {
    const char *name = expr.kind == SizeExpr::Add        ? "add"
                       : expr.kind == SizeExpr::Multiply ? "mul"
                                                         : "ceildiv";
    return Json{{name, Json::array({toJson(expr.operands[0]), toJson(expr.operands[1])})}};
  }
  }
}

static Json toJson(const std::vector<SizeExpr> &exprs) {
  Json list = Json::array();
  for (const SizeExpr &expr : exprs)
    list.push_back(toJson(expr));
  return list;
}

static Json toJson(const PlanTensor &tensor) {
  if (tensor.isNumber)
    return {{"name", tensor.name}, {"kind", "number"}, {"type", "f32"}};
  Json all = {{"name", tensor.name},
              {"kind", "tensor"},
              {"type", getName(tensor.element)},
              {"sizes", toJson(tensor.sizes)}};
  if (tensor.windowOf) {
    all["of"] = *tensor.windowOf;
    all["start"] = toJson(tensor.start);
  }
  return all;
}

static Json toJson(const PlanParameter &parameter) {
  switch (parameter.kind) {
  case PlanParameter::Pointer:
    return {{"pointer", parameter.tensor}};
  case PlanParameter::Stride:
    return {{"stride", {parameter.tensor, parameter.axis}}};
  case PlanParameter::Number:
    return {{"number", parameter.tensor}};
  case PlanParameter::Size:
    break;
  }
  return {{"size", toJson(parameter.size)}};
}

static Json toJson(const PlanKernel &kernel) {
  Json parameters = Json::array();
  for (const PlanParameter &parameter : kernel.parameters)
    parameters.push_back(toJson(parameter));
  return {{"name", kernel.name},
          {"variant", kernel.variant},
          {"in_place", kernel.isInPlace},
          {"max_ctas", kernel.maxCtas},
          {"collapsed", kernel.needsCollapsedRows},
          {"alignments", kernel.alignments},
          {"grid", toJson(kernel.grid)},
          {"block", {kernel.threadsPerRow, kernel.rowsPerCta}},
          {"parameters", std::move(parameters)}};
}

static Json toJson(const std::vector<PlanInPlace> &pairs) {
  Json list = Json::array();
  for (PlanInPlace pair : pairs)
    list.push_back({pair.result, pair.argument});
  return list;
}

static Json launchesOf(const Plan &plan) {
  Json launches = Json::array();
  for (const PlanLaunch &launch : plan.launches) {
    Json kernels = Json::array();
    for (const PlanKernel &kernel : launch.kernels)
      kernels.push_back(toJson(kernel));
    launches.push_back({{"rows", toJson(launch.rows)},
                        {"part_axes", launch.partAxes},
                        {"tensors", launch.tensors},
                        {"collapsible", launch.collapsible},
                        {"bytes", toJson(launch.bytes)},
                        {"in_place", toJson(launch.inPlace)},
                        {"kernels", std::move(kernels)}});
  }
  return launches;
}

/// What is the same for every chip.
static Json signatureOf(const PackageFunction &function, const Plan &plan) {
  Json signature = {{"name", function.name},
                    {"law", function.isRelaxed ? "relaxed" : "strict"},
                    {"dimensions", plan.numDimensions}};
  for (const char *list : {"arguments", "results", "temporaries", "windows"})
    signature[list] = Json::array();
  for (int64_t i = 0; i < plan.numTensors(); ++i)
    signature[i < plan.firstResult()      ? "arguments"
              : i < plan.firstTemporary() ? "results"
              : i < plan.firstWindow()    ? "temporaries"
                                          : "windows"]
        .push_back(toJson(plan.tensors[i]));
  return signature;
}

//===----------------------------------------------------------------------===//
// Packages
//===----------------------------------------------------------------------===//

static Status checkChip(const Package &package, const PackageChip &chip) {
  if (!isChipName(chip.chip))
    return badInput("a chip is named as sm_90 or sm_90a, got '" + chip.chip + "'");
  if (chip.blobs.empty())
    return badInput("chip " + chip.chip + " has no code");
  for (const PackageBlob &blob : chip.blobs)
    if (blob.data.empty())
      return badInput("a blob of chip " + chip.chip + " is empty");
  if (chip.plans.size() != package.functions.size())
    return badInput("chip " + chip.chip + " has " + std::to_string(chip.plans.size()) +
                    " plans for " + std::to_string(package.functions.size()) + " functions");
  for (size_t i = 0; i < chip.plans.size(); ++i) {
    Plan plan = chip.plans[i];
    if (plan.name != package.functions[i].name)
      return badInput("plan " + std::to_string(i) + " of chip " + chip.chip + " is of '" +
                      plan.name + "', wanted '" + package.functions[i].name + "'");
    if (Status status = checkPlan(plan); !status.isOk())
      return status;
    if (signatureOf(package.functions[i], plan) !=
        signatureOf(package.functions[i], package.chips.front().plans[i]))
      return badInput("the tensors of '" + plan.name + "' differ between chips " +
                      package.chips.front().chip + " and " + chip.chip);
  }
  return {};
}

static Status checkPackage(const Package &package) {
  if (package.chips.empty())
    return badInput("a package has code for at least one chip");
  std::set<std::string> names, chips;
  for (const PackageFunction &function : package.functions)
    if (!names.insert(function.name).second)
      return badInput("two functions are named '" + function.name + "'");
  for (const PackageChip &chip : package.chips) {
    if (!chips.insert(chip.chip).second)
      return badInput("two chips are named '" + chip.chip + "'");
    if (Status status = checkChip(package, chip); !status.isOk())
      return status;
  }
  return {};
}

static void padTo(std::string &bytes, uint64_t alignment, char with) {
  bytes.append((alignment - bytes.size() % alignment) % alignment, with);
}

Result<std::string> normc::writePackage(const Package &package) {
  if (Status status = checkPackage(package); !status.isOk())
    return status;
  Json header = {{"format", packageFormat},
                 {"compiler", package.compiler},
                 {"functions", Json::array()},
                 {"chips", Json::array()}};
  for (size_t i = 0; i < package.functions.size(); ++i)
    header["functions"].push_back(
        signatureOf(package.functions[i], package.chips.front().plans[i]));
  std::string blobs;
  for (const PackageChip &chip : package.chips) {
    Json described = {{"chip", chip.chip}, {"waits", chip.waits}, {"blobs", Json::array()}};
    for (const PackageBlob &blob : chip.blobs) {
      padTo(blobs, blobAlignment, '\0');
      described["blobs"].push_back({{"kind", blob.kind == PackageBlob::Ptx ? "ptx" : "cubin"},
                                    {"offset", blobs.size()},
                                    {"size", blob.data.size()},
                                    {"crc32", crc32Of(blob.data)}});
      blobs += blob.data;
    }
    Json &functions = described["functions"] = Json::object();
    for (const Plan &plan : chip.plans)
      functions[plan.name] = {{"launches", launchesOf(plan)}};
    header["chips"].push_back(std::move(described));
  }
  std::string text;
  try {
    text = header.dump();
  } catch (const Json::type_error &) {
    return badInput("a name in the package is not UTF-8");
  }
  padTo(text, blobAlignment, ' '); // so that blobs are aligned in the file too
  if (text.size() > maxHeaderBytes)
    return badInput("the header has " + std::to_string(text.size()) + " bytes, at most " +
                    std::to_string(maxHeaderBytes) + " can be read");
  std::string bytes(packageMagic);
  for (int byte = 0; byte < 8; ++byte)
    bytes += static_cast<char>(static_cast<uint64_t>(text.size()) >> (8 * byte));
  return bytes + text + blobs;
}
