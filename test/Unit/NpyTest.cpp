//===- NpyTest.cpp - .npy files, good and bad -----------------------------===//
//
// Round trips, files as numpy and ml_dtypes write them, and what each malformed
// file is told.
//
//===----------------------------------------------------------------------===//

#include "normc/Support/Npy.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace normc;
using llvm::SmallString;
using llvm::StringRef;

namespace {

class Npy : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("normc-npy", directory));
    path = directory;
    llvm::sys::path::append(path, "x.npy");
  }

  void TearDown() override { llvm::sys::fs::remove_directories(directory); }

  void writeFile(StringRef contents) {
    std::error_code code;
    llvm::raw_fd_ostream(path, code) << contents;
    ASSERT_FALSE(code);
  }

  /// A file of version 1 with this header and this many bytes of data.
  void writeFile(StringRef header, size_t dataBytes) {
    std::string contents("\x93NUMPY\x01\x00", 8);
    contents += static_cast<char>(header.size() & 0xff);
    contents += static_cast<char>(header.size() >> 8);
    contents += header;
    contents.append(dataBytes, '\0');
    writeFile(contents);
  }

  /// What reading says, less the path that it begins with; empty where it succeeds.
  std::string readError(std::optional<ElementType> expected = std::nullopt) {
    llvm::Expected<HostTensor> tensor = readNpy(path, expected);
    if (tensor)
      return "";
    std::string message = llvm::toString(tensor.takeError());
    std::string prefix = ("'" + path + "': ").str();
    EXPECT_TRUE(StringRef(message).starts_with(prefix)) << message;
    EXPECT_EQ(StringRef(message).find('\n'), StringRef::npos);
    return message.substr(prefix.size());
  }

  SmallString<128> directory, path;
};

TEST_F(Npy, RoundTrips) {
  const llvm::SmallVector<int64_t> shapes[] = {{}, {5}, {2, 3}, {3, 0, 7}, {1, 2, 3, 4, 5}};
  for (ElementType type : {ElementType::F32, ElementType::F16, ElementType::BF16}) {
    for (const auto &shape : shapes) {
      HostTensor tensor(type, shape);
      for (int64_t i = 0; i < tensor.numElements(); ++i)
        tensor.set(i, i - 1.5f);
      ASSERT_FALSE(static_cast<bool>(writeNpy(path, tensor)));
      llvm::Expected<HostTensor> back = readNpy(path, type);
      ASSERT_TRUE(static_cast<bool>(back)) << llvm::toString(back.takeError());
      EXPECT_EQ(back->element, type);
      EXPECT_EQ(back->shape, shape);
      EXPECT_EQ(back->data, tensor.data);
    }
  }
}

TEST_F(Npy, WritesWhatNumpyReads) {
  HostTensor tensor(ElementType::F32, {2});
  tensor.set(0, 1.0f);
  ASSERT_FALSE(static_cast<bool>(writeNpy(path, tensor)));
  auto buffer = llvm::MemoryBuffer::getFile(path);
  StringRef contents = (*buffer)->getBuffer();
  EXPECT_EQ(contents.take_front(10), StringRef("\x93NUMPY\x01\x00v\x00", 10));
  EXPECT_TRUE(contents.drop_front(10).starts_with(
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, ), }  "));
  EXPECT_EQ(contents[127], '\n');
  EXPECT_EQ(contents.drop_front(128), StringRef("\x00\x00\x80\x3f\x00\x00\x00\x00", 8));
}

TEST_F(Npy, ReadsHeadersInAnyOrderAndSpacing) {
  writeFile("{\"shape\":(2,3),'descr':\"<f2\" , 'fortran_order' :False}\n", 12);
  EXPECT_EQ(readError(ElementType::F16), "");
}

TEST_F(Npy, ReadsVersionsWithLongLengths) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (), }";
  std::string contents("\x93NUMPY\x03\x00", 8);
  contents += static_cast<char>(header.size());
  writeFile(contents + std::string(3, '\0') + header + std::string(4, '\0'));
  EXPECT_EQ(readError(), "");
}

TEST_F(Npy, ReadsOpaqueBytesAsBF16OnlyWhenAsked) {
  for (StringRef descr : {"<V2", "|V2", "bfloat16"}) {
    writeFile(("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (2,), }").str(), 4);
    EXPECT_EQ(readError(ElementType::BF16), "");
  }
  EXPECT_EQ(readError(), "");
  writeFile("{'descr': '<V2', 'fortran_order': False, 'shape': (2,), }", 4);
  EXPECT_EQ(readError(), "elements must be '<f4', '<f2', 'bfloat16', 'float8_e4m3fn', "
                         "'float8_e5m2', '|i1', '<i4' or '<i8', found '<V2'");
  EXPECT_EQ(readError(ElementType::F16), "elements must be f16, found '<V2'");
}

TEST_F(Npy, ReadsBytesAsTheTypeAskedFor) {
  auto read = [&](StringRef descr, std::optional<ElementType> expected) {
    writeFile(("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (4,), }").str(), 4);
    return readError(expected);
  };
  for (ElementType type : {ElementType::F8E4M3FN, ElementType::F8E5M2})
    for (StringRef descr : {"|V1", "<V1", "|u1"})
      EXPECT_EQ(read(descr, type), "");
  EXPECT_EQ(read("|i1", ElementType::I8), "");
  EXPECT_EQ(read("|i1", std::nullopt), "");
  EXPECT_EQ(read("float8_e4m3fn", std::nullopt), "");
  EXPECT_EQ(read("|u1", ElementType::I8), "elements must be i8, found '|u1'");
  EXPECT_EQ(read("|i1", ElementType::F8E5M2), "elements must be f8E5M2, found '|i1'");
  EXPECT_EQ(read("float8_e5m2", ElementType::F8E4M3FN),
            "elements must be f8E4M3FN, found 'float8_e5m2'");
}

TEST_F(Npy, RefusesOtherElements) {
  for (StringRef descr : {">f4", "<f8", "|u1", "", "f4"}) {
    writeFile(("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (2,), }").str(), 8);
    EXPECT_EQ(readError(ElementType::F32), ("elements must be f32, found '" + descr + "'").str());
  }
  writeFile("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,), }", 8);
  EXPECT_EQ(readError(), "the header must have a string at "
                         "'[('x', '<f4')], 'fortran_order': False, ...'");
}

TEST_F(Npy, RefusesColumnMajorOrder) {
  writeFile("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }", 16);
  EXPECT_EQ(readError(), "the order must be row-major, found 'fortran_order': True");
}

TEST_F(Npy, RefusesFilesThatAreNoNpy) {
  writeFile("");
  EXPECT_EQ(readError(), "a .npy file starts with '\\93NUMPY', found ''");
  writeFile("PK\x03\x04 an archive");
  EXPECT_EQ(readError(), "a .npy file starts with '\\93NUMPY', found 'PK\\03\\04 a'");
}

TEST_F(Npy, RefusesFilesThatEndEarly) {
  writeFile("\x93NUMPY\x01");
  EXPECT_EQ(readError(), "the file ends before its version");
  writeFile("\x93NUMPY\x07\x05");
  EXPECT_EQ(readError(), "the version must be 1.0, 2.0 or 3.0, found 7.5");
  writeFile(StringRef("\x93NUMPY\x02\x00\x00\x00\x00", 11));
  EXPECT_EQ(readError(), "the file ends before the length of its header");
  writeFile(StringRef("\x93NUMPY\x02\x00\xff\xff\xff\xff{}", 14));
  EXPECT_EQ(readError(), "the header must have 4294967295 bytes, found 2");
}

TEST_F(Npy, RefusesMalformedHeaders) {
  const std::pair<StringRef, StringRef> cases[] = {
      {"", "the header must have a dict at ''"},
      {"[1]", "the header must have a dict at '[1]'"},
      {"{", "the header must have a string at ''"},
      {"{'descr", "the header must have a closed string at 'descr'"},
      {"{'descr' '<f4'}", "the header must have ':' at ''<f4'}'"},
      {"{'descr': '<f4' 'shape'", "the header must have ',' or '}' at ''shape''"},
      {"{'fortran_order': 0}", "the header must have True or False at '0}'"},
      {"{'shape': 3}", "the header must have a tuple of sizes at '3}'"},
      {"{'shape': (3", "the header must have ',' or ')' at ''"},
      {"{'shape': (-3,)}", "the header must have a size of 64 bits, at least 0, at ',)}'"},
      {"{'shape': (99999999999999999999,)}",
       "the header must have a size of 64 bits, at least 0, at '99999999999999999999,)}'"},
      {"{'colour': 'red'}", "the header has an unknown key 'colour'"},
      {"{'descr': '<f4'}", "the header must have 'descr', 'fortran_order' and 'shape'"},
      {"{'descr': '<f4'} x", "the header must have nothing after the dict at 'x'"},
  };
  for (auto [header, message] : cases) {
    writeFile(header, 0);
    EXPECT_EQ(readError(), message);
  }
}

TEST_F(Npy, RefusesShapesThatTheFileCannotHold) {
  auto write = [&](StringRef shape) {
    writeFile(("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}").str(), 8);
  };
  write("(3,)");
  EXPECT_EQ(readError(), "the shape needs 12 bytes of data, found 8");
  write("(1,)");
  EXPECT_EQ(readError(), "the shape needs 4 bytes of data, found 8");
  write("(1099511627776, 1048576)");
  EXPECT_EQ(readError(), "the shape needs 4611686018427387904 bytes of data, found 8");
  write("(1099511627776, 1099511627776)");
  EXPECT_EQ(readError(), "the shape has too many elements to count in 64 bits");
  write("(1099511627776, 1099511627776, 0)");
  EXPECT_EQ(readError(), "the shape has too many elements to count in 64 bits");
}

TEST_F(Npy, SaysWhichFileCannotBeOpened) {
  EXPECT_EQ(readError(), "no such file or directory");
  path = directory;
  EXPECT_EQ(readError(), "not a regular file");
  EXPECT_EQ(llvm::toString(writeNpy(directory, HostTensor(ElementType::F32, {1}))),
            ("'" + directory + "': is a directory").str());
}

} // namespace
