//===- PlanTest.cpp - tests for Plan.h and Call.h -------------------------===//
//
// Expressions, sound and unsound plans, and the checks of a caller's tensors.
//
//===----------------------------------------------------------------------===//

#include "SamplePackage.h"
#include "normc/Launch/Call.h"

#include "gmock/gmock.h"
#include <limits>

using namespace normc;
using namespace normc::sample;
using testing::HasSubstr;

namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

TEST(SizeExpr, EvaluatesAndSeesOverflow) {
  int64_t dims[] = {7, kMax};
  auto of = [&](SizeExpr::Kind kind, SizeExpr a, SizeExpr b) {
    return operation(kind, std::move(a), std::move(b)).evaluate(dims);
  };
  EXPECT_EQ(of(SizeExpr::Add, dimension(0), constant(3)), 10);
  EXPECT_EQ(of(SizeExpr::Multiply, dimension(0), constant(3)), 21);
  EXPECT_EQ(of(SizeExpr::CeilDivide, dimension(0), constant(4)), 2);
  EXPECT_EQ(of(SizeExpr::CeilDivide, constant(8), constant(4)), 2);
  EXPECT_EQ(of(SizeExpr::CeilDivide, dimension(1), constant(1)), kMax);
  EXPECT_EQ(of(SizeExpr::Add, dimension(1), constant(1)), std::nullopt);
  EXPECT_EQ(of(SizeExpr::Multiply, dimension(1), constant(2)), std::nullopt);
  EXPECT_EQ(of(SizeExpr::CeilDivide, dimension(1), constant(0)), std::nullopt);
}

TEST(Plan, CountsBytes) {
  Plan plan = makePlan();
  int64_t dims[] = {2, 3};
  EXPECT_EQ(*bytesOf(plan.tensors[X], dims), 2 * 3 * 64 * 2);
  EXPECT_EQ(*bytesOf(plan.launches[0], dims), 2 * 3 * 64 * 2 + 64 * 2 + 2 * 3 * 64 * 4);
  EXPECT_EQ(*workspaceBytes(plan, dims), 2 * 3 * 64 * 4);
  int64_t odd[] = {1, 1};
  plan.tensors[T].sizes = {constant(65)};
  EXPECT_EQ(*workspaceBytes(plan, odd), 512);
  int64_t huge[] = {kMax, 2};
  EXPECT_EQ(bytesOf(plan.tensors[X], huge).getError().getMessage(),
            "'x' would have more than 2^63 - 1 bytes");
  int64_t empty[] = {kMax, 0};
  EXPECT_EQ(*bytesOf(plan.tensors[X], empty), 0);
}

//===----------------------------------------------------------------------===//
// checkPlan
//===----------------------------------------------------------------------===//

TEST(CheckPlan, DerivesWhichLastAxesAreRows) {
  Plan plan = makePlan();
  Status status = checkPlan(plan);
  ASSERT_TRUE(status.isOk()) << status.getMessage();
  EXPECT_TRUE(plan.tensors[X].lastAxisIsRow);
  EXPECT_TRUE(plan.tensors[W].lastAxisIsRow);
  EXPECT_TRUE(plan.tensors[Y].lastAxisIsRow);
  EXPECT_FALSE(plan.tensors[M].lastAxisIsRow);
}

TEST(CheckPlan, OneTensorCanBeRowAndNumber) {
  Plan plan = makePlan();
  for (PlanKernel &kernel : plan.launches[1].kernels)
    kernel.parameters.push_back(pointer(M)); // a second operand: m as a row
  ASSERT_TRUE(checkPlan(plan).isOk());
  EXPECT_TRUE(plan.tensors[M].lastAxisIsRow);
}

/// A way to spoil the sample plan and what checkPlan says.
struct Spoiled {
  const char *message;
  void (*spoil)(Plan &);
};

class CheckPlanRefuses : public testing::TestWithParam<Spoiled> {};

TEST_P(CheckPlanRefuses, WithWhatItFound) {
  Plan plan = makePlan();
  GetParam().spoil(plan);
  Status status = checkPlan(plan);
  EXPECT_EQ(status.getKind(), ErrorKind::BadInput);
  EXPECT_EQ(status.getMessage(), std::string("plan 'f': ") + GetParam().message);
}

TEST(CheckPlan, WindowsAreNoTemporaries) {
  Plan plan = makeWindowPlan();
  Status status = checkPlan(plan);
  ASSERT_TRUE(status.isOk()) << status.getMessage();
  EXPECT_TRUE(plan.tensors[7].lastAxisIsRow);
  EXPECT_TRUE(plan.tensors[Y].lastAxisIsRow); // it has the window's strides
  int64_t dims[] = {2, 3};
  EXPECT_EQ(*workspaceBytes(plan, dims), 2 * 3 * 64 * 4);
}

TEST(PlaceWindow, StartsInsideItsTensor) {
  Plan plan = makeWindowPlan();
  int64_t dims[] = {2, 3}, shape[] = {2, 3, 64}, strides[] = {400, 100, 1}, sizes[3];
  std::vector<uint16_t> memory(1000);
  TensorView views[8] = {};
  views[Y] = {memory.data(), shape, strides, 3, ElementType::BF16, 0, 0};
  ASSERT_TRUE(checkTensor(plan, Y, views[Y], dims).isOk());
  ASSERT_TRUE(placeWindow(plan, 7, dims, sizes, views).isOk());
  EXPECT_EQ(views[7].data, &memory[1]);
  EXPECT_EQ(views[7].bytes, (400 + 200 + 63) * 2);
  EXPECT_THAT(sizes, testing::ElementsAre(2, 3, 63));
  plan.tensors[7].start[1] = dimension(0); // 2, of 3 rows
  EXPECT_EQ(placeWindow(plan, 7, dims, sizes, views).getMessage(),
            "axis 1 of 'y.part1' ends past that of 'y'");
  plan.tensors[7].sizes[1] = constant(1);
  ASSERT_TRUE(placeWindow(plan, 7, dims, sizes, views).isOk());
  EXPECT_EQ(views[7].data, &memory[201]);
}

struct SpoiledWindow {
  const char *message;
  void (*spoil)(Plan &);
};

class CheckPlanRefusesWindow : public testing::TestWithParam<SpoiledWindow> {};

TEST_P(CheckPlanRefusesWindow, WithWhatItFound) {
  Plan plan = makeWindowPlan();
  GetParam().spoil(plan);
  EXPECT_EQ(checkPlan(plan).getMessage(), std::string("plan 'f': ") + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Plan, CheckPlanRefusesWindow,
    testing::Values(SpoiledWindow{"'y.part0' is a window, windows come last",
                                  [](Plan &p) { p.numWindows = 1; }},
                    SpoiledWindow{"'y.part1' is no window, windows come last",
                                  [](Plan &p) { p.tensors[7].windowOf.reset(); }},
                    SpoiledWindow{"the tensor of window 'y.part1' must be from 3 to 5, got 6",
                                  [](Plan &p) { p.tensors[7].windowOf = 6; }},
                    SpoiledWindow{"the tensor of window 'y.part0' must be from 3 to 5, got 0",
                                  [](Plan &p) { p.tensors[6].windowOf = X; }},
                    SpoiledWindow{"window 'y.part0' has another type or rank than 'm'",
                                  [](Plan &p) { p.tensors[6].windowOf = M; }},
                    SpoiledWindow{"window 'y.part0' has another type or rank than 'y'",
                                  [](Plan &p) { p.tensors[6].start.pop_back(); }},
                    SpoiledWindow{"the start of window 'y.part0' is of dimension 2, there are 2",
                                  [](Plan &p) { p.tensors[6].start[0] = dimension(2); }}));

INSTANTIATE_TEST_SUITE_P(
    Plan, CheckPlanRefuses,
    testing::Values(
        Spoiled{"the number of dimensions must be from 0 to 64, got 65",
                [](Plan &p) { p.numDimensions = 65; }},
        Spoiled{"the number of tensors must be from 1 to 64, got 65",
                [](Plan &p) { p.tensors.resize(65); }},
        Spoiled{"9 arguments, 2 results and 0 windows, there are 6 tensors",
                [](Plan &p) { p.numArguments = 9; }},
        Spoiled{"a launch has kernels for few CTAs alone",
                [](Plan &p) { p.launches[1].kernels[0].maxCtas = 4; }},
        Spoiled{"kernel 'f_aligned': the most CTAs must be from 0 to 2147483647, got -1",
                [](Plan &p) { p.launches[0].kernels[0].maxCtas = -1; }},
        Spoiled{"'y' is a number, which only an argument can be",
                [](Plan &p) { p.tensors[Y].isNumber = true; }},
        Spoiled{"the axes of 'x' must be from 0 to 8, got 9",
                [](Plan &p) { p.tensors[X].sizes.resize(9); }},
        Spoiled{"a size of 'w' must be at least 0, got -1",
                [](Plan &p) { p.tensors[W].sizes[0].value = -1; }},
        Spoiled{"a size of 'x' is of dimension 2, there are 2",
                [](Plan &p) { p.tensors[X].sizes[0].value = 2; }},
        Spoiled{"a size of 'w' has an operation of 1 operands, wanted 2",
                [](Plan &p) { p.tensors[W].sizes[0] = {SizeExpr::Add, 0, {constant(1)}}; }},
        Spoiled{"a size of 'w' nests more than 32 deep",
                [](Plan &p) {
                  for (int i = 0; i < 40; ++i)
                    p.tensors[W].sizes[0] =
                        operation(SizeExpr::Add, p.tensors[W].sizes[0], constant(0));
                }},
        Spoiled{"dimension 1 is the size of no argument",
                [](Plan &p) { p.tensors[X].sizes[1] = constant(3); }},
        Spoiled{"the number of launches must be from 0 to 64, got 65",
                [](Plan &p) { p.launches.resize(65); }},
        Spoiled{"a launch has no kernel", [](Plan &p) { p.launches[0].kernels.clear(); }},
        Spoiled{"the row axes of a launch must be from 0 to 8, got 9",
                [](Plan &p) { p.launches[0].rows.resize(9); }},
        Spoiled{"a launch's tensor must be from 0 to 5, got 6",
                [](Plan &p) { p.launches[0].tensors[0] = 6; }},
        Spoiled{"'alpha' is a number, listed as a launch's tensor",
                [](Plan &p) { p.launches[0].tensors[0] = Alpha; }},
        Spoiled{"4 numbers of collapsible axes for 3 tensors",
                [](Plan &p) { p.launches[0].collapsible.push_back(0); }},
        Spoiled{"the collapsible axes of 'w' must be from 0 to 1, got 2",
                [](Plan &p) { p.launches[0].collapsible[1] = 2; }},
        Spoiled{"the bytes of a launch is of dimension 9, there are 2",
                [](Plan &p) { p.launches[0].bytes = dimension(9); }},
        Spoiled{"a kernel has no name", [](Plan &p) { p.launches[0].kernels[0].name = ""; }},
        Spoiled{"kernel 'f_aligned': 2 alignments for 3 tensors",
                [](Plan &p) { p.launches[0].kernels[0].alignments.pop_back(); }},
        Spoiled{"kernel 'f_aligned': an alignment must be a power of two up to 1024, got 12",
                [](Plan &p) { p.launches[0].kernels[0].alignments[0] = 12; }},
        Spoiled{"kernel 'f_aligned': an alignment must be a power of two up to 1024, got 0",
                [](Plan &p) { p.launches[0].kernels[0].alignments[0] = 0; }},
        Spoiled{"kernel 'f_aligned': a side of the block must be from 1 to 1024, got 4294967296",
                [](Plan &p) { p.launches[0].kernels[0].rowsPerCta = int64_t(1) << 32; }},
        Spoiled{"kernel 'f_aligned': the threads of a CTA must be from 1 to 1024, got 2048",
                [](Plan &p) { p.launches[0].kernels[0].threadsPerRow = 512; }},
        Spoiled{"kernel 'f_aligned': the number of parameters must be from 0 to 256, got 257",
                [](Plan &p) { p.launches[0].kernels[0].parameters.resize(257); }},
        Spoiled{"kernel 'f_aligned': a parameter's tensor must be from 0 to 5, got 6",
                [](Plan &p) { p.launches[0].kernels[0].parameters[0].tensor = 6; }},
        Spoiled{"kernel 'f_aligned': 'alpha' is a number, passed as a tensor",
                [](Plan &p) { p.launches[0].kernels[0].parameters[0].tensor = Alpha; }},
        Spoiled{"kernel 'f_aligned': 'x' is a tensor, passed as a number",
                [](Plan &p) { p.launches[0].kernels[0].parameters[3].tensor = X; }},
        Spoiled{"kernel 'f_aligned': takes 'y', which is not among its launch's tensors",
                [](Plan &p) { p.launches[0].kernels[0].parameters[0].tensor = Y; }},
        Spoiled{"kernel 'f_aligned': takes a stride along axis 3 of 'x', which has 3 axes",
                [](Plan &p) { p.launches[0].kernels[0].parameters[1].axis = 3; }},
        Spoiled{"kernel 'f_aligned': a size is of dimension 9, there are 2",
                [](Plan &p) { p.launches[0].kernels[0].parameters[6].size.value = 9; }},
        Spoiled{"kernel 'f_aligned': the grid is of dimension 9, there are 2",
                [](Plan &p) { p.launches[0].kernels[0].grid = dimension(9); }}));

class CheckPlanRefusesInPlace : public testing::TestWithParam<Spoiled> {};

TEST_P(CheckPlanRefusesInPlace, WithWhatItFound) {
  Plan plan = makeInPlacePlan();
  ASSERT_TRUE(checkPlan(plan).isOk());
  GetParam().spoil(plan);
  EXPECT_EQ(checkPlan(plan).getMessage(), std::string("plan 'f': ") + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Plan, CheckPlanRefusesInPlace,
    testing::Values(Spoiled{"a pair in place has tensor 1, which is not among its launch's tensors",
                            [](Plan &p) { p.launches[1].inPlace[0].argument = W; }},
                    Spoiled{
                        "a pair in place has tensor 99, which is not among its launch's tensors",
                        [](Plan &p) { p.launches[1].inPlace[0].result = 99; }},
                    Spoiled{"'y' in place of 't': a result can be in place of an argument",
                            [](Plan &p) { p.launches[1].inPlace[0].argument = T; }},
                    Spoiled{"'m' in place of 'x': their types or sizes differ",
                            [](Plan &p) { p.launches[1].inPlace[0].result = M; }},
                    Spoiled{"'y' in place of 'x': their types or sizes differ",
                            [](Plan &p) { p.tensors[Y].sizes[0] = dimension(1); }},
                    Spoiled{"'y' in place of 'x': their types or sizes differ",
                            [](Plan &p) { p.tensors[Y].element = ElementType::F16; }},
                    Spoiled{"'y' in place of 'x': one of them is in two pairs",
                            [](Plan &p) { p.launches[1].inPlace.push_back({Y, X}); }},
                    Spoiled{"'y' in place of 'x': a later launch takes 'x'",
                            [](Plan &p) { p.launches.push_back(p.launches[0]); }},
                    Spoiled{"a launch has kernels in place alone",
                            [](Plan &p) { p.launches[1].kernels[0].isInPlace = true; }},
                    Spoiled{"a launch has a pair in place, but no kernel for it",
                            [](Plan &p) { p.launches[1].kernels.pop_back(); }},
                    Spoiled{"a launch has a kernel in place, but no pair",
                            [](Plan &p) { p.launches[1].inPlace.clear(); }}));

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A caller's tensor with its own shape and strides.
struct Caller {
  std::vector<int64_t> shape, strides;
  ElementType element = ElementType::BF16;
  uintptr_t address = 0x10000;

  TensorView view() const {
    return {reinterpret_cast<void *>(address),
            shape.data(),
            strides.data(),
            static_cast<int64_t>(shape.size()),
            element,
            0,
            0};
  }
};

Plan checkedPlan() {
  Plan plan = makePlan();
  EXPECT_TRUE(checkPlan(plan).isOk());
  return plan;
}

std::string check(int64_t index, const Caller &caller, std::vector<int64_t> dims = {2, 3}) {
  TensorView view = caller.view();
  return checkTensor(checkedPlan(), index, view, dims.data()).getMessage();
}

TEST(Call, BindsDimensions) {
  Plan plan = checkedPlan();
  plan.tensors[W].sizes = {dimension(1)};
  auto bind = [&](std::vector<int64_t> x, std::vector<int64_t> w) {
    Caller callers[] = {{x, x}, {w, w}};
    TensorView views[] = {callers[0].view(), callers[1].view(), {}};
    int64_t dims[2];
    Status status = bindDimensions(plan, views, dims);
    return status.isOk() ? std::to_string(dims[0]) + "," + std::to_string(dims[1])
                         : status.getMessage();
  };
  EXPECT_EQ(bind({2, 3, 64}, {3}), "2,3");
  EXPECT_EQ(bind({0, 3, 64}, {3}), "0,3");
  EXPECT_EQ(bind({2, 64}, {3}), "'x' must have 3 axes, got 2");
  EXPECT_EQ(bind({2, 3, 65}, {3}), "axis 2 of 'x' must be 64, got 65");
  EXPECT_EQ(bind({2, -3, 64}, {3}), "axis 1 of 'x' must be at least 0, got -3");
  EXPECT_EQ(bind({2, 3, 64}, {4}), "axis 0 of 'w' must be 3 as axis 1 of 'x', got 4");
}

TEST(Call, ChecksATensor) {
  EXPECT_EQ(check(X, {{2, 3, 64}, {192, 64, 1}}), "");
  EXPECT_EQ(check(X, {{2, 3, 64}, {0, 1, 1}}), ""); // an input may overlap itself
  EXPECT_EQ(check(X, {{2, 3, 64}, {192, 64, 1}, ElementType::F16}), "'x' must be of bf16, got f16");
  EXPECT_EQ(check(X, {{2, 3}, {3, 1}}), "'x' must have 3 axes, got 2");
  EXPECT_EQ(check(X, {{2, 4, 64}, {256, 64, 1}}), "axis 1 of 'x' must be 3, got 4");
  EXPECT_EQ(check(X, {{2, 3, 64}, {192, -64, 1}}), "'x' must have strides of at least 0, got -64");
  EXPECT_EQ(check(X, {{2, 3, 64}, {192, 64, 2}}), "the last axis of 'x' must have stride 1, got 2");
  EXPECT_EQ(check(X, {{2, 3, 64}, {kMax, 64, 1}}), "'x' spans more than 2^63 - 1 bytes");
  EXPECT_EQ(check(X, {{2, 3, 64}, {192, 64, 1}, ElementType::BF16, 0x10001}),
            "'x' must be aligned to 2 bytes, got address 0x10001");
  EXPECT_EQ(check(X, {{2, 3, 64}, {192, 64, 1}, ElementType::BF16, ~uintptr_t(15)}),
            "'x' at 0xfffffffffffffff0 ends past the last address");
  EXPECT_EQ(check(Y, {{2, 3, 64}, {64, 64, 1}}), "'y' is a result and must not overlap itself");
  EXPECT_EQ(check(Y, {{2, 0, 64}, {0, 0, 1}}, {2, 0}), "");
}

TEST(Call, OneNumberARowMayHaveAnyStride) {
  EXPECT_EQ(check(M, {{2, 3}, {1, 2}, ElementType::F32}), "");
  EXPECT_EQ(check(M, {{2, 3}, {30, 10}, ElementType::F32}), "");
}

//===----------------------------------------------------------------------===//
// Overlap
//===----------------------------------------------------------------------===//

/// y against x, each at a byte address; the others lie elsewhere.
std::string overlap(const Caller &x, const Caller &y, Plan plan = makePlan()) {
  EXPECT_TRUE(checkPlan(plan).isOk());
  int64_t dims[] = {x.shape[0], x.shape[1]};
  Caller w{{64}, {1}, ElementType::BF16, 0x1000000};
  Caller m{{dims[0], dims[1]}, {dims[1], 1}, ElementType::F32, 0x2000000};
  Caller t{{dims[0], dims[1], 64}, {dims[1] * 64, 64, 1}, ElementType::F32, 0x3000000};
  TensorView views[] = {x.view(), w.view(), {}, y.view(), m.view(), t.view()};
  for (int64_t i : {X, W, Y, M, T})
    if (Status status = checkTensor(plan, i, views[i], dims); !status.isOk())
      return status.getMessage();
  return checkOverlap(plan, views).getMessage();
}

TEST(Overlap, PassesApart) {
  EXPECT_EQ(overlap({{2, 3, 64}, {192, 64, 1}, ElementType::BF16, 0x1000},
                    {{2, 3, 64}, {192, 64, 1}, ElementType::BF16, 0x1000 + 768}),
            "");
}

TEST(Overlap, RefusesInPlaceAndPartial) {
  for (uintptr_t shift : {0, 2, 766})
    EXPECT_EQ(overlap({{2, 3, 64}, {192, 64, 1}, ElementType::BF16, 0x1000},
                      {{2, 3, 64}, {192, 64, 1}, ElementType::BF16, 0x1000 + shift}),
              std::string("'y' is a result and must not share memory with 'x'") +
                  (shift ? "" : ", or be exactly it, where the graph says norm.in_place"));
}

TEST(Overlap, PassesExactlyTheArgumentThatIsPermitted) {
  auto at = [](std::vector<int64_t> shape, std::vector<int64_t> strides, uintptr_t address) {
    return Caller{shape, strides, ElementType::BF16, address};
  };
  auto inPlace = [&](const Caller &x, const Caller &y) { return overlap(x, y, makeInPlacePlan()); };
  std::string refused = "'y' is a result and must not share memory with 'x', or be exactly it";
  for (std::vector<int64_t> strides : {std::vector<int64_t>{192, 64, 1}, {400, 128, 1}}) {
    Caller x = at({2, 3, 64}, strides, 0x1000);
    EXPECT_EQ(inPlace(x, x), "");
    EXPECT_EQ(inPlace(x, at({2, 3, 64}, strides, 0x1000 + 128)), refused);
  }
  EXPECT_EQ(inPlace(at({2, 3, 64}, {192, 64, 1}, 0x1000), at({2, 3, 64}, {64, 128, 1}, 0x1000)),
            refused);
  // The stride of one element says nothing.
  EXPECT_EQ(inPlace(at({1, 3, 64}, {7, 64, 1}, 0x1000), at({1, 3, 64}, {192, 64, 1}, 0x1000)), "");
  // An argument that repeats its elements would be written several times.
  EXPECT_EQ(inPlace(at({2, 3, 64}, {0, 64, 1}, 0x1000), at({2, 3, 64}, {0, 64, 1}, 0x1000)),
            "'y' is a result and must not overlap itself");
}

TEST(Overlap, PassesColumnWindowsOfOneBuffer) {
  // Rows of 256 elements: x has columns 0 to 63, y from 64.
  std::vector<int64_t> strides = {768, 256, 1};
  auto at = [&](uintptr_t column) {
    return Caller{{2, 3, 64}, strides, ElementType::BF16, 0x1000 + 2 * column};
  };
  EXPECT_EQ(overlap(at(0), at(64)), "");
  EXPECT_EQ(overlap(at(192), at(0)), "");
  EXPECT_EQ(overlap(at(64), at(0)), "");
  EXPECT_EQ(overlap(at(0), at(63)), "'y' is a result and must not share memory with 'x'");
  // A window that wraps into the next row.
  EXPECT_NE(overlap(at(0), at(224)), "");
}

TEST(Overlap, PassesAlternateRows) {
  auto at = [&](uintptr_t row) {
    return Caller{{2, 3, 64}, {384, 128, 1}, ElementType::BF16, 0x1000 + 128 * row};
  };
  EXPECT_EQ(overlap(at(0), at(1)), "");
  EXPECT_NE(overlap(at(0), at(2)), "");
}

/// Against every element of both: what passes must be apart.
TEST(Overlap, IsNeverWrongToPass) {
  uint64_t random = 1;
  auto draw = [&](int64_t below) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int64_t>((random >> 33) % below);
  };
  int passed = 0;
  for (int i = 0; i < 3000; ++i) {
    auto make = [&] {
      return Caller{{2, 3, 64},
                    {64 * draw(12), 64 * (1 + draw(4)), 1},
                    ElementType::BF16,
                    0x10000 + 2 * static_cast<uintptr_t>(32 * draw(24))};
    };
    Caller x = make(), y = make();
    std::string message = overlap(x, y);
    if (!message.empty())
      continue;
    ++passed;
    std::vector<bool> touched(1 << 15);
    for (const Caller *caller : {&x, &y})
      for (int64_t a = 0; a < 2; ++a)
        for (int64_t b = 0; b < 3; ++b)
          for (int64_t c = 0; c < 64; ++c) {
            size_t element = (caller->address - 0x10000) / 2 + a * caller->strides[0] +
                             b * caller->strides[1] + c;
            ASSERT_FALSE(caller == &y && touched[element]);
            if (caller == &x)
              touched[element] = true;
          }
  }
  EXPECT_GT(passed, 100);
}

//===----------------------------------------------------------------------===//
// The choice of a kernel
//===----------------------------------------------------------------------===//

std::string choose(std::vector<int64_t> strides, uintptr_t address = 0x1000,
                   std::vector<int64_t> shape = {2, 3, 64}) {
  Plan plan = checkedPlan();
  Caller x{shape, strides, ElementType::BF16, address};
  Caller w{{64}, {1}, ElementType::BF16, 0x100000};
  Caller t{shape, {shape[1] * 64, 64, 1}, ElementType::F32, 0x200000};
  TensorView views[] = {x.view(), w.view(), {}, {}, {}, t.view()};
  int64_t dims[] = {shape[0], shape[1]};
  const PlanKernel *kernel = chooseKernel(plan, plan.launches[0], views, dims);
  return kernel ? kernel->variant : "none";
}

TEST(ChooseKernel, TakesTheFirstThatFits) {
  EXPECT_EQ(choose({192, 64, 1}), "aligned");
  EXPECT_EQ(choose({200, 64, 1}), "strided");
  EXPECT_EQ(choose({0, 64, 1}), "strided");
  EXPECT_EQ(choose({196, 65, 1}), "misaligned");
  EXPECT_EQ(choose({192, 64, 1}, 0x1002), "misaligned");
  EXPECT_EQ(choose({192, 64, 1}, 0x1008), "misaligned");
  EXPECT_EQ(choose({192, 64, 1}, 0x1001), "none");
}

TEST(ChooseKernel, TakesAKernelForFewCtasUpToThem) {
  Plan plan = makePlan();
  PlanKernel few = plan.launches[0].kernels[0];
  few.variant = "aligned_few";
  few.maxCtas = 3;
  plan.launches[0].kernels.insert(plan.launches[0].kernels.begin(), few);
  ASSERT_TRUE(checkPlan(plan).isOk());
  auto choose = [&](int64_t rows) {
    Caller x{{rows, 1, 64}, {64, 64, 1}, ElementType::BF16, 0x1000};
    Caller w{{64}, {1}, ElementType::BF16, 0x100000};
    Caller t{{rows, 1, 64}, {64, 64, 1}, ElementType::F32, 0x200000};
    TensorView views[] = {x.view(), w.view(), {}, {}, {}, t.view()};
    int64_t dims[] = {rows, 1};
    return chooseKernel(plan, plan.launches[0], views, dims)->variant;
  };
  EXPECT_EQ(choose(12), "aligned_few"); // 4 rows a CTA
  EXPECT_EQ(choose(13), "aligned");
  EXPECT_EQ(choose(0), "aligned_few");
}

TEST(ChooseKernel, CollapsesTheAxesThatTheLaunchSays) {
  // Heads of x, [s0, s1, 4, 64], as rows: with each number of axes that may have to collapse.
  auto choose = [](int64_t collapsible, std::vector<int64_t> strides,
                   std::vector<int64_t> shape = {2, 3, 4, 64}) {
    Plan plan = makePlan();
    plan.tensors[X].sizes.insert(plan.tensors[X].sizes.begin() + 2, constant(4));
    plan.launches[0].collapsible[0] = collapsible;
    EXPECT_TRUE(checkPlan(plan).isOk());
    Caller x{shape, strides};
    Caller w{{64}, {1}, ElementType::BF16, 0x100000};
    Caller t{{2, 3, 64}, {192, 64, 1}, ElementType::F32, 0x200000};
    TensorView views[] = {x.view(), w.view(), {}, {}, {}, t.view()};
    int64_t dims[] = {shape[0], shape[1]};
    return chooseKernel(plan, plan.launches[0], views, dims)->variant;
  };
  EXPECT_EQ(choose(3, {768, 256, 64, 1}), "aligned");
  EXPECT_EQ(choose(2, {768, 256, 64, 1}), "aligned");
  // Heads apart, as in a packed row, or transposed: no matter where they are a window or walked.
  EXPECT_EQ(choose(3, {2304, 768, 64, 1}), "strided");
  EXPECT_EQ(choose(2, {2304, 768, 64, 1}), "aligned");
  EXPECT_EQ(choose(2, {192, 64, 768, 1}), "aligned");
  // A batch apart.
  EXPECT_EQ(choose(2, {2312, 768, 64, 1}), "strided");
  EXPECT_EQ(choose(0, {2312, 768, 64, 1}), "aligned");
  EXPECT_EQ(choose(2, {2312, 768, 64, 1}, {1, 3, 4, 64}), "aligned");
  EXPECT_EQ(choose(0, {2313, 768, 64, 1}), "misaligned");
}

TEST(ChooseKernel, TakesAKernelInPlaceForAPairInPlace) {
  Plan plan = makeInPlacePlan();
  ASSERT_TRUE(checkPlan(plan).isOk());
  auto chosen = [&](uintptr_t y) {
    Caller x{{2, 3, 64}, {192, 64, 1}, ElementType::BF16, 0x1000};
    Caller other = x, m{{2, 3}, {3, 1}, ElementType::F32, 0x2000000};
    Caller t{{2, 3, 64}, {192, 64, 1}, ElementType::F32, 0x3000000};
    other.address = y;
    TensorView views[] = {x.view(), {}, {}, other.view(), m.view(), t.view()};
    int64_t dims[] = {2, 3};
    return chooseKernel(plan, plan.launches[1], views, dims)->variant;
  };
  EXPECT_EQ(chosen(0x1000), "misaligned_in_place");
  EXPECT_EQ(chosen(0x1000000), "misaligned");
}

TEST(ChooseKernel, RowsThatStepByOneElementAreMisaligned) {
  EXPECT_EQ(choose({3, 1, 1}), "misaligned");
}

TEST(ChooseKernel, AxesOfOneElementHaveNoStride) {
  EXPECT_EQ(choose({7, 64, 1}, 0x1000, {1, 3, 64}), "aligned");
  EXPECT_EQ(choose({64, 64, 1}, 0x1000, {2, 1, 64}), "aligned");
  EXPECT_EQ(choose({192, 64, 1}, 0x1000, {2, 1, 64}), "strided");
}

} // namespace
