//===- PackageTest.cpp - tests for Package.h ------------------------------===//
//
// What is written is read back; what is damaged, cut or lying is refused.
//
//===----------------------------------------------------------------------===//

#include "normc/Launch/Package.h"
#include "SamplePackage.h"

#include "gmock/gmock.h"
#include <cstring>

using namespace normc;
using namespace normc::sample;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

std::string goodBytes() {
  Result<std::string> bytes = writePackage(makePackage());
  EXPECT_TRUE(bytes.isOk()) << bytes.getError().getMessage();
  return *bytes;
}

uint64_t headerLength(const std::string &bytes) {
  uint64_t length;
  std::memcpy(&length, &bytes[8], sizeof length);
  return length;
}

/// The package with another header, of any length.
std::string withHeader(std::string bytes, const std::string &header) {
  uint64_t old = headerLength(bytes), length = header.size();
  bytes.replace(16, old, header);
  std::memcpy(&bytes[8], &length, sizeof length);
  return bytes;
}

/// The good package with the first `from` in its header replaced.
std::string edited(const std::string &from, const std::string &to) {
  std::string bytes = goodBytes(), header = bytes.substr(16, headerLength(bytes));
  size_t at = header.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return withHeader(bytes, header.replace(at, from.size(), to));
}

std::string errorOf(std::string_view bytes) {
  Result<Package> package = readPackage(bytes);
  return package.isOk() ? "" : package.getError().getMessage();
}

TEST(Package, RoundTrips) {
  Package original = makePackage();
  original.functions[0].isRelaxed = true;
  for (PackageChip &chip : original.chips) {
    PlanTensor window = chip.plans[0].tensors[sample::Y];
    window.windowOf = sample::Y;
    window.start = {sample::constant(0), sample::dimension(1), sample::constant(8)};
    chip.plans[0].tensors.push_back(window);
    chip.plans[0].numWindows = 1;
  }
  original.chips[1].blobs.push_back({PackageBlob::Cubin, std::string("\177ELF\0x", 6)});
  Result<std::string> bytes = writePackage(original);
  ASSERT_TRUE(bytes.isOk()) << bytes.getError().getMessage();
  EXPECT_THAT(*bytes, StartsWith("NORMC001"));
  Result<Package> read = readPackage(*bytes);
  ASSERT_TRUE(read.isOk()) << read.getError().getMessage();
  EXPECT_EQ(read->compiler, "0.1.0");
  ASSERT_EQ(read->functions.size(), 1u);
  EXPECT_TRUE(read->functions[0].isRelaxed);
  ASSERT_EQ(read->chips.size(), 2u);
  EXPECT_EQ(read->chips[1].chip, "sm_90");
  EXPECT_TRUE(read->chips[1].waits);
  EXPECT_FALSE(read->chips[0].waits);
  EXPECT_EQ(read->chips[1].blobs[1].kind, PackageBlob::Cubin);
  EXPECT_EQ(read->chips[1].blobs[1].data, original.chips[1].blobs[1].data);
  EXPECT_TRUE(read->chips[1].plans[0].tensors[X].lastAxisIsRow);
  // The same bytes again: nothing was lost.
  EXPECT_EQ(*writePackage(*read), *bytes);
}

TEST(Package, RoundTripsPairsInPlace) {
  std::string bytes = *writePackage(makeInPlacePackage());
  Result<Package> read = readPackage(bytes);
  ASSERT_TRUE(read.isOk()) << read.getError().getMessage();
  const PlanLaunch &launch = read->chips[0].plans[0].launches[1];
  ASSERT_EQ(launch.inPlace.size(), 1u);
  EXPECT_EQ(launch.inPlace[0].result, Y);
  EXPECT_EQ(launch.inPlace[0].argument, X);
  EXPECT_FALSE(launch.kernels[0].isInPlace);
  EXPECT_TRUE(launch.kernels[1].isInPlace);
  EXPECT_EQ(*writePackage(*read), bytes);
}

TEST(Package, BlobsAreAlignedInTheFile) {
  std::string bytes = goodBytes();
  EXPECT_EQ(headerLength(bytes) % 16, 0u);
}

TEST(Package, NeedsItsMagic) {
  EXPECT_EQ(errorOf(""), "not a normc package: it must begin with NORMC001");
  EXPECT_EQ(errorOf("NORMC002________"), "not a normc package: it must begin with NORMC001");
  EXPECT_EQ(errorOf("NORMC001abc"),
            "package: it ends after 11 bytes, before the length of its header");
}

TEST(Package, RefusesLyingLengths) {
  std::string bytes = goodBytes();
  for (uint64_t length : {uint64_t(bytes.size()), uint64_t(1) << 40, ~uint64_t(0)}) {
    std::memcpy(&bytes[8], &length, sizeof length);
    EXPECT_THAT(errorOf(bytes), StartsWith("package: the header claims " + std::to_string(length)));
  }
}

TEST(Package, RefusesWhatIsNoJson) {
  EXPECT_THAT(errorOf(withHeader(goodBytes(), "{\"format\":")), HasSubstr("is not JSON at byte"));
  EXPECT_THAT(errorOf(withHeader(goodBytes(), "{\"format\":\"\xff\"}")),
              HasSubstr("is not JSON at byte"));
  EXPECT_EQ(errorOf(withHeader(goodBytes(), "{\"format\":1e999}")),
            "package: the header has a number that cannot be read");
  EXPECT_EQ(errorOf(withHeader(goodBytes(), std::string(100000, '[') + std::string(100000, ']'))),
            "package: the header nests more than 96 deep");
  EXPECT_EQ(errorOf(withHeader(goodBytes(), "[]")),
            "package: the header must be an object, got a list of 0");
}

struct Edit {
  const char *from, *to, *message;
};

class PackageRefuses : public testing::TestWithParam<Edit> {};

TEST_P(PackageRefuses, WithWhatItFound) {
  EXPECT_EQ(errorOf(edited(GetParam().from, GetParam().to)),
            std::string("package: ") + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Header, PackageRefuses,
    testing::Values(
        Edit{R"("format":3)", R"("format":2)", "format must be an integer from 3 to 3, got 2"},
        Edit{R"("format":3)", R"("form":3)", "the header has no 'format'"},
        Edit{R"("compiler":"0.1.0")", R"("compiler":1)", "compiler must be a string, got 1"},
        Edit{R"("functions":[)", R"("functions":0,"x":[)", "functions must be a list, got 0"},
        Edit{R"("law":"strict")", R"("law":"lax")",
             R"(functions[0].law must be "strict" or "relaxed", got "lax")"},
        Edit{R"("dimensions":2)", R"("dimensions":99999999999999999999)",
             "functions[0].dimensions must be an integer from 0 to 64, got 1e+20"},
        Edit{R"("dimensions":2)", R"("dimensions":18446744073709551615)",
             "functions[0].dimensions must be an integer from 0 to 64, got 18446744073709551615"},
        Edit{R"("dimensions":2)", R"("dimensions":-1)",
             "functions[0].dimensions must be an integer from 0 to 64, got -1"},
        Edit{R"("dimensions":2)", R"("dimensions":2.5)",
             "functions[0].dimensions must be an integer from 0 to 64, got 2.5"},
        Edit{R"("dimensions":2)", R"("dimensions":3)",
             "chip sm_80, plan 'f': dimension 2 is the size of no argument"},
        Edit{R"("kind":"tensor")", R"("kind":"scalar")",
             R"(functions[0].arguments[0].kind must be "tensor" or "number", got "scalar")"},
        Edit{
            R"("type":"bf16")", R"("type":"f64")",
            R"(functions[0].arguments[0].type must be "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i8", "i32" or "i64", got "f64")"},
        Edit{R"("type":"f32")", R"("type":"f16")",
             R"(functions[0].arguments[2].type must be "f32", got "f16")"},
        Edit{R"("s0")", R"("t0")",
             "functions[0].arguments[0].sizes[0] must be an integer, a dimension as \"s0\", or "
             "add, mul or ceildiv of two, got \"t0\""},
        Edit{R"("grid":{"ceildiv":)", R"("grid":{"div":)",
             "chips[0].functions.f.launches[0].kernels[0].grid must be an integer, a dimension as "
             "\"s0\", or add, mul or ceildiv of two, got an object"},
        Edit{R"("collapsible":[2,0,2])", R"("collapsible":[9,0,2])",
             "chips[0].functions.f.launches[0].collapsible[0] must be an integer from 0 to 8, got "
             "9"},
        Edit{R"("collapsible":[2,0,2])", R"("collapsible":[2,0])",
             "chip sm_80, plan 'f': 2 numbers of collapsible axes for 3 tensors"},
        Edit{R"("bytes":{"add":)", R"("bytes":{"sub":)",
             "chips[0].functions.f.launches[0].bytes must be an integer, a dimension as \"s0\", or "
             "add, mul or ceildiv of two, got an object"},
        Edit{R"("chip":"sm_80")", R"("chip":"gfx90")",
             R"(chips[0].chip must be a name as sm_90 or sm_90a, got "gfx90")"},
        Edit{R"("chip":"sm_80")", R"("chip":"sm_90")", "two chips are named 'sm_90'"},
        Edit{R"("waits":false)", R"("waits":0)", "chips[0].waits must be true or false, got 0"},
        Edit{R"("kind":"ptx")", R"("kind":"sass")",
             R"(chips[0].blobs[0].kind must be "ptx" or "cubin", got "sass")"},
        Edit{R"("offset":0)", R"("offset":8)",
             "chips[0].blobs[0].offset must be a multiple of 16, got 8"},
        Edit{R"("f":{)", R"("g":{)", "chips[0].functions has no 'f'"},
        Edit{R"("variant":"aligned")", R"("variant":[])",
             "chips[0].functions.f.launches[0].kernels[0].variant must be a string, got a list "
             "of 0"},
        Edit{R"("collapsed":true)", R"("collapsed":1)",
             "chips[0].functions.f.launches[0].kernels[0].collapsed must be true or false, got 1"},
        Edit{R"("in_place":false)", R"("in_place":1)",
             "chips[0].functions.f.launches[0].kernels[0].in_place must be true or false, got 1"},
        Edit{R"("in_place":false,)", "",
             "chips[0].functions.f.launches[0].kernels[0] has no 'in_place'"},
        Edit{R"("in_place":[])", R"("in_place":true)",
             "chips[0].functions.f.launches[0].in_place must be a list, got true"},
        Edit{R"("in_place":[])", R"("in_place":[[5,0],3])",
             "chips[0].functions.f.launches[0].in_place[1] must be a list of 2, got 3"},
        Edit{R"("in_place":[])", R"("in_place":[[6,0]])",
             "chips[0].functions.f.launches[0].in_place[0][0] must be an integer from 0 to 5, got "
             "6"},
        Edit{R"("in_place":[])", R"("in_place":[[5,0]])",
             "chip sm_80, plan 'f': 't' in place of 'x': a result can be in place of an argument"},
        Edit{R"("block":[8,4])", R"("block":[8])",
             "chips[0].functions.f.launches[0].kernels[0].block must be a list of 2, got a list "
             "of 1"},
        Edit{R"({"pointer":0})", R"({"pointer":6})",
             "chips[0].functions.f.launches[0].kernels[0].parameters[0].pointer must be an "
             "integer from 0 to 5, got 6"},
        Edit{R"({"stride":[0,1]})", R"({"stride":[0]})",
             "chips[0].functions.f.launches[0].kernels[0].parameters[1] must be a pointer, a "
             "stride of a tensor and an axis, a size or a number, got an object"},
        Edit{R"("rows":["s0","s1"])", R"("rows":[{"add":[1,2]},"s7"])",
             "chip sm_80, plan 'f': a row axis is of dimension 7, there are 2"}));

TEST(Package, RefusesBlobsOutsideTheFile) {
  std::string size = "\"size\":" + std::to_string(makePtx(makePlan(), "sm_80").size());
  EXPECT_THAT(errorOf(edited(size, "\"size\":9223372036854775807")),
              HasSubstr("chips[0].blobs[0] ends at byte 9223372036854775807 of the blobs"));
  EXPECT_THAT(errorOf(edited("\"offset\":0", "\"offset\":9223372036854775792")),
              HasSubstr("of the blobs, the file has"));
  std::string bytes = goodBytes();
  EXPECT_THAT(errorOf(bytes.substr(0, bytes.size() - 1)), HasSubstr("chips[1].blobs[0] ends at"));
}

TEST(Package, RefusesDamagedBlobs) {
  std::string bytes = goodBytes();
  bytes.back() ^= 1;
  EXPECT_THAT(errorOf(bytes), HasSubstr("chips[1].blobs[0] is damaged: its crc32 is"));
}

TEST(Package, RefusesBlobsThatClaimTheFileAgainAndAgain) {
  Package package = makePackage();
  package.chips[0].blobs.push_back(package.chips[0].blobs[0]);
  std::string bytes = *writePackage(package);
  std::string header = bytes.substr(16, headerLength(bytes));
  size_t second = header.find("\"offset\":", header.find("\"offset\":") + 1);
  header.replace(second, header.find(',', second) - second, "\"offset\":0");
  // All the blobs at the first one's place.
  std::string blobs = bytes.substr(16 + headerLength(bytes), package.chips[0].blobs[0].data.size());
  std::string lying = withHeader(bytes.substr(0, 16 + headerLength(bytes)), header) + blobs;
  EXPECT_THAT(errorOf(lying), HasSubstr("the blobs claim"));
}

/// Every region of the file, changed in every way that is cheap: an error or a sound package.
TEST(Package, SurvivesMutation) {
  std::string good = goodBytes();
  int refused = 0, accepted = 0;
  auto tryBytes = [&](const std::string &bytes) {
    Result<Package> package = readPackage(bytes);
    if (!package.isOk()) {
      ++refused;
      EXPECT_FALSE(package.getError().getMessage().empty());
      EXPECT_EQ(package.getError().getMessage().find('\n'), std::string::npos);
      return;
    }
    ++accepted;
    // What was accepted is sound all through.
    EXPECT_TRUE(writePackage(*package).isOk());
  };
  for (size_t at = 0; at < good.size(); at += at < 16 + headerLength(good) ? 1 : 97) {
    for (char bits : {'\x01', '\x10', '\x80'}) {
      std::string bytes = good;
      bytes[at] ^= bits;
      tryBytes(bytes);
    }
    std::string bytes = good;
    bytes[at] = '9';
    tryBytes(bytes);
    if (at % 7 == 0) {
      tryBytes(good.substr(0, at));
      tryBytes(good.substr(0, at) + good.substr(at + 1));
      tryBytes(good.substr(0, at) + "99999999999999999" + good.substr(at));
    }
  }
  EXPECT_GT(refused, 10000);
  EXPECT_GT(accepted, 100); // names and numbers that may be others
}

//===----------------------------------------------------------------------===//
// The writer
//===----------------------------------------------------------------------===//

std::string writeError(void (*spoil)(Package &)) {
  Package package = makePackage();
  spoil(package);
  return writePackage(package).getError().getMessage();
}

TEST(WritePackage, RefusesWhatCannotBeRead) {
  EXPECT_EQ(writeError([](Package &p) { p.chips.clear(); }),
            "a package has code for at least one chip");
  EXPECT_EQ(writeError([](Package &p) { p.chips[0].chip = "sm_9"; }),
            "a chip is named as sm_90 or sm_90a, got 'sm_9'");
  EXPECT_EQ(writeError([](Package &p) { p.chips[0].chip = "sm_90"; }),
            "two chips are named 'sm_90'");
  EXPECT_EQ(writeError([](Package &p) { p.chips[0].blobs.clear(); }), "chip sm_80 has no code");
  EXPECT_EQ(writeError([](Package &p) { p.chips[1].plans.clear(); }),
            "chip sm_90 has 0 plans for 1 functions");
  EXPECT_EQ(writeError([](Package &p) { p.functions.push_back(p.functions[0]); }),
            "two functions are named 'f'");
  EXPECT_EQ(writeError([](Package &p) { p.chips[1].plans[0].name = "g"; }),
            "plan 0 of chip sm_90 is of 'g', wanted 'f'");
  EXPECT_EQ(writeError([](Package &p) { p.chips[1].plans[0].tensors[X].name = "z"; }),
            "the tensors of 'f' differ between chips sm_80 and sm_90");
  EXPECT_EQ(writeError([](Package &p) { p.chips[0].plans[0].launches[0].kernels.clear(); }),
            "plan 'f': a launch has no kernel");
  EXPECT_EQ(writeError([](Package &p) { p.compiler = "\xff"; }),
            "a name in the package is not UTF-8");
}

TEST(LoadPackage, SaysWhatIsWrongWithAFile) {
  Result<Package> missing = loadPackage("/nonexistent/x.normc");
  EXPECT_EQ(missing.getError().getKind(), ErrorKind::Environment);
  EXPECT_EQ(missing.getError().getMessage(),
            "cannot open '/nonexistent/x.normc': No such file or directory");
  Result<Package> folder = loadPackage("/");
  EXPECT_EQ(folder.getError().getKind(), ErrorKind::Environment);
  EXPECT_EQ(folder.getError().getMessage(), "cannot read '/': Is a directory");
  Result<Package> empty = loadPackage("/dev/null");
  EXPECT_EQ(empty.getError().getKind(), ErrorKind::BadInput);
  EXPECT_EQ(empty.getError().getMessage(),
            "'/dev/null': not a normc package: it must begin with NORMC001");
}

} // namespace
