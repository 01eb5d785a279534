//===- SchedOps.td - the operations of the sched dialect ------*- tablegen -*-===//
//
// Launches and groups (fusion and schedule phases), the few operations that the
// gpu dialect lacks (gpu phase), and plans.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHED_OPS_TD
#define NORMC_SCHED_OPS_TD

include "Sched/SchedAttrs.td"
include "Norm/NormTypes.td"
include "mlir/Dialect/LLVMIR/LLVMTypes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/BuiltinAttributes.td"

class Sched_Op<string mnemonic, list<Trait> traits = []> : Op<Sched_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Launches and groups
//===----------------------------------------------------------------------===//

def Sched_LaunchOp : Sched_Op<"launch", [SingleBlock]> {
  let summary = "what becomes one kernel";
  let description = [{
    Up to the fusion phase one region, which holds the group; from the schedule phase
    on one region for each variant, the same group with the variant's config. Several groups in a
    region are the parts of the launch: each has CTAs of its own, one part's after the other's.

    Constraints:
    - `launch_c1`: one region without variants, else one for each variant.
    - `launch_c2`: each region is groups and a yield of their results, in order.
    - `launch_c3`: it has at least one result, and the yields are of its types.
    - `launch_c4`: the kernel's name is letters, digits and _, no digit first.

    Example:
    ```mlir
    %y = sched.launch @silu -> (tensor<?x64xf32>) {
      %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
      ^row(%xr: tensor<64xf32>):
        %s = norm.silu %xr : tensor<64xf32>
        sched.yield %s : tensor<64xf32>
      } -> (tensor<?x64xf32>)
      sched.yield %g : tensor<?x64xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$kernel_name,
                       OptionalAttr<TypedArrayAttrBase<Sched_VariantAttr, "variants">>:$variants);
  let results = (outs Variadic<Norm_AnyTensor>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let assemblyFormat = [{
    $kernel_name (`variants` $variants^)? `->` `(` type($results) `)` $bodies attr-dict
  }];
  let extraClassDeclaration = [{
    /// The groups of a region: its parts.
    static ::llvm::SmallVector<GroupOp, 1> getGroups(::mlir::Region &body);
    /// Those of the first region.
    ::llvm::SmallVector<GroupOp, 1> getGroups() { return getGroups(getBodies().front()); }
  }];
  let hasVerifier = 1;
}

def Sched_GroupOp : Sched_Op<"group", [IsolatedFromAbove, SingleBlock, AttrSizedOperandSegments]> {
  let summary = "a row program: what one row of an iteration space computes";
  let description = [{
    The region runs once for each point of the row space `rows` (static or dynamic
    extents). Block argument i is the row of input i, a `tensor<NxT>` or one number. The
    map takes a point of the row space to the input's axes: where it names fewer than
    the input has, the row is the last axis; where it names all, the row is the one
    number there, or the N elements of the last axis from there on (a window of a
    longer axis). A map may name one dimension more, the column, and then all axes: it
    says where each element of the row stands (`(d0, d1) -> (d0, d1 mod 64)`). An axis of the row space left out is broadcast, a constant 0
    repeats an axis of extent 1. Symbol i of the maps is the row's number of input
    `gathers[i]`: a row that is chosen by an index. A number among the inputs (an f32 argument of the
    function) is passed on as it is. Results have the row space as their outer
    axes, and a row that is yielded adds its axis; with `result_maps` they are
    windows like inputs.

    Constraints:
    - `group_c1`: one map for each input, over the row space, of sums, products, floordiv
      and mod, none negative; a number among the inputs is an f32. With a column each index is
      a sum of one of the row and one of the column, the last not without the column.
    - `group_c2`: each block argument is the row that its map leaves.
    - `group_c3`: each yielded row, with the row space before it or by its map, is the
      result; one map for each result, or none. With a column no two columns are one place.
    - `group_c7`: gathers are inputs whose rows are one i32 or i64, by maps without symbols; maps
      have as many symbols as there are, those of results use none.
    - `group_c4`: the config, where there is one, has one access width for each
      input and result.
    - `group_c5`: all rows in the body have the same length, or one element for each block of 16 to
      256 elements.
    - `group_c6`: the body holds norm, arith and math operations on f32, f16, bf16,
      f8E4M3FN, f8E5M2, i8 and conditions, none of which rounds otherwise than its types say.

    Example: see `sched.launch`.
  }];
  let arguments = (ins Variadic<Index>:$row_sizes, DenseI64ArrayAttr:$static_row_sizes,
                       Variadic<AnyTypeOf<[Norm_AnyValue, Norm_IndexTensor]>>:$inputs,
                       AffineMapArrayAttr:$maps, OptionalAttr<DenseI64ArrayAttr>:$gathers,
                       OptionalAttr<AffineMapArrayAttr>:$result_maps,
                       OptionalAttr<Sched_RowConfigAttr>:$config);
  let results = (outs Variadic<Norm_AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `rows` custom<DynamicIndexList>($row_sizes, $static_row_sizes)
    `ins` `(` ($inputs^ `:` type($inputs))? `)` `maps` $maps
    (`gathers` $gathers^)?
    (`result_maps` $result_maps^)? (`config` $config^)? $body `->` `(` type($results) `)` attr-dict
  }];
  let extraClassDeclaration = [{
    /// The number of axes that the row space has.
    int64_t getNumRowAxes() { return getStaticRowSizes().size(); }
    /// The length of the group's rows, the longest; none where it computes one number a row.
    std::optional<int64_t> getRowLength();
    /// Inputs, then results.
    int64_t getNumOperandsAndResults() { return getInputs().size() + getNumResults(); }
    /// The type of an input or result, and its row's: a tensor<NxT> or a number.
    ::mlir::Type getOperandType(int64_t operand);
    ::mlir::Type getRowType(int64_t operand);
    /// The map of an input or result; a result without one is the row space.
    ::mlir::AffineMap getMap(int64_t operand);
    /// Whether an operand's map says where each column of its row stands (Sched/ColumnRuns.h).
    bool hasColumns(int64_t operand) {
      return static_cast<int64_t>(getMap(operand).getNumDims()) > getNumRowAxes();
    }
    /// The elements that a row of a tensor operand reaches in memory.
    int64_t getNumRowElements(int64_t operand);
    /// The axis of a tensor operand that its row runs along; none for one number a row.
    std::optional<int64_t> getRowAxis(int64_t operand);
    /// The elements of a row that share one of the operand's; 1 where each has its own.
    int64_t getBlock(int64_t operand);
    /// Whether axis `axis` of a tensor operand is a row axis, and of its extent.
    bool walksWholeAxis(int64_t operand, int64_t axis);
    /// How many outer axes of an operand are the outer row axes, one by one, where that is
    /// several: collapsed, they are one stride. Else 0.
    int64_t getCollapsibleAxes(int64_t operand);
    /// Elements that divide the place in its axis where a row starts; 0 where that is 0.
    int64_t getStartDivisor(int64_t operand);
    /// The sched.yield of the body.
    YieldOp getYield();
    /// The row space as static extents and index values.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedRowSizes();
  }];
  let hasVerifier = 1;
}

def Sched_YieldOp : Sched_Op<"yield", [Pure, Terminator, ReturnLike,
                                       ParentOneOf<["LaunchOp", "GroupOp"]>]> {
  let summary = "the results of a group's row or of a launch";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

//===----------------------------------------------------------------------===//
// What the gpu dialect lacks
//===----------------------------------------------------------------------===//

def Sched_Loadable : AnyTypeOf<[Norm_Float, I8, I32, I64, FixedVectorOfAnyRank<[F32, F16, BF16, I8]>],
                               "a number or vector of f32, f16, bf16 or i8, or an i32 or i64">;
def Sched_GlobalPointer
    : Type<CPred<"$_self == ::mlir::LLVM::LLVMPointerType::get($_self.getContext(), 1)">,
           "a pointer to global memory", "::mlir::LLVM::LLVMPointerType">,
      BuildableType<"::mlir::LLVM::LLVMPointerType::get($_builder.getContext(), 1)">;

def Sched_LoadOp : Sched_Op<"load", [
    MemoryEffects<[MemRead]>, AttrSizedOperandSegments,
    OptionalTypesMatchWith<"what stands in has the result's type", "result", "otherwise",
                           "$_self">]> {
  let summary = "reads neighbouring elements from global memory";
  let description = [{
    `offset` counts elements. `alignment` is in bytes and sets the width of the
    accesses. `invariant`: nothing writes the memory while the kernel runs. `policy`
    is a hint to the caches: it changes no value. The pointer is a kernel argument, so that an access can be checked against its tensor.
    With a condition nothing is read where it does not hold, by a predicated instruction: the
    result is what follows `else`, or anything without it.

    Constraints:
    - `load_c1`: alignment is a power of two from the element's size to 32.
    - `load_c2`: an access with a policy is aligned to 4 bytes or more.
    - `load_c3`: `else` comes with a condition.
    - `load_c4`: what has a condition has the plain policy, and is a number or 4, 8 or 16 aligned
      bytes.

    Example:
    ```mlir
    %v = sched.load %x[%offset] align 16 invariant : vector<8xbf16>
    %w = sched.load %x[%offset] if %inside else %zeros align 16 : vector<8xbf16>
    ```
  }];
  let arguments = (ins Sched_GlobalPointer:$base, I64:$offset, Optional<I1>:$condition,
                       Optional<Sched_Loadable>:$otherwise, I64Attr:$alignment,
                       UnitAttr:$invariant,
                       DefaultValuedAttr<Sched_Policy, "::normc::sched::Policy::plain">:$policy);
  let results = (outs Sched_Loadable:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$base, "::mlir::Value":$offset,
                   "int64_t":$alignment, "bool":$invariant, "::normc::sched::Policy":$policy), [{
      build($_builder, $_state, type, base, offset, ::mlir::Value(), ::mlir::Value(), alignment,
            invariant, policy);
    }]>
  ];
  let assemblyFormat = [{
    $base `[` $offset `]` (`if` $condition^)? (`else` $otherwise^)? `align` $alignment
    (`invariant` $invariant^)? (`policy` $policy^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Sched_StoreOp : Sched_Op<"store", [MemoryEffects<[MemWrite]>]> {
  let summary = "writes neighbouring elements to global memory";
  let description = [{
    With a condition (`%y[%offset] if %condition`) nothing is written where it does not
    hold: one predicated instruction, no branch.

    Constraints:
    - `store_c1`: alignment is a power of two from the element's size to 32.
    - `store_c2`: the policy is plain, or streaming with an alignment of 4 bytes or more.
    - `store_c3`: what has a condition has the plain policy, and is a number or 4, 8 or 16 aligned
      bytes.

    Example:
    ```mlir
    sched.store %v, %y[%offset] align 16 : vector<8xbf16>
    ```
  }];
  let arguments = (ins Sched_Loadable:$value, Sched_GlobalPointer:$base, I64:$offset,
                       Optional<I1>:$condition, I64Attr:$alignment,
                       DefaultValuedAttr<Sched_Policy, "::normc::sched::Policy::plain">:$policy);
  let assemblyFormat = [{
    $value `,` $base `[` $offset `]` (`if` $condition^)? `align` $alignment (`policy` $policy^)?
    attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

class Sched_ConversionOp<string mnemonic> : Sched_Op<mnemonic, [Pure]> {
  let hasVerifier = 1;
}

def Sched_QuantizeOp : Sched_ConversionOp<"quantize"> {
  let summary = "f32 to the 8 bits of f8E4M3FN, f8E5M2 or i8";
  let description = [{
    To nearest, ties to even; too large becomes the largest, NaN stays NaN in fp8 and becomes 0 in
    i8. In kernels the 8 bits are an i8 whatever they mean.

    Constraints:
    - `quantize_c1`: operand and result are numbers, or vectors of one axis and length.

    Example:
    ```mlir
    %q = sched.quantize %v to f8E4M3FN : vector<8xf32> to vector<8xi8>
    ```
  }];
  let arguments = (ins AnyTypeOf<[F32, FixedVectorOfAnyRank<[F32]>]>:$value, TypeAttr:$format);
  let results = (outs AnyTypeOf<[I8, FixedVectorOfAnyRank<[I8]>]>:$result);
  let assemblyFormat = "$value `to` $format attr-dict `:` type($value) `to` type($result)";
}

def Sched_DequantizeOp : Sched_ConversionOp<"dequantize"> {
  let summary = "the 8 bits of f8E4M3FN, f8E5M2 or i8 to f32";
  let description = [{
    Exact.

    Constraints:
    - `dequantize_c1`: operand and result are numbers, or vectors of one axis and length.

    Example:
    ```mlir
    %v = sched.dequantize %q from f8E4M3FN : vector<8xi8> to vector<8xf32>
    ```
  }];
  let arguments = (ins AnyTypeOf<[I8, FixedVectorOfAnyRank<[I8]>]>:$value, TypeAttr:$format);
  let results = (outs AnyTypeOf<[F32, FixedVectorOfAnyRank<[F32]>]>:$result);
  let assemblyFormat = "$value `from` $format attr-dict `:` type($value) `to` type($result)";
}

def Sched_RsqrtSeedOp : Sched_Op<"rsqrt_seed", [Pure, SameOperandsAndResultType]> {
  let summary = "one over the square root within 1 ulp; exact at 0, inf and NaN";
  let description = [{
    The refinement that follows makes the same bits of any such seed.

    Example:
    ```mlir
    %y = sched.rsqrt_seed %v : f32
    ```
  }];
  let arguments = (ins F32:$value);
  let results = (outs F32:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Sched_Exp2EstimateOp : Sched_Op<"exp2_estimate", [Pure, SameOperandsAndResultType]> {
  let summary = "2^x within 2 ulp; 1 near 0, 0 for what is subnormal";
  let description = [{
    An x nearer to 0 than 2^-26 gives 1; a subnormal result is 0, an infinite one inf. What uses it
    must make the same bits of any such estimate: the emulator's misses by as much as it may.

    Example:
    ```mlir
    %y = sched.exp2_estimate %x : f32
    ```
  }];
  let arguments = (ins F32:$value);
  let results = (outs F32:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Sched_ReciprocalEstimateOp : Sched_Op<"reciprocal_estimate", [Pure, SameOperandsAndResultType]> {
  let summary = "1/x within 1 ulp; exact for powers of two, 0 for what is subnormal";
  let description = [{
    A subnormal x counts as 0. What uses it must make the same bits of any such estimate: the
    emulator's misses by as much as it may.

    Example:
    ```mlir
    %y = sched.reciprocal_estimate %x : f32
    ```
  }];
  let arguments = (ins F32:$value);
  let results = (outs F32:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

/// Workgroup memory of f32.
def Sched_SharedFloats : MemRefRankOf<[F32], [1]>;

def Sched_ClusterArriveOp : Sched_Op<"cluster_arrive"> {
  let summary = "arrives at the barrier of all threads of the cluster";
  let description = [{
    The thread goes on; `sched.cluster_wait` is the other half of the barrier. What a thread
    did in shared memory before it arrived is done for whoever has waited; a `relaxed` arrival
    orders nothing.

    Example:
    ```mlir
    sched.cluster_arrive
    ```
  }];
  let arguments = (ins UnitAttr:$relaxed);
  let assemblyFormat = "(`relaxed` $relaxed^)? attr-dict";
}

def Sched_ClusterWaitOp : Sched_Op<"cluster_wait"> {
  let summary = "waits until all threads of the cluster have arrived at its barrier";
  let description = [{
    Each thread arrives and waits in turns.

    Example:
    ```mlir
    sched.cluster_wait
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Sched_ClusterStoreOp : Sched_Op<"cluster_store", [MemoryEffects<[MemWrite]>]> {
  let summary = "writes one f32 to the shared memory of a CTA of the cluster";
  let description = [{
    `memory` is a buffer of the CTA itself; what is written is the same buffer of the CTA with
    rank `rank` in the cluster. That CTA must have started, which a cluster barrier tells, and must
    not end before another has told it that the write is done.

    Example:
    ```mlir
    sched.cluster_store %v, %buffer[%i] of %rank : memref<8xf32, #gpu.address_space<workgroup>>
    ```
  }];
  let arguments = (ins F32:$value, Sched_SharedFloats:$memory, Index:$index, I32:$rank);
  let assemblyFormat = "$value `,` $memory `[` $index `]` `of` $rank attr-dict `:` type($memory)";
}

def Sched_DependencyWaitOp : Sched_Op<"dependency_wait"> {
  let summary = "waits for the end of the launch before on the stream";
  let description = [{
    Stands before the first access to global memory. A kernel that is launched to
    overlap with the one before it must have it; launched as usual it costs nothing.

    Example:
    ```mlir
    sched.dependency_wait
    ```
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

def Sched_PlanOp : Sched_Op<"plan", [Symbol]> {
  let summary = "the launches that a function compiles to";
  let description = [{
    `arguments`, `results` and `temporaries` describe the memory that launches name, `windows`
    parts of it;
    sizes and grids are expressions over `num_dims` dimensions, each read from the
    arguments whose sizes it is alone (all must agree).

    Constraints:
    - `plan_c1`: arguments are tensors and numbers.
    - `plan_c2`: each launch has a kernel, each kernel one alignment for each tensor of
      the launch, one expression for its grid and two numbers for its block.
    - `plan_c3`: a kernel's name is letters, digits and _, no digit first.

    Example:
    ```mlir
    sched.plan @norm dims 1 arguments [#sched.tensor<"x" : f32, ()[s0] -> (s0, 64)>]
        results [#sched.tensor<"result0" : f32, ()[s0] -> (s0, 64)>] temporaries []
        launches []
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$num_dims, ArrayAttr:$arguments,
                       TypedArrayAttrBase<Sched_PlanTensorAttr, "tensors">:$results,
                       TypedArrayAttrBase<Sched_PlanTensorAttr, "tensors">:$temporaries,
                       OptionalAttr<TypedArrayAttrBase<Sched_PlanWindowAttr, "windows">>:$windows,
                       TypedArrayAttrBase<Sched_PlanLaunchAttr, "launches">:$launches);
  let assemblyFormat = [{
    $sym_name `dims` $num_dims `arguments` $arguments `results` $results
    `temporaries` $temporaries (`windows` $windows^)? `launches` $launches attr-dict
  }];
  let hasVerifier = 1;
}

#endif // NORMC_SCHED_OPS_TD
