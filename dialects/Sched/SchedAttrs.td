//===- SchedAttrs.td - configs, variants, targets, plan parts -*- tablegen -*-===//
//
// What the schedule phase decides and what a plan holds, as data.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHED_ATTRS_TD
#define NORMC_SCHED_ATTRS_TD

include "Sched/SchedDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Sched_Attr<string name, string attrMnemonic> : AttrDef<Sched_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def Sched_ResidencyRegisters : I32EnumAttrCase<"registers", 0>;
def Sched_ResidencyReread : I32EnumAttrCase<"reread", 1>;
def Sched_ResidencyLooped : I32EnumAttrCase<"looped", 2>;
def Sched_Residency : I32EnumAttr<"Residency", "where a row lives between its first and its last use",
    [Sched_ResidencyRegisters, Sched_ResidencyReread, Sched_ResidencyLooped]> {
  let cppNamespace = "::normc::sched";
}

def Sched_OperandLoadsEarly : I32EnumAttrCase<"early", 0>;
def Sched_OperandLoadsLate : I32EnumAttrCase<"late", 1>;
def Sched_OperandLoads : I32EnumAttr<"OperandLoads",
    "whether operands first used after a reduction are loaded before it or after",
    [Sched_OperandLoadsEarly, Sched_OperandLoadsLate]> {
  let cppNamespace = "::normc::sched";
}

def Sched_CachingPlain : I32EnumAttrCase<"plain", 0>;
def Sched_CachingStreaming : I32EnumAttrCase<"streaming", 1>;
def Sched_Caching : I32EnumAttr<"Caching",
    "what the caches are told of rows that are read or written once",
    [Sched_CachingPlain, Sched_CachingStreaming]> {
  let cppNamespace = "::normc::sched";
}

def Sched_PolicyPlain : I32EnumAttrCase<"plain", 0>;
def Sched_PolicyStreaming : I32EnumAttrCase<"streaming", 1>;
def Sched_PolicyEvictLast : I32EnumAttrCase<"evict_last", 2>;
def Sched_PolicyEvictFirst : I32EnumAttrCase<"evict_first", 3>;
def Sched_Policy : I32EnumAttr<"Policy", "the cache policy of one access",
    [Sched_PolicyPlain, Sched_PolicyStreaming, Sched_PolicyEvictLast, Sched_PolicyEvictFirst]> {
  let cppNamespace = "::normc::sched";
}

def Sched_RowConfigAttr : Sched_Attr<"RowConfig", "row_config"> {
  let summary = "how one kernel walks its rows";
  let description = [{
    A CTA has `threads_per_row` x `rows_per_cta` threads, all of them for one segment of a row where
    `ctas_per_row` CTAs, a cluster, share a row longer than one. Thread t of a row owns the
    pieces t, t + T, t + 2T, ... of `vector_width` neighbouring elements (8, one
    chunk of the reduction tree, or 16, two). N = 40, threads_per_row = 2,
    vector_width = 8:

    ```
    element  0......7 8.....15 16....23 24....31 32....39
    thread      0        1        0        1        0
    piece       0        0        1        1        2
    ```

    A thread does `rows_per_thread` rows at once, rows_per_cta apart: what does not
    vary between them is loaded once.

    `residency`: `registers` holds a row from its first use to its last; `reread`
    computes what follows the last reduction from the row read again, which the L2 was
    told to keep; `looped` has one CTA walk the segments of a row longer than one, once for
    each reduction and once for the results. With several `ctas_per_row` each CTA of a cluster
    has one segment of such a row, by one of the first two. `caching`: `streaming` tells the caches that rows which vary
    along every row axis do not come again; what is broadcast stays plain.

    `access_bits` is the width of each operand's accesses in an aligned variant,
    inputs first, then results (0: a number a row). `min_ctas_per_sm` is the
    occupancy that the register allocation must leave possible; 0 asks for none.
  }];
  let parameters = (ins "int64_t":$threads_per_row,
                        DefaultValuedParameter<"int64_t", "1">:$ctas_per_row,
                        "int64_t":$rows_per_cta,
                        DefaultValuedParameter<"int64_t", "1">:$rows_per_thread,
                        "int64_t":$vector_width, "Residency":$residency,
                        "OperandLoads":$operand_loads,
                        DefaultValuedParameter<"Caching", "::normc::sched::Caching::plain">:$caching,
                        ArrayRefParameter<"int64_t">:$access_bits,
                        "int64_t":$min_ctas_per_sm);
  let assemblyFormat = [{
    `<` `threads_per_row` `=` $threads_per_row `,` (`ctas_per_row` `=` $ctas_per_row^ `,`)?
        `rows_per_cta` `=` $rows_per_cta `,`
        (`rows_per_thread` `=` $rows_per_thread^ `,`)?
        `vector_width` `=` $vector_width `,` `residency` `=` $residency `,`
        `operand_loads` `=` $operand_loads `,` (`caching` `=` $caching^ `,`)? `access_bits` `=` `[` $access_bits `]` `,`
        `min_ctas_per_sm` `=` $min_ctas_per_sm `>`
  }];
  let extraClassDeclaration = [{
    int64_t getThreadsPerCta() const { return getThreadsPerRow() * getRowsPerCta(); }
    /// The rows that a CTA does.
    int64_t getRowsInCta() const { return getRowsPerCta() * getRowsPerThread(); }
    /// Whether CTAs share a row, a segment each.
    bool isClustered() const { return getCtasPerRow() > 1; }
  }];
  let genVerifyDecl = 1;
}

def Sched_VariantAttr : Sched_Attr<"Variant", "variant"> {
  let summary = "what one kernel may assume of its arguments";
  let description = [{
    `align`: bytes that divide every base address and every row stride; 1 where nothing
    is known. An access is as wide as that and the config's `access_bits` allow.
    `collapse`: the row axes walk as one, with one stride for each tensor that
    varies along all of them. `in_place`: a result may be exactly the argument that its
    `norm.in_place` names; else results share no memory with anything. `max_ctas`: the grid has no
    more CTAs than that; 0 is no limit. Variants differ in
    addressing and in the order of accesses, never in the bits.
  }];
  let parameters = (ins StringRefParameter<"suffix of the kernel's name">:$name,
                        "int64_t":$align, "bool":$collapse,
                        DefaultValuedParameter<"bool", "false">:$in_place,
                        DefaultValuedParameter<"int64_t", "0">:$max_ctas);
  let assemblyFormat = [{
    `<` $name `,` (`max_ctas` `=` $max_ctas^ `,`)? `align` `=` $align `,`
        `collapse` `=` $collapse (`,` `in_place` `=` $in_place^)? `>`
  }];
  let genVerifyDecl = 1;
}

def Sched_TargetAttr : Sched_Attr<"Target", "target"> {
  let summary = "the chip that a module is scheduled for";
  let description = [{
    The facts about the chip stand in the table of known targets
    (lib/Schedule/KnownTargets.cpp).
  }];
  let parameters = (ins StringRefParameter<>:$chip);
  let assemblyFormat = "`<` $chip `>`";
}

//===----------------------------------------------------------------------===//
// The parts of a plan
//===----------------------------------------------------------------------===//

def Sched_PlanTensorAttr : Sched_Attr<"PlanTensor", "tensor"> {
  let summary = "an argument, result or temporary of a plan";
  let description = [{
    `sizes` gives each axis as an expression over the plan's dimensions.
  }];
  let parameters = (ins StringRefParameter<>:$name, "::mlir::Type":$element,
                        "::mlir::AffineMap":$sizes);
  let assemblyFormat = "`<` $name `:` $element `,` $sizes `>`";
}

def Sched_PlanWindowAttr : Sched_Attr<"PlanWindow", "window"> {
  let summary = "a part of an argument, result or temporary of a plan";
  let description = [{
    What a launch writes of a concat. `start` is where it begins along each axis of tensor `whole`,
    with whose strides it is walked.
  }];
  let parameters = (ins StringRefParameter<>:$name, "::mlir::Type":$element,
                        "::mlir::AffineMap":$sizes, StringRefParameter<>:$whole,
                        "::mlir::AffineMap":$start);
  let assemblyFormat = [{
    `<` $name `:` $element `,` $sizes `,` `of` `=` $whole `,` `start` `=` $start `>`
  }];
}

def Sched_PlanScalarAttr : Sched_Attr<"PlanScalar", "scalar"> {
  let summary = "a number among the arguments of a plan";
  let parameters = (ins StringRefParameter<>:$name, "::mlir::Type":$type);
  let assemblyFormat = "`<` $name `:` $type `>`";
}

def Sched_PlanKernelAttr : Sched_Attr<"PlanKernel", "kernel"> {
  let summary = "one variant of one launch: when it may run, its grid and its arguments";
  let description = [{
    `grid` is the number of CTAs as an expression over the plan's dimensions.
    `alignments` are the bytes that must divide the base address and the row strides
    of each of the launch's tensors. `arguments` is one string for each kernel
    parameter: `x` (the pointer of tensor x, or a number), `x.stride0` (its stride
    along axis 0, in elements), `size:s1` (dimension 1 of the plan).
  }];
  let parameters = (ins "::mlir::SymbolRefAttr":$kernel, "VariantAttr":$variant,
                        "::mlir::AffineMap":$grid, ArrayRefParameter<"int64_t">:$block,
                        ArrayRefParameter<"int64_t">:$alignments,
                        ArrayRefParameter<"::mlir::StringAttr">:$arguments);
  let assemblyFormat = [{
    `<` $kernel `,` $variant `,` `grid` `=` $grid `,` `block` `=` `[` $block `]` `,`
        `alignments` `=` `[` $alignments `]` `,` `arguments` `=` `[` $arguments `]` `>`
  }];
}

def Sched_PlanLaunchAttr : Sched_Attr<"PlanLaunch", "launch"> {
  let summary = "one launch of a plan: its row space and its variants, first choice first";
  let description = [{
    `rows` is the row space; of several parts their row axes in turn, `part_axes` each. `tensors` are those that it accesses, one as often as there
    are ways to; `collapsible` is for each the number of outer axes that must be walkable
    with one stride for a collapsed variant to be chosen, 0 where none must. `bytes` are those that
    it must move. `in_place`: the results that may be exactly an argument, as "result0=x".
    A launch with no row runs nothing.
  }];
  let parameters = (ins "::mlir::AffineMap":$rows,
                        OptionalArrayRefParameter<"int64_t">:$part_axes,
                        ArrayRefParameter<"::mlir::StringAttr">:$tensors,
                        OptionalArrayRefParameter<"int64_t">:$collapsible,
                        "::mlir::AffineMap":$bytes,
                        OptionalArrayRefParameter<"::mlir::StringAttr">:$in_place,
                        ArrayRefParameter<"PlanKernelAttr">:$kernels);
  let assemblyFormat = [{
    `<` `rows` `=` $rows `,` (`part_axes` `=` `[` $part_axes^ `]` `,`)?
        `tensors` `=` `[` $tensors `]` `,`
        `collapsible` `=` `[` (`]`) : ($collapsible^ `]`)? `,`
        `bytes` `=` $bytes `,` (`in_place` `=` `[` $in_place^ `]` `,`)?
        `kernels` `=` `[` $kernels `]` `>`
  }];
}

#endif // NORMC_SCHED_ATTRS_TD
