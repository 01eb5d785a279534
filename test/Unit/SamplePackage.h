//===- SamplePackage.h - a package for tests ---------------------*- C++ -*-===//
//
// A function of two launches with everything a plan can have: several row axes, a number, a
// result of one number a row, a temporary, three kinds of kernels.
//
//   f(x : bf16 [s0, s1, 64], w : bf16 [64], alpha : f32) -> y : bf16 [s0, s1, 64], m : f32 [s0, s1]
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TEST_UNIT_SAMPLEPACKAGE_H
#define NORMC_TEST_UNIT_SAMPLEPACKAGE_H

#include "normc/Launch/Package.h"

namespace normc::sample {

enum Tensor { X, W, Alpha, Y, M, T };

inline SizeExpr constant(int64_t value) { return {SizeExpr::Constant, value, {}}; }
inline SizeExpr dimension(int64_t number) { return {SizeExpr::Dimension, number, {}}; }
inline SizeExpr operation(SizeExpr::Kind kind, SizeExpr a, SizeExpr b) {
  return {kind, 0, {std::move(a), std::move(b)}};
}

inline PlanParameter pointer(int64_t tensor) { return {PlanParameter::Pointer, tensor, 0, {}}; }
inline PlanParameter stride(int64_t tensor, int64_t axis) {
  return {PlanParameter::Stride, tensor, axis, {}};
}
inline PlanParameter number(int64_t tensor) { return {PlanParameter::Number, tensor, 0, {}}; }
inline PlanParameter size(int64_t dim) { return {PlanParameter::Size, 0, 0, dimension(dim)}; }

inline Plan makePlan() {
  std::vector<SizeExpr> full = {dimension(0), dimension(1), constant(64)};
  Plan plan;
  plan.name = "f";
  plan.numDimensions = 2;
  plan.numArguments = 3;
  plan.numResults = 2;
  plan.tensors = {
      {"x", false, ElementType::BF16, full},
      {"w", false, ElementType::BF16, {constant(64)}},
      {"alpha", true, ElementType::F32, {}},
      {"y", false, ElementType::BF16, full},
      {"m", false, ElementType::F32, {dimension(0), dimension(1)}},
      {"t", false, ElementType::F32, full},
  };
  SizeExpr rows = operation(SizeExpr::Multiply, dimension(0), dimension(1));
  SizeExpr grid = operation(SizeExpr::CeilDivide, rows, constant(4));
  // Bytes of one row times the rows, and the weight's.
  SizeExpr bytes = operation(SizeExpr::Add, operation(SizeExpr::Multiply, rows, constant(64 * 6)),
                             constant(64 * 2));
  PlanLaunch first{{dimension(0), dimension(1)}, {X, W, T}, {2, 0, 2}, bytes, {}};
  first.kernels = {
      {"f_aligned",
       "aligned",
       true,
       {16, 16, 16},
       grid,
       8,
       4,
       {pointer(X), stride(X, 1), pointer(W), number(Alpha), pointer(T), stride(T, 1), size(0),
        size(1)}},
      {"f_strided",
       "strided",
       false,
       {16, 16, 16},
       grid,
       8,
       4,
       {pointer(X), stride(X, 0), stride(X, 1), pointer(W), number(Alpha), pointer(T), stride(T, 0),
        stride(T, 1), size(0), size(1)}},
      {"f_misaligned",
       "misaligned",
       false,
       {2, 2, 4},
       grid,
       8,
       4,
       {pointer(X), stride(X, 0), stride(X, 1), pointer(W), number(Alpha), pointer(T), stride(T, 0),
        stride(T, 1), size(0), size(1)}},
  };
  PlanLaunch second{{dimension(0), dimension(1)}, {T, Y, M}, {2, 2, 2}, bytes, {}};
  second.kernels = {
      {"g_misaligned",
       "misaligned",
       false,
       {4, 2, 4},
       rows,
       32,
       1,
       {pointer(T), stride(T, 0), stride(T, 1), pointer(Y), stride(Y, 0), stride(Y, 1), pointer(M),
        stride(M, 0), stride(M, 1), size(1)}},
  };
  plan.launches = {first, second};
  return plan;
}

/// The plan with y in place of x: the second launch reads x too.
inline Plan makeInPlacePlan() {
  Plan plan = makePlan();
  PlanLaunch &second = plan.launches[1];
  second.tensors.push_back(X);
  second.collapsible.push_back(2);
  second.inPlace = {{Y, X}};
  PlanKernel &kernel = second.kernels[0];
  kernel.alignments.push_back(2);
  for (const PlanParameter &parameter : {pointer(X), stride(X, 0), stride(X, 1)})
    kernel.parameters.push_back(parameter);
  PlanKernel inPlace = kernel;
  inPlace.name = "g_misaligned_in_place";
  inPlace.variant = "misaligned_in_place";
  inPlace.isInPlace = true;
  second.kernels.push_back(inPlace);
  return plan;
}

/// The plan with windows of y, its first column and the other 63: the second launch writes the
/// latter.
inline Plan makeWindowPlan() {
  Plan plan = makePlan();
  for (int64_t start : {0, 1}) {
    PlanTensor window = plan.tensors[Y];
    window.name = "y.part" + std::to_string(start);
    window.sizes.back() = constant(start == 0 ? 1 : 63);
    window.windowOf = Y;
    window.start = {constant(0), constant(0), constant(start)};
    plan.tensors.push_back(window);
  }
  plan.numWindows = 2;
  plan.launches[1].tensors[1] = 7;
  for (PlanParameter &parameter : plan.launches[1].kernels[0].parameters)
    if (parameter.kind != PlanParameter::Size && parameter.tensor == Y)
      parameter.tensor = 7;
  return plan;
}

/// Text that the fake driver takes for the plan's kernels.
inline std::string makePtx(const Plan &plan, const std::string &chip) {
  std::string text = ".version 8.0\n.target " + chip + "\n.address_size 64\n";
  for (const PlanLaunch &launch : plan.launches)
    for (const PlanKernel &kernel : launch.kernels) {
      text += ".visible .entry " + kernel.name + "(";
      for (size_t i = 0; i < kernel.parameters.size(); ++i)
        text += std::string(i ? ", " : "") + ".param ." +
                (kernel.parameters[i].kind == PlanParameter::Number ? "f32" : "u64") + " p" +
                std::to_string(i);
      text += ")\n{ ret; }\n";
    }
  return text;
}

inline PackageChip makeChip(const std::string &chip, bool waits = true, Plan plan = makePlan()) {
  return {chip, waits, {{PackageBlob::Ptx, makePtx(plan, chip)}}, {plan}};
}

inline Package makePackage() {
  return {"0.1.0", {{"f", false}}, {makeChip("sm_80", false), makeChip("sm_90")}};
}

inline Package makeInPlacePackage() {
  return {"0.1.0", {{"f", false}}, {makeChip("sm_90", true, makeInPlacePlan())}};
}

} // namespace normc::sample

#endif // NORMC_TEST_UNIT_SAMPLEPACKAGE_H
