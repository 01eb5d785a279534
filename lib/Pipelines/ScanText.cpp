//===- ScanText.cpp - is a text fit for a recursive parser ----------------===//
//
// One pass over the characters for brackets, signs and long affine maps, then one over the
// aliases for their depth and size.
//
//===----------------------------------------------------------------------===//

#include "ScanText.h"

#include "normc/Pipelines/LoadModule.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace normc;
using llvm::SmallVector;
using llvm::StringRef;

// An affine expression recurses on each operator; no map of ours has a tenth of this.
static constexpr size_t maxAffineLength = 4096;
// Elements of an alias once all aliases in it are written out.
static constexpr size_t maxAliasSize = 1 << 16;

namespace {
struct Alias {
  const char *where;
  SmallVector<StringRef, 2> uses;
  unsigned depth = 0; ///< 0: not known yet
  size_t size = 1;
  bool isOpen = false; ///< being resolved: a use of it is a cycle
};

class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}
  std::optional<Unfit> run();

private:
  std::optional<Unfit> scanCharacters();
  std::optional<Unfit> resolveAliases();
  Unfit unfit(const llvm::Twine &message) { return {message.str(), text.data() + at}; }
  bool skip();
  void readAlias();
  void close(char kind);

  StringRef text;
  size_t at = 0;
  SmallVector<char> open;
  llvm::StringMap<Alias> aliases;
  Alias *current = nullptr; ///< the alias whose definition is being read
};
} // namespace

/// Skips a string or comment; false where there is none.
bool Scanner::skip() {
  if (text.substr(at).starts_with("//")) {
    at = std::min(text.find('\n', at), text.size()) - 1;
    return true;
  }
  if (text[at] != '"')
    return false;
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
    if (text[at] == '\\')
      ++at;
  return true;
}

/// `#name` or `!name`: a definition at the outside before a `=`, else a use.
void Scanner::readAlias() {
  size_t end = at + 1;
  while (end < text.size() && (llvm::isAlnum(text[end]) || text[end] == '_' || text[end] == '$'))
    ++end;
  StringRef name = text.slice(at, end);
  StringRef rest = text.substr(end).ltrim();
  if (open.empty() && rest.starts_with("=") && !rest.starts_with("==")) {
    current = &aliases[name];
    current->where = text.data() + at;
  } else if (current) {
    current->uses.push_back(name);
  }
  at = end - 1;
}

/// Closes the innermost bracket of the kind; a `>` may also be a comparison.
void Scanner::close(char kind) {
  if (!open.empty() && open.back() == kind) {
    open.pop_back();
    return;
  }
  if (kind == '<')
    return;
  while (!open.empty() && open.pop_back_val() != kind)
    ;
}

std::optional<Unfit> Scanner::scanCharacters() {
  unsigned signs = 0;     // a chain of unary minus recurses as well
  size_t affineDepth = 0; // brackets open at the innermost affine map
  size_t affineEnd = ~size_t(0);
  for (; at < text.size(); ++at) {
    if (text[at] == '\0')
      return unfit("this is no text: byte 0 at offset " + llvm::Twine(at));
    if (skip())
      continue;
    char c = text[at];
    signs = c == '-' ? signs + 1 : (llvm::isSpace(c) ? signs : 0);
    if (c == '#' || c == '!')
      readAlias();
    if (c == '(' || c == '[' || c == '{' || c == '<') {
      if (c == '<' && (text.take_front(at).ends_with("affine_map") ||
                       text.take_front(at).ends_with("affine_set"))) {
        affineDepth = open.size();
        affineEnd = at + maxAffineLength;
      }
      open.push_back(c);
    }
    if (c == ')')
      close('(');
    if (c == ']')
      close('[');
    if (c == '}')
      close('{');
    if (c == '>' && (at == 0 || text[at - 1] != '-'))
      close('<');
    // A function or operation at the outside ends the alias before it.
    if (open.empty() && llvm::isAlpha(c) && current && (at == 0 || text[at - 1] == '\n'))
      current = nullptr;
    if (affineEnd != ~size_t(0) && open.size() <= affineDepth)
      affineEnd = ~size_t(0);
    if (at >= affineEnd)
      return unfit("an affine map is longer than " + llvm::Twine(maxAffineLength) + " characters");
    if (open.size() > maxNesting || signs > maxNesting)
      return unfit("nested deeper than " + llvm::Twine(maxNesting) + " brackets or signs");
  }
  return std::nullopt;
}

/// Depth and size of each alias, uses first, without recursion.
std::optional<Unfit> Scanner::resolveAliases() {
  for (auto &entry : aliases) {
    SmallVector<Alias *> work = {&entry.second};
    while (!work.empty()) {
      Alias &alias = *work.back();
      bool isReady = true;
      unsigned depth = 0;
      size_t size = 1;
      for (StringRef use : alias.uses) {
        auto it = aliases.find(use);
        if (it == aliases.end() || (it->second.isOpen && it->second.depth == 0 && alias.isOpen))
          continue; // no alias, or a cycle, which the parser reports
        if (it->second.depth == 0) {
          work.push_back(&it->second);
          isReady = false;
          continue;
        }
        depth = std::max(depth, it->second.depth);
        size += it->second.size;
      }
      if (!isReady) {
        alias.isOpen = true;
        continue;
      }
      work.pop_back();
      alias.depth = depth + 1;
      alias.size = size;
      if (alias.depth > maxNesting)
        return Unfit{"nested deeper than " + std::to_string(maxNesting) + " aliases", alias.where};
      if (alias.size > maxAliasSize)
        return Unfit{"an alias stands for more than " + std::to_string(maxAliasSize) + " others",
                     alias.where};
    }
  }
  return std::nullopt;
}

std::optional<Unfit> Scanner::run() {
  if (std::optional<Unfit> unfit = scanCharacters())
    return unfit;
  return resolveAliases();
}

std::optional<Unfit> normc::scanText(StringRef text) { return Scanner(text).run(); }
