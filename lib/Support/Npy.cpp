//===- Npy.cpp - tensors in .npy files ------------------------------------===//
//
// The format: a magic number, a version, the length of a header, the header (a
// Python dict), the data. Nothing in a file is believed before it is checked
// against the size of the file.
//
//===----------------------------------------------------------------------===//

#include "normc/Support/Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace normc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef kMagic = "\x93NUMPY";
static constexpr size_t kAlignment = 64; // of the data, as numpy aligns it

static Error makeError(StringRef path, const Twine &what) {
  return llvm::createStringError("'" + path + "': " + what);
}

/// What a file says, fit for one line of a message.
static std::string quote(StringRef found) {
  constexpr size_t kLongest = 40;
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "'";
  llvm::printEscapedString(found.take_front(kLongest), stream);
  stream << (found.size() > kLongest ? "..." : "") << "'";
  return text;
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

namespace {
struct Header {
  std::optional<StringRef> descr;
  std::optional<bool> fortranOrder;
  std::optional<llvm::SmallVector<int64_t>> shape;
};

/// Parses a dict such as {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
class HeaderParser {
public:
  HeaderParser(StringRef path, StringRef text) : path(path), rest(text) {}

  Expected<Header> parse() {
    Header header;
    if (!consume("{"))
      return fail("a dict");
    while (!consume("}")) {
      if (Error error = parseEntry(header))
        return std::move(error);
      if (consume(","))
        continue;
      if (!consume("}"))
        return fail("',' or '}'");
      break;
    }
    if (!rest.trim().empty())
      return fail("nothing after the dict");
    return header;
  }

private:
  Error fail(StringRef wanted) {
    return makeError(path, "the header must have " + wanted + " at " + quote(rest.ltrim()));
  }

  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  Error parseEntry(Header &header) {
    StringRef key;
    if (Error error = parseString(key))
      return error;
    if (!consume(":"))
      return fail("':'");
    if (key == "descr")
      return parseString(header.descr.emplace());
    if (key == "fortran_order")
      return parseBool(header.fortranOrder.emplace());
    if (key == "shape")
      return parseShape(header.shape.emplace());
    return makeError(path, "the header has an unknown key " + quote(key));
  }

  Error parseString(StringRef &value) {
    for (char delimiter : {'\'', '"'}) {
      if (!consume(StringRef(&delimiter, 1)))
        continue;
      size_t end = rest.find(delimiter);
      if (end == StringRef::npos)
        return fail("a closed string");
      value = rest.take_front(end);
      rest = rest.drop_front(end + 1);
      return Error::success();
    }
    return fail("a string");
  }

  Error parseBool(bool &value) {
    value = consume("True");
    if (!value && !consume("False"))
      return fail("True or False");
    return Error::success();
  }

  Error parseShape(llvm::SmallVector<int64_t> &shape) {
    if (!consume("("))
      return fail("a tuple of sizes");
    while (!consume(")")) {
      rest = rest.ltrim();
      int64_t extent;
      if (rest.consumeInteger(10, extent) || extent < 0)
        return fail("a size of 64 bits, at least 0,");
      shape.push_back(extent);
      if (consume(","))
        continue;
      if (!consume(")"))
        return fail("',' or ')'");
      break;
    }
    return Error::success();
  }

  StringRef path, rest;
};
} // namespace

/// Splits the header off `contents`, which then starts with the data.
static Expected<StringRef> takeHeader(StringRef path, StringRef &contents) {
  StringRef file = contents;
  if (!contents.consume_front(kMagic))
    return makeError(path, "a .npy file starts with '\\93NUMPY', found " +
                               quote(file.take_front(kMagic.size())));
  if (contents.size() < 2)
    return makeError(path, "the file ends before its version");
  unsigned major = static_cast<uint8_t>(contents[0]), minor = static_cast<uint8_t>(contents[1]);
  if (major < 1 || major > 3 || minor != 0)
    return makeError(path, "the version must be 1.0, 2.0 or 3.0, found " + Twine(major) + "." +
                               Twine(minor));
  contents = contents.drop_front(2);

  size_t lengthBytes = major == 1 ? 2 : 4;
  if (contents.size() < lengthBytes)
    return makeError(path, "the file ends before the length of its header");
  size_t length = major == 1 ? llvm::support::endian::read16le(contents.data())
                             : llvm::support::endian::read32le(contents.data());
  contents = contents.drop_front(lengthBytes);
  if (contents.size() < length)
    return makeError(path, "the header must have " + Twine(length) + " bytes, found " +
                               Twine(contents.size()));
  StringRef header = contents.take_front(length);
  contents = contents.drop_front(length);
  return header;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static Expected<ElementType> findElementType(StringRef path, StringRef descr,
                                             std::optional<ElementType> expected) {
  std::optional<ElementType> found;
  if (descr == "<f4")
    found = ElementType::F32;
  else if (descr == "<f2")
    found = ElementType::F16;
  else if (descr == "bfloat16")
    found = ElementType::BF16;
  else if (descr == "|i1" || descr == "<i1")
    found = ElementType::I8;
  else if (descr == "<i4")
    found = ElementType::I32;
  else if (descr == "<i8")
    found = ElementType::I64;
  else if (descr == "float8_e4m3fn")
    found = ElementType::F8E4M3FN;
  else if (descr == "float8_e5m2")
    found = ElementType::F8E5M2;
  else if ((descr == "<V2" || descr == "|V2") && expected == ElementType::BF16)
    found = ElementType::BF16;
  else if ((descr == "<V1" || descr == "|V1" || descr == "|u1") && expected &&
           isQuantized(*expected) && expected != ElementType::I8)
    found = expected;

  if (found && (!expected || found == expected))
    return *found;
  if (expected)
    return makeError(path, llvm::Twine("elements must be ") + getName(*expected) + ", found " +
                               quote(descr));
  return makeError(path, "elements must be '<f4', '<f2', 'bfloat16', 'float8_e4m3fn', "
                         "'float8_e5m2', '|i1', '<i4' or '<i8', found " +
                             quote(descr));
}

/// The number of bytes of such a tensor, or none where 64 bits cannot count them.
static std::optional<int64_t> countBytes(ElementType element, llvm::ArrayRef<int64_t> shape) {
  int64_t bytes = getByteSize(element);
  bool isEmpty = false;
  for (int64_t extent : shape) {
    isEmpty |= extent == 0;
    if (extent != 0 && llvm::MulOverflow(bytes, extent, bytes))
      return std::nullopt;
  }
  return isEmpty ? 0 : bytes;
}

static Expected<HostTensor> parseNpy(StringRef path, StringRef contents,
                                     std::optional<ElementType> expected) {
  Expected<StringRef> text = takeHeader(path, contents);
  if (!text)
    return text.takeError();
  Expected<Header> header = HeaderParser(path, *text).parse();
  if (!header)
    return header.takeError();
  if (!header->descr || !header->fortranOrder || !header->shape)
    return makeError(path, "the header must have 'descr', 'fortran_order' and 'shape'");
  if (*header->fortranOrder)
    return makeError(path, "the order must be row-major, found 'fortran_order': True");
  Expected<ElementType> element = findElementType(path, *header->descr, expected);
  if (!element)
    return element.takeError();

  std::optional<int64_t> bytes = countBytes(*element, *header->shape);
  if (!bytes)
    return makeError(path, "the shape has too many elements to count in 64 bits");
  if (static_cast<uint64_t>(*bytes) != contents.size())
    return makeError(path, "the shape needs " + Twine(*bytes) + " bytes of data, found " +
                               Twine(contents.size()));
  HostTensor tensor;
  tensor.element = *element;
  tensor.shape = *header->shape;
  tensor.data.assign(contents.bytes_begin(), contents.bytes_end());
  return tensor;
}

Expected<HostTensor> normc::readNpy(StringRef path, std::optional<ElementType> expected) {
  // A device or a pipe may never end.
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
    return makeError(path, "not a regular file");
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeError(path, StringRef(buffer.getError().message()).lower());
  return parseNpy(path, (*buffer)->getBuffer(), expected);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static StringRef getDescr(ElementType element) {
  switch (element) {
  case ElementType::F32:
    return "<f4";
  case ElementType::F16:
    return "<f2";
  case ElementType::BF16:
    return "<V2";
  case ElementType::F8E4M3FN:
  case ElementType::F8E5M2:
    return "|V1";
  case ElementType::I8:
    return "|i1";
  case ElementType::I32:
    return "<i4";
  case ElementType::I64:
    return "<i8";
  }
  llvm_unreachable("every element type has a descr");
}

/// The whole file up to its data.
static std::string makePreamble(const HostTensor &tensor) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "{'descr': '" << getDescr(tensor.element) << "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : tensor.shape)
    stream << extent << ", ";
  stream << "), }";

  // Version 1, which every reader knows: magic, version and length make 10 bytes.
  constexpr size_t kFixed = 10;
  size_t padded = llvm::alignTo(kFixed + text.size() + 1, kAlignment);
  text.resize(padded - kFixed - 1, ' ');
  text += '\n';
  char length[2];
  llvm::support::endian::write16le(length, text.size());
  return (kMagic + StringRef("\x01\x00", 2) + StringRef(length, 2) + text).str();
}

Error normc::writeNpy(StringRef path, const HostTensor &tensor) {
  std::error_code code;
  llvm::raw_fd_ostream file(path, code);
  if (!code) {
    file << makePreamble(tensor);
    file.write(reinterpret_cast<const char *>(tensor.data.data()), tensor.data.size());
    file.close();
    code = file.error();
    file.clear_error();
  }
  return code ? makeError(path, StringRef(code.message()).lower()) : Error::success();
}
