//===- LauncherTest.cpp - tests for normc.h on a driver without a GPU -----===//
//
// The test program finds test/Launch/Inputs/fake_cuda.c as libcuda.so.1: it writes down
// what is launched, and fails when it is asked to.
//
//===----------------------------------------------------------------------===//

#include "Launch/CudaDriver.h"
#include "SamplePackage.h"
#include "normc/Launch/normc.h"

#include "gmock/gmock.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <new>
#include <sstream>
#include <thread>
#include <unistd.h>

using namespace normc;
using namespace normc::sample;
using testing::HasSubstr;
using testing::StartsWith;

// Counts allocations, of which a launch makes none.
static thread_local int64_t numAllocations;

void *operator new(size_t bytes) {
  ++numAllocations;
  if (void *memory = std::malloc(bytes))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

namespace {

/// Environment variables for the length of a test.
class Setting {
public:
  Setting(const char *name, const std::string &value) : name(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Setting() { unsetenv(name); }

private:
  const char *name;
};

class LauncherTest : public testing::Test {
protected:
  LauncherTest() : logPath(testing::TempDir() + "launch-" + std::to_string(getpid()) + ".log") {
    std::remove(logPath.c_str());
    setenv("FAKE_CUDA_LOG", logPath.c_str(), 1);
    Result<const cuda::Driver *> opened = cuda::Driver::get();
    EXPECT_TRUE(opened.isOk()) << opened.getError().getMessage();
    driver = *opened;
    useDevice(0);
  }
  ~LauncherTest() override {
    normc_free(package);
    driver->cuCtxSetCurrent(nullptr);
    unsetenv("FAKE_CUDA_LOG");
    std::remove(logPath.c_str());
  }

  void useDevice(int device) {
    cuda::Context context;
    EXPECT_EQ(driver->cuDevicePrimaryCtxRetain(&context, device), 0);
    driver->cuCtxSetCurrent(context);
  }

  void load(const Package &source) {
    Result<std::string> bytes = writePackage(source);
    ASSERT_TRUE(bytes.isOk()) << bytes.getError().getMessage();
    ASSERT_EQ(normc_load_bytes(bytes->data(), bytes->size(), &package), NORMC_OK)
        << normc_last_error();
    ASSERT_EQ(normc_get_function(package, "f", &f), NORMC_OK) << normc_last_error();
  }

  /// The lines that the driver wrote, those with `word` in them.
  std::vector<std::string> logged(const std::string &word = "") {
    std::ifstream file(logPath);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
      if (line.find(word) != std::string::npos)
        lines.push_back(line);
    return lines;
  }

  /// Launches and returns the error, empty for none.
  std::string launch(uint32_t flags = 0, int32_t count = 5) {
    status = normc_launch(f, tensors, count, workspace, workspaceBytes, nullptr, flags);
    return status == NORMC_OK ? "" : normc_last_error();
  }

  static void *at(uintptr_t address) { return reinterpret_cast<void *>(address); }

  const cuda::Driver *driver;
  std::string logPath;
  normc_package *package = nullptr;
  const normc_function *f = nullptr;
  normc_status status = NORMC_OK;

  // x, w, alpha, y, m for 2 x 3 rows; the fake driver never follows these addresses.
  int64_t full[3] = {2, 3, 64}, weights[1] = {64}, rows[2] = {2, 3};
  int64_t strides[3] = {200, 64, 1};
  normc_tensor tensors[5] = {{at(0x10000000000), full, nullptr, 3, NORMC_BF16, 0},
                             {at(0x20000000000), weights, nullptr, 1, NORMC_BF16, 0},
                             {nullptr, nullptr, nullptr, 0, 0, 1.5f},
                             {at(0x30000000000), full, nullptr, 3, NORMC_BF16, 0},
                             {at(0x40000000000), rows, nullptr, 2, NORMC_F32, 0}};
  void *workspace = at(0x50000000000);
  size_t workspaceBytes = 1536;
};

//===----------------------------------------------------------------------===//
// Packages and signatures
//===----------------------------------------------------------------------===//

TEST_F(LauncherTest, DescribesFunctions) {
  load(makePackage());
  EXPECT_EQ(normc_api_version(), NORMC_API_VERSION);
  EXPECT_EQ(normc_function_count(package), 1);
  EXPECT_STREQ(normc_function_name(package, 0), "f");
  EXPECT_EQ(normc_function_name(package, 1), nullptr);
  EXPECT_EQ(normc_num_arguments(f), 3);
  EXPECT_EQ(normc_num_results(f), 2);
  EXPECT_STREQ(normc_argument_name(f, 1), "w");
  EXPECT_STREQ(normc_result_name(f, 1), "m");
  EXPECT_EQ(normc_argument_name(f, 3), nullptr);
  EXPECT_EQ(normc_result_name(f, 2), nullptr);
  EXPECT_EQ(normc_argument_type(f, 0), NORMC_BF16);
  EXPECT_EQ(normc_result_type(f, 1), NORMC_F32);
  EXPECT_EQ(normc_result_type(f, -1), -1);
  EXPECT_EQ(normc_argument_rank(f, 0), 3);
  EXPECT_EQ(normc_result_rank(f, 1), 2);
  EXPECT_EQ(normc_argument_is_number(f, 0), 0);
  EXPECT_EQ(normc_argument_is_number(f, 2), 1);
  EXPECT_EQ(normc_argument_is_number(f, 3), -1);
}

TEST_F(LauncherTest, RefusesNullAndUnknown) {
  load(makePackage());
  const normc_function *other;
  EXPECT_EQ(normc_get_function(package, "g", &other), NORMC_USAGE);
  EXPECT_STREQ(normc_last_error(), "the package has no function 'g', it has 'f'");
  EXPECT_EQ(other, nullptr);
  EXPECT_EQ(normc_get_function(nullptr, "g", &other), NORMC_USAGE);
  EXPECT_STREQ(normc_last_error(), "package is null");
  EXPECT_EQ(normc_load(nullptr, &package), NORMC_USAGE);
  EXPECT_STREQ(normc_last_error(), "path is null");
  EXPECT_EQ(normc_prepare(nullptr), NORMC_USAGE);
  EXPECT_STREQ(normc_last_error(), "function is null");
  normc_package *none = package;
  EXPECT_EQ(normc_load("/nonexistent.normc", &none), NORMC_ENVIRONMENT);
  EXPECT_EQ(none, nullptr);
  normc_free(nullptr);
}

TEST_F(LauncherTest, SizesResultsAndWorkspace) {
  load(makePackage());
  int64_t shape[3] = {};
  EXPECT_EQ(normc_result_shape(f, tensors, 3, 0, shape), NORMC_OK);
  EXPECT_THAT(shape, testing::ElementsAre(2, 3, 64));
  EXPECT_EQ(normc_result_shape(f, tensors, 3, 2, shape), NORMC_USAGE);
  EXPECT_STREQ(normc_last_error(), "'f' has no result 2, it has 2");
  size_t bytes = 0;
  EXPECT_EQ(normc_workspace_size(f, tensors, 3, &bytes), NORMC_OK);
  EXPECT_EQ(bytes, 1536u);
  EXPECT_EQ(normc_workspace_size(f, tensors, 2, &bytes), NORMC_USAGE);
  EXPECT_STREQ(normc_last_error(), "'f' takes 3 arguments, got 2");
  full[2] = 65;
  EXPECT_EQ(normc_result_shape(f, tensors, 3, 0, shape), NORMC_BAD_INPUT);
  EXPECT_STREQ(normc_last_error(), "axis 2 of 'x' must be 64, got 65");
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

TEST_F(LauncherTest, LaunchesTheCollapsedKernel) {
  load(makePackage());
  EXPECT_EQ(launch(), "");
  EXPECT_THAT(
      logged(),
      testing::ElementsAre(
          "load ptx sm_90 device 0: 0",
          "launch f_aligned grid 2 1 1 block 8 4 1 stream (nil) (0x10000000000, 64, "
          "0x20000000000, 1.5, 0x50000000000, 64, 2, 3)",
          "launch g_misaligned grid 6 1 1 block 32 1 1 stream (nil) (0x50000000000, 192, 64, "
          "0x30000000000, 192, 64, 0x40000000000, 3, 1, 3)"));
}

TEST_F(LauncherTest, ChoosesByStridesAndAlignment) {
  load(makePackage());
  tensors[0].strides = strides;
  EXPECT_EQ(launch(), "");
  tensors[0].data = at(0x10000000002);
  EXPECT_EQ(launch(), "");
  std::vector<std::string> lines = logged("launch f_");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0], StartsWith("launch f_strided grid 2 1 1 block 8 4 1 stream (nil) "
                                   "(0x10000000000, 200, 64, 0x20000000000, 1.5, "));
  EXPECT_THAT(lines[1], StartsWith("launch f_misaligned "));
}

TEST_F(LauncherTest, LaunchesInPlaceWhatIs) {
  load(makeInPlacePackage());
  EXPECT_EQ(launch(), "");
  tensors[3].data = tensors[0].data;
  EXPECT_EQ(launch(), "");
  tensors[0].strides = strides;
  EXPECT_EQ(launch(), "'y' is a result and must not share memory with 'x', or be exactly it");
  tensors[3].strides = strides;
  EXPECT_EQ(launch(), "");
  std::vector<std::string> lines = logged("launch g_");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_THAT(lines[0], StartsWith("launch g_misaligned grid"));
  EXPECT_THAT(lines[1], StartsWith("launch g_misaligned_in_place grid"));
  EXPECT_THAT(lines[2], HasSubstr("0x10000000000, 200, 64, 0x40000000000, 3, 1, 3, 0x10000000000, "
                                  "200, 64)"));
}

TEST_F(LauncherTest, PassesWindowsOfResults) {
  load({"0.1.0", {{"f", false}}, {makeChip("sm_90", true, makeWindowPlan())}});
  tensors[3].strides = strides;
  EXPECT_EQ(launch(), "");
  EXPECT_THAT(logged("launch g_")[0], HasSubstr("0x30000000002, 200, 64, 0x40000000000"));
}

TEST_F(LauncherTest, ResultsOfOneNumberARowMayBeStrided) {
  load(makePackage());
  int64_t apart[] = {30, 10};
  tensors[4].strides = apart;
  EXPECT_EQ(launch(), "");
  EXPECT_THAT(logged("launch g_")[0], HasSubstr("0x40000000000, 30, 10, 3)"));
}

TEST_F(LauncherTest, ZeroRowsLaunchNothing) {
  load(makePackage());
  full[1] = rows[1] = 0;
  for (normc_tensor &tensor : tensors)
    if (tensor.data != tensors[1].data)
      tensor.data = nullptr;
  workspace = nullptr;
  workspaceBytes = 0;
  EXPECT_EQ(launch(), "");
  EXPECT_TRUE(logged("launch").empty());
}

TEST_F(LauncherTest, StartsEarlyOnlyWhereKernelsWait) {
  load(makePackage());
  EXPECT_EQ(launch(NORMC_PDL), "");
  EXPECT_EQ(logged(" early (").size(), 2u);
  EXPECT_EQ(launch(4), "flags must be of NORMC_PDL and NORMC_CHECK_POINTERS, got 4");
  EXPECT_EQ(status, NORMC_USAGE);
}

TEST_F(LauncherTest, RefusesToStartEarlyWithoutTheWait) {
  Setting chip("FAKE_CUDA_CHIP", "86");
  load(makePackage());
  EXPECT_EQ(launch(NORMC_PDL), "the kernels of sm_80 do not wait for the launch before them, "
                               "which starting early needs");
  EXPECT_EQ(status, NORMC_USAGE);
  EXPECT_EQ(launch(), "");
}

TEST_F(LauncherTest, RefusesTensors) {
  load(makePackage());
  EXPECT_EQ(launch(0, 4), "'f' takes 5 arguments and results, got 4");
  EXPECT_EQ(status, NORMC_USAGE);
  normc_tensor good[5];
  std::copy(tensors, tensors + 5, good);
  auto refused = [&](auto spoil) {
    std::copy(good, good + 5, tensors);
    spoil();
    return launch();
  };
  EXPECT_EQ(refused([&] { tensors[0].type = 8; }), "'x' has type 8, which is no normc_type");
  EXPECT_EQ(refused([&] { tensors[0].type = NORMC_F16; }), "'x' must be of bf16, got f16");
  EXPECT_EQ(status, NORMC_BAD_INPUT);
  EXPECT_EQ(refused([&] { tensors[0].shape = nullptr; }), "'x' has no shape");
  EXPECT_EQ(refused([&] { tensors[0].rank = 9; }), "'x' must have 3 axes, got 9");
  EXPECT_EQ(refused([&] { tensors[0].rank = -1; }), "'x' must have 3 axes, got -1");
  EXPECT_EQ(refused([&] { tensors[1].data = nullptr; }), "'w' is a null pointer");
  EXPECT_EQ(refused([&] { tensors[3].data = tensors[0].data; }),
            "'y' is a result and must not share memory with 'x', or be exactly it, where the graph "
            "says norm.in_place");
  EXPECT_EQ(refused([&] { tensors[4].data = tensors[3].data; }),
            "'m' is a result and must not share memory with 'y'");
  EXPECT_EQ(refused([&] { tensors[0].data = at(0x50000000100); }),
            "'t' is a temporary in the workspace and must not share memory with 'x'");
  int64_t wide[] = {200, 64, 2};
  EXPECT_EQ(refused([&] { tensors[0].strides = wide; }),
            "the last axis of 'x' must have stride 1, got 2");
  rows[1] = 4;
  EXPECT_EQ(refused([] {}), "axis 1 of 'm' must be 3, got 4");
  EXPECT_TRUE(logged("launch").empty());
}

TEST_F(LauncherTest, RefusesHugeShapes) {
  load(makePackage());
  full[0] = rows[0] = int64_t(1) << 40;
  full[1] = rows[1] = 1;
  workspaceBytes = SIZE_MAX;
  int64_t still[] = {0, 0, 1};
  tensors[0].strides = still;
  tensors[3].data = at(uintptr_t(1) << 52);
  tensors[4].data = at(uintptr_t(1) << 54);
  workspace = at(uintptr_t(1) << 56);
  EXPECT_EQ(launch(), "'f_aligned' would need 274877906944 CTAs, a grid has at most 2147483647");
  full[0] = rows[0] = int64_t(1) << 60;
  EXPECT_EQ(launch(), "'y' spans more than 2^63 - 1 bytes");
}

TEST_F(LauncherTest, ChecksEveryGridBeforeTheFirstLaunch) {
  load(makePackage());
  int64_t still[] = {0, 0, 1};
  tensors[0].strides = still;
  full[1] = rows[1] = 1;
  workspaceBytes = SIZE_MAX;
  tensors[3].data = at(uintptr_t(1) << 52);
  tensors[4].data = at(uintptr_t(1) << 54);
  workspace = at(uintptr_t(1) << 56);
  // A quarter of the CTAs for the first launch: only the second has too many.
  full[0] = rows[0] = int64_t(1) << 31;
  EXPECT_EQ(launch(), "'g_misaligned' would need 2147483648 CTAs, a grid has at most 2147483647");
  EXPECT_EQ(status, NORMC_BAD_INPUT);
  EXPECT_TRUE(logged("launch").empty());
  full[0] = rows[0] = (int64_t(1) << 31) - 1;
  EXPECT_EQ(launch(), "");
  EXPECT_EQ(logged("launch").size(), 2u);
}

TEST_F(LauncherTest, ChecksEverySizeBeforeTheFirstLaunch) {
  Package source = makePackage();
  for (PackageChip &chip : source.chips) {
    SizeExpr huge = constant(INT64_MAX);
    chip.plans[0].launches[1].kernels[0].parameters.back().size =
        operation(SizeExpr::Multiply, huge, dimension(1));
  }
  load(source);
  EXPECT_EQ(launch(), "the rows of 'g_misaligned' pass 2^63 - 1");
  EXPECT_EQ(status, NORMC_BAD_INPUT);
  EXPECT_TRUE(logged("launch").empty());
}

TEST_F(LauncherTest, RefusesWorkspaces) {
  load(makePackage());
  workspaceBytes = 1535;
  EXPECT_EQ(launch(), "the workspace has 1535 bytes, 'f' needs 1536");
  EXPECT_EQ(status, NORMC_USAGE);
  workspace = nullptr;
  EXPECT_EQ(launch(), "the workspace has 0 bytes, 'f' needs 1536");
  workspaceBytes = 1536;
  workspace = at(0x50000000080);
  EXPECT_EQ(launch(), "the workspace must be aligned to 256 bytes, got address 0x50000000080");
}

TEST_F(LauncherTest, ChecksPointersWhenAsked) {
  Setting devices("FAKE_CUDA_DEVICES", "2");
  load(makePackage());
  auto allocate = [&](size_t bytes) {
    cuda::Pointer memory = 0;
    EXPECT_EQ(driver->cuMemAlloc(&memory, bytes), 0);
    return at(memory);
  };
  for (int i : {0, 1, 3, 4})
    tensors[i].data = allocate(1024);
  EXPECT_EQ(launch(NORMC_CHECK_POINTERS), "");
  void *mine = tensors[1].data;
  tensors[1].data = full - reinterpret_cast<uintptr_t>(full) % 2;
  EXPECT_EQ(launch(NORMC_CHECK_POINTERS), "'w' is in host memory, wanted memory of device 0");
  useDevice(1);
  void *theirs = allocate(1024);
  useDevice(0);
  tensors[1].data = theirs;
  EXPECT_EQ(launch(NORMC_CHECK_POINTERS), "'w' is on device 1, the current context is of device 0");
  for (void *memory : {mine, theirs, tensors[0].data, tensors[3].data, tensors[4].data})
    driver->cuMemFree(reinterpret_cast<uintptr_t>(memory));
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

TEST_F(LauncherTest, LoadsOnceAContextAndUnloads) {
  Setting devices("FAKE_CUDA_DEVICES", "2");
  load(makePackage());
  EXPECT_EQ(normc_prepare(f), NORMC_OK);
  EXPECT_EQ(launch(), "");
  EXPECT_EQ(launch(), "");
  useDevice(1);
  EXPECT_EQ(launch(), "");
  EXPECT_THAT(logged("load "),
              testing::ElementsAre("load ptx sm_90 device 0: 0", "load ptx sm_90 device 1: 0"));
  normc_free(package);
  package = nullptr;
  EXPECT_EQ(logged("unload").size(), 2u);
}

TEST_F(LauncherTest, FirstLoadByManyThreads) {
  load(makePackage());
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  cuda::Context context;
  driver->cuCtxGetCurrent(&context);
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      driver->cuCtxSetCurrent(context);
      for (int j = 0; j < 50; ++j)
        failures += normc_launch(f, tensors, 5, workspace, workspaceBytes, nullptr, 0) != NORMC_OK;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(logged("load ").size(), 1u);
  EXPECT_EQ(logged("launch ").size(), 800u);
}

TEST_F(LauncherTest, NeedsAContext) {
  load(makePackage());
  driver->cuCtxSetCurrent(nullptr);
  EXPECT_EQ(launch(), "no CUDA context is current on this thread: call cudaSetDevice or "
                      "cuCtxSetCurrent first");
  EXPECT_EQ(status, NORMC_USAGE);
}

TEST_F(LauncherTest, DoesNotLoadDuringCapture) {
  load(makePackage());
  {
    Setting capturing("FAKE_CUDA_CAPTURING", "1");
    EXPECT_EQ(launch(), "the code is not loaded yet, and cannot be while the stream is captured: "
                        "call normc_prepare before the capture");
    EXPECT_EQ(status, NORMC_USAGE);
    EXPECT_TRUE(logged().empty());
  }
  {
    Setting implicit("FAKE_CUDA_FAIL", "cuStreamIsCapturing=906");
    EXPECT_THAT(launch(), HasSubstr("normc_prepare"));
  }
  EXPECT_EQ(normc_prepare(f), NORMC_OK);
  Setting capturing("FAKE_CUDA_CAPTURING", "1");
  EXPECT_EQ(launch(), "");
}

/// The chip whose code a device gets, or the error.
struct ChipCase {
  const char *device;
  std::vector<std::pair<const char *, PackageBlob::Kind>> code;
  const char *loaded;
};

TEST_F(LauncherTest, ChoosesCodeForTheDevice) {
  constexpr auto ptx = PackageBlob::Ptx, cubin = PackageBlob::Cubin;
  const ChipCase cases[] = {
      {"90", {{"sm_80", ptx}, {"sm_90", ptx}, {"sm_100", ptx}}, "ptx sm_90"},
      {"100", {{"sm_80", ptx}, {"sm_90", ptx}}, "ptx sm_90"},
      {"86", {{"sm_80", cubin}, {"sm_90", ptx}}, "cubin sm_80"},
      {"86", {{"sm_80", cubin}, {"sm_80", ptx}}, "cubin sm_80"},
      {"90", {{"sm_80", cubin}, {"sm_80", ptx}}, "ptx sm_80"},
      {"90", {{"sm_90", ptx}, {"sm_90a", ptx}}, "ptx sm_90a"},
      {"100", {{"sm_90", ptx}, {"sm_90a", ptx}}, "ptx sm_90"},
      {"103", {{"sm_100f", ptx}, {"sm_90", ptx}}, "ptx sm_100f"},
      {"120", {{"sm_100f", ptx}, {"sm_90", ptx}}, "ptx sm_90"},
      {"80",
       {{"sm_90", ptx}, {"sm_86", cubin}},
       "the package has code for sm_90, sm_86, none runs on sm_80 (Fake GPU)"},
  };
  for (const ChipCase &test : cases) {
    std::remove(logPath.c_str());
    Setting chip("FAKE_CUDA_CHIP", test.device);
    Package source{"0.1.0", {{"f", false}}, {}};
    for (auto [name, kind] : test.code) {
      if (source.chips.empty() || source.chips.back().chip != name) {
        source.chips.push_back(makeChip(name));
        source.chips.back().blobs.clear();
      }
      source.chips.back().blobs.push_back(
          {kind, (kind == cubin ? "\177ELF " : "") + makePtx(makePlan(), name)});
    }
    load(source);
    status = normc_prepare(f);
    EXPECT_EQ(status == NORMC_OK ? logged("load").at(0) : std::string(normc_last_error()),
              status == NORMC_OK ? std::string("load ") + test.loaded + " device 0: 0"
                                 : test.loaded);
    normc_free(package);
    package = nullptr;
  }
}

TEST_F(LauncherTest, FallsBackToPtxThatTheDriverKnows) {
  Setting chip("FAKE_CUDA_CHIP", "100");
  Setting old("FAKE_CUDA_ASSEMBLES", "90");
  Package source = makePackage();
  source.chips.push_back(makeChip("sm_100"));
  load(source);
  EXPECT_EQ(normc_prepare(f), NORMC_OK);
  EXPECT_THAT(logged("load"),
              testing::ElementsAre("load ptx sm_100 device 0: 222", "load ptx sm_90 device 0: 0"));
  Setting older("FAKE_CUDA_ASSEMBLES", "70");
  normc_free(package);
  load(source);
  EXPECT_EQ(normc_prepare(f), NORMC_ENVIRONMENT);
  EXPECT_STREQ(normc_last_error(),
               "assembling the PTX of sm_100 on sm_100 (Fake GPU) failed: "
               "CUDA_ERROR_UNSUPPORTED_PTX_VERSION (the provided PTX was compiled with an "
               "unsupported toolchain.): it is PTX 8.0, the driver is for CUDA 13.0");
}

TEST_F(LauncherTest, FallsBackToPtxWhereTheCubinIsOfNoUse) {
  Package source = makePackage();
  PackageChip &chip = source.chips[1];
  chip.blobs.push_back({PackageBlob::Cubin, "\177ELF " + chip.blobs[0].data});
  for (const char *code : {"200", "209"}) {
    std::remove(logPath.c_str());
    Setting newer("FAKE_CUDA_FAIL", std::string("cubin=") + code);
    load(source);
    EXPECT_EQ(launch(), "");
    EXPECT_THAT(logged("load "),
                testing::ElementsAre(std::string("load cubin sm_90 device 0: ") + code,
                                     "load ptx sm_90 device 0: 0"));
    normc_free(package);
    package = nullptr;
  }
  chip.blobs.erase(chip.blobs.begin());
  source.chips.erase(source.chips.begin());
  load(source);
  Setting newer("FAKE_CUDA_FAIL", "cubin=200");
  EXPECT_EQ(launch(), "loading the cubin of sm_90 on sm_90 (Fake GPU) failed: "
                      "CUDA_ERROR_INVALID_IMAGE (device kernel image is invalid)");
  EXPECT_EQ(status, NORMC_ENVIRONMENT);
}

TEST_F(LauncherTest, CarriesTheAssemblersLog) {
  Package source = makePackage();
  source.chips[1].blobs[0].data = ".target sm_90\n";
  load(source);
  EXPECT_EQ(normc_prepare(f), NORMC_ENVIRONMENT);
  EXPECT_STREQ(normc_last_error(),
               "assembling the PTX of sm_90 on sm_90 (Fake GPU) failed: CUDA_ERROR_INVALID_PTX (a "
               "PTX JIT compilation failed): ptxas fatal   : Missing .version directive at start "
               "of file");
}

TEST_F(LauncherTest, RefusesCodeThatDoesNotFitItsPlan) {
  Package source = makePackage();
  std::string &text = source.chips[1].blobs[0].data;
  const std::string good = text;
  auto prepared = [&](const std::string &from, const std::string &to) {
    text = good;
    text.replace(text.find(from), from.size(), to);
    normc_free(package);
    load(source);
    normc_prepare(f);
    return std::string(normc_last_error());
  };
  EXPECT_EQ(prepared("f_aligned", "f_missing"),
            "finding the kernel 'f_aligned' in the code of sm_90 failed: CUDA_ERROR_NOT_FOUND "
            "(named symbol not found)");
  EXPECT_EQ(prepared(", .param .u64 p7", ""),
            "the kernel 'f_aligned' takes 7 parameters, the plan passes 8");
  EXPECT_EQ(prepared(".f32 p3", ".u64 p3"),
            "parameter 3 of the kernel 'f_aligned' has 8 bytes, the plan passes 4");
  Setting threads("FAKE_CUDA_MAX_THREADS", "16");
  EXPECT_EQ(prepared("f32", "f32"), "the kernel 'f_aligned' runs with at most 16 threads a CTA, "
                                    "the plan has 32");
  EXPECT_EQ(logged("unload").size(), 4u);
}

TEST_F(LauncherTest, NamesTheDriversErrors) {
  load(makePackage());
  EXPECT_EQ(normc_prepare(f), NORMC_OK);
  {
    Setting fail("FAKE_CUDA_FAIL", "cuLaunchKernel=700,cuLaunchKernelEx=12345");
    EXPECT_EQ(launch(), "launching 'f_aligned' failed: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal "
                        "memory access was encountered), left by a kernel launched before");
    EXPECT_EQ(status, NORMC_ENVIRONMENT);
    EXPECT_EQ(launch(NORMC_PDL), "launching 'f_aligned' failed: error 12345");
  }
  normc_free(package);
  load(makePackage());
  const std::pair<const char *, const char *> failures[] = {
      {"cuCtxGetDevice=2", "reading the current device failed: CUDA_ERROR_OUT_OF_MEMORY (out of "
                           "memory)"},
      {"cuDeviceGetAttribute=1", "reading the device's compute capability failed: "
                                 "CUDA_ERROR_INVALID_VALUE (invalid argument)"},
      {"cuDeviceGetName=1",
       "reading the device's name failed: CUDA_ERROR_INVALID_VALUE (invalid argument)"},
      {"cuModuleLoadDataEx=2", "assembling the PTX of sm_90 on sm_90 (Fake GPU) failed: "
                               "CUDA_ERROR_OUT_OF_MEMORY (out of memory)"},
      {"cuModuleLoadDataEx=700",
       "assembling the PTX of sm_90 on sm_90 (Fake GPU) failed: CUDA_ERROR_ILLEGAL_ADDRESS (an "
       "illegal memory access was encountered), left by a kernel launched before"},
      {"cuCtxGetCurrent=719", "reading the current context failed: CUDA_ERROR_LAUNCH_FAILED "
                              "(unspecified launch failure), left by a kernel launched before"},
      {"cuFuncGetAttribute=2",
       "loading the kernel 'f_aligned' failed: CUDA_ERROR_OUT_OF_MEMORY (out of memory)"},
      {"cuCtxGetCurrent=1",
       "reading the current context failed: CUDA_ERROR_INVALID_VALUE (invalid argument)"}};
  for (auto [fail, message] : failures) {
    Setting injected("FAKE_CUDA_FAIL", fail);
    EXPECT_EQ(launch(), message);
  }
  EXPECT_EQ(launch(), ""); // nothing of it stays
}

TEST_F(LauncherTest, KeepsErrorsApartByThread) {
  load(makePackage());
  EXPECT_NE(launch(8), "");
  std::thread([] { EXPECT_STREQ(normc_last_error(), ""); }).join();
  EXPECT_THAT(normc_last_error(), StartsWith("flags must be"));
}

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

TEST_F(LauncherTest, AllocatesNothingOnceLoaded) {
  load(makePackage());
  unsetenv("FAKE_CUDA_LOG");
  auto allocate = [&](size_t bytes) {
    cuda::Pointer memory = 0;
    EXPECT_EQ(driver->cuMemAlloc(&memory, bytes), 0);
    return at(memory);
  };
  for (int i : {0, 1, 3, 4})
    tensors[i].data = allocate(4096);
  ASSERT_EQ(normc_prepare(f), NORMC_OK);
  int64_t before = numAllocations;
  size_t bytes;
  int64_t shape[3];
  for (const int64_t *steps : {static_cast<int64_t *>(nullptr), strides}) {
    tensors[0].strides = steps;
    for (uint32_t flags : {0u, NORMC_PDL, NORMC_CHECK_POINTERS, NORMC_PDL | NORMC_CHECK_POINTERS})
      EXPECT_EQ(normc_launch(f, tensors, 5, workspace, workspaceBytes, nullptr, flags), NORMC_OK);
    EXPECT_EQ(normc_result_shape(f, tensors, 3, 0, shape), NORMC_OK);
    EXPECT_EQ(normc_workspace_size(f, tensors, 3, &bytes), NORMC_OK);
    EXPECT_EQ(normc_prepare(f), NORMC_OK);
  }
  EXPECT_EQ(numAllocations, before);
  for (int i : {0, 1, 3, 4})
    driver->cuMemFree(reinterpret_cast<uintptr_t>(tensors[i].data));
}

TEST_F(LauncherTest, AllocatesNothingInPlace) {
  load(makeInPlacePackage());
  tensors[3].data = tensors[0].data;
  EXPECT_EQ(launch(), "");
  unsetenv("FAKE_CUDA_LOG");
  int64_t before = numAllocations;
  EXPECT_EQ(normc_launch(f, tensors, 5, workspace, workspaceBytes, nullptr, 0), NORMC_OK);
  EXPECT_EQ(numAllocations, before);
}

/// Code that loads into one context holds up no launch in another.
TEST_F(LauncherTest, LaunchesWhileAnotherContextLoads) {
  Setting devices("FAKE_CUDA_DEVICES", "2");
  std::string gate = logPath + ".gate";
  Setting waits("FAKE_CUDA_LOAD_GATE", gate);
  load(makePackage());
  ASSERT_EQ(normc_prepare(f), NORMC_OK);
  std::ofstream(gate) << "shut";
  std::remove(logPath.c_str());
  std::thread loading([&] {
    useDevice(1);
    EXPECT_EQ(normc_prepare(f), NORMC_OK);
  });
  while (logged("at the gate").empty())
    std::this_thread::yield();
  cuda::Context context;
  driver->cuCtxGetCurrent(&context);
  auto launched = std::async(std::launch::async, [&] {
    driver->cuCtxSetCurrent(context);
    return launch();
  });
  EXPECT_EQ(launched.wait_for(std::chrono::seconds(20)), std::future_status::ready);
  std::remove(gate.c_str());
  EXPECT_EQ(launched.get(), "");
  loading.join();
}

TEST_F(LauncherTest, CostsLittle) {
  load(makePackage());
  EXPECT_EQ(launch(), "");
  unsetenv("FAKE_CUDA_LOG");
  int64_t before = numAllocations;
  double best = 1e9;
  for (int round = 0; round < 20; ++round) {
    constexpr int calls = 2000;
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
      normc_launch(f, tensors, 5, workspace, workspaceBytes, nullptr, 0);
    std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - begin;
    best = std::min(best, taken.count() / calls);
  }
  std::printf("%.3f us for a call of two launches and six tensors\n", best);
  EXPECT_EQ(numAllocations, before);
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  EXPECT_LE(best, 2.0);
#endif
}

} // namespace
