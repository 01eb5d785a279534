//===- LoadModule.cpp - a module from a file, safely ----------------------===//
//
// Refuses what is no text or nested too deeply before MLIR's recursive parser sees it,
// then parses and keeps the arguments' names.
//
//===----------------------------------------------------------------------===//

#include "normc/Pipelines/LoadModule.h"

#include "ScanText.h"
#include "normc/Import/ArgumentNames.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace normc;

static Location locationOf(const llvm::SourceMgr &sources, const char *where,
                           MLIRContext *context) {
  auto pointer = llvm::SMLoc::getFromPointer(where);
  auto [line, column] = sources.getLineAndColumn(pointer, sources.getMainFileID());
  StringRef file = sources.getMemoryBuffer(sources.getMainFileID())->getBufferIdentifier();
  return FileLineColLoc::get(context, file, line, column);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Arguments of functions take their SSA names from the text.
static void nameArguments(ModuleOp module, const AsmParserState &state) {
  for (const AsmParserState::BlockDefinition &block : state.getBlockDefs()) {
    auto func = dyn_cast<func::FuncOp>(block.block->getParentOp());
    if (!func || !block.block->isEntryBlock())
      continue;
    for (auto [index, argument] : llvm::enumerate(block.arguments)) {
      llvm::SMRange range = argument.loc;
      if (!range.isValid() || func.getArgAttr(index, "norm.name"))
        continue;
      StringRef name(range.Start.getPointer(), range.End.getPointer() - range.Start.getPointer());
      name.consume_front("%");
      // What is no name for a plan (the printer's numbers, names with $ . -) is left unnamed.
      if (isArgumentName(name))
        func.setArgAttr(index, "norm.name", StringAttr::get(func.getContext(), name));
    }
  }
}

OwningOpRef<ModuleOp> normc::loadModule(llvm::SourceMgr &sources, MLIRContext *context) {
  StringRef text = sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  if (text.starts_with("ML\xefR")) {
    emitError(locationOf(sources, text.data(), context),
              "this is MLIR bytecode, but the text is wanted");
    return nullptr;
  }
  if (std::optional<Unfit> unfit = scanText(text)) {
    emitError(locationOf(sources, unfit->where, context)) << unfit->message;
    return nullptr;
  }
  Location start = locationOf(sources, text.data(), context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(start);
  AsmParserState state;
  ParserConfig config(context, /*verifyAfterParse=*/true);
  if (failed(parseAsmSourceFile(sources, module->getBody(), config, &state)))
    return nullptr;
  nameArguments(*module, state);
  // The text may write the module itself.
  Block *body = module->getBody();
  if (llvm::hasSingleElement(*body))
    if (auto inner = dyn_cast<ModuleOp>(body->front())) {
      inner->remove();
      return inner;
    }
  if (failed(verify(*module)))
    return nullptr;
  return module;
}
