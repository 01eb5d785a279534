//===- NormOps.td - the operations of the norm dialect --------*- tablegen -*-===//
//
// Each op: one sentence, its meaning as a decomposition, its numbered
// constraints, one example. The constraints stand again at their check in
// NormOps.cpp and at their test in test/Dialect/Norm/invalid.mlir.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_NORM_OPS_TD
#define NORMC_NORM_OPS_TD

include "Norm/NormDialect.td"
include "Norm/NormTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Norm_Op<string mnemonic, list<Trait> traits = []>
    : Op<Norm_Dialect, mnemonic, !listconcat([Pure], traits)>;

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

class Norm_NormOp<string mnemonic> : Norm_Op<mnemonic, [AttrSizedOperandSegments]> {
  let arguments = (ins Norm_Tensor:$x, Optional<Norm_Tensor>:$weight,
                       Optional<Norm_Tensor>:$bias, F32Attr:$eps);
  let results = (outs Norm_Tensor:$result);
  let assemblyFormat = [{
    $x (`weight` $weight^)? (`bias` $bias^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The number of elements that one row has.
    int64_t getRowLength() { return getX().getType().getShape().back(); }
  }];
}

def Norm_RmsNormOp : Norm_NormOp<"rms_norm"> {
  let summary = "divides each row by its root mean square";
  let description = [{
    `x * rsqrt(mean(x^2) + eps)` over the last axis, in f32, rounded once to the
    element type of the result (a result of f32 stays unrounded, so that each
    convention in use is spelt with casts and arith around it). With `RN(1/N)`
    the f32 nearest to one over the row length:

    ```
    q = sum_squares(x)
    r = rsqrt(q * RN(1/N) + eps)           // a mul, then an add
    n = x * r                              // each x extended to f32
    n = n * weight                         // with a weight only
    n = fma(n, weight, bias)               // with both, instead of the mul
    n = n + bias                           // with a bias only
    result = round(n)
    ```

    Constraints:
    - `rms_norm_c1`: x has rank 1 or more and a static last axis of at least 1.
    - `rms_norm_c2`: the result has the shape of x.
    - `rms_norm_c3`: weight and bias are 1-D and as long as the last axis.
    - `rms_norm_c4`: eps is finite and at least 0.

    Example:
    ```mlir
    %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
        : (tensor<?x?x4096xbf16>, tensor<4096xbf16>) -> tensor<?x?x4096xbf16>
    ```
  }];
}

def Norm_LayerNormOp : Norm_NormOp<"layer_norm"> {
  let summary = "subtracts each row's mean and divides by its standard deviation";
  let description = [{
    Over the last axis, in f32, rounded once to the element type of the result:

    ```
    mean, correction, m2 = moments(x)
    r = rsqrt(m2 * RN(1/N) + eps)
    n = ((x - mean) - correction) * r
    n = n * weight | fma(n, weight, bias) | n + bias    // as in rms_norm
    result = round(n)
    ```

    Constraints:
    - `layer_norm_c1`: x has rank 1 or more and a static last axis of at least 1.
    - `layer_norm_c2`: the result has the shape of x.
    - `layer_norm_c3`: weight and bias are 1-D and as long as the last axis.
    - `layer_norm_c4`: eps is finite and at least 0.

    Example:
    ```mlir
    %y = norm.layer_norm %x weight %w bias %b {eps = 1.0e-5 : f32}
        : (tensor<?x1024xf16>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024xf16>
    ```
  }];
}

def Norm_L2NormOp : Norm_Op<"l2_norm"> {
  let summary = "divides each row by its Euclidean length";
  let description = [{
    Over the last axis, in f32, rounded once to the element type of the result. `<add_eps>`
    is what linear attention does to its queries and keys, `<max_eps>` is torch's
    `normalize`:

    ```
    q = sum_squares(x)
    // <add_eps>
    result = round(x * rsqrt(q + eps))     // each x extended to f32
    // <max_eps>
    d = max(sqrt(q), eps)                  // sqrt correctly rounded; NaN stays NaN
    result = round(x / d)                  // a division, no product with 1 / d
    ```

    Constraints:
    - `l2_norm_c1`: x has rank 1 or more and a static last axis of at least 1.
    - `l2_norm_c2`: the result has the shape of x.
    - `l2_norm_c3`: eps is finite and at least 0.

    Example:
    ```mlir
    %y = norm.l2_norm <add_eps> %x {eps = 1.0e-6 : f32}
        : (tensor<?x24x128xbf16>) -> tensor<?x24x128xbf16>
    ```
  }];
  let arguments = (ins Norm_L2KindAttr:$kind, Norm_Tensor:$x, F32Attr:$eps);
  let results = (outs Norm_Tensor:$result);
  let assemblyFormat = "$kind $x attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Norm_SoftmaxOp : Norm_Op<"softmax"> {
  let summary = "turns each row into weights that sum to one";
  let description = [{
    `exp(x - max(x)) / sum(exp(x - max(x)))` over the last axis, in f32, rounded once
    to the element type of the result:

    ```
    m = reduce<max>(x)
    e = exp(x - m)                         // each x extended to f32
    s = reduce<add>(e)
    result = round(e / s)                  // a division, no product with 1 / s
    ```

    NaN anywhere, +inf anywhere, or -inf all along makes the row NaN; beside other
    numbers -inf gives 0.

    Constraints:
    - `softmax_c1`: x has rank 1 or more and a static last axis of at least 1.
    - `softmax_c2`: the result has the shape of x.

    Example:
    ```mlir
    %y = norm.softmax %x : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
    ```
  }];
  let arguments = (ins Norm_Tensor:$x);
  let results = (outs Norm_Tensor:$result);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Row reductions
//===----------------------------------------------------------------------===//

def Norm_ReduceOp : Norm_Op<"reduce"> {
  let summary = "combines the elements of each row in f32";
  let description = [{
    The row reduction over the last axis, by the one reduction tree
    (dialects/Norm/README.md). Elements are extended to f32 first. `max` and
    `min` propagate NaN and order -0 below +0. At graph level the result loses
    the last axis; in a row program it is an `f32`.

    Constraints:
    - `reduce_c1`: x has rank 1 or more and a static last axis of at least 1.
    - `reduce_c2`: the result has the shape of x without its last axis, or is
      `f32` where x has rank 1.

    Example:
    ```mlir
    %m = norm.reduce <max> %x : tensor<?x4096xbf16> -> tensor<?xf32>
    ```
  }];
  let arguments = (ins Norm_ReduceKindAttr:$kind, Norm_Tensor:$x);
  let results = (outs Norm_F32Value:$result);
  let assemblyFormat = "$kind $x attr-dict `:` type($x) `->` type($result)";
  let hasVerifier = 1;
}

def Norm_SumSquaresOp : Norm_Op<"sum_squares"> {
  let summary = "sums the squares of each row in f32, each step one fma";
  let description = [{
    `s = fma(x, x, s)` over the last axis by the one reduction tree; partial sums
    are combined by an add.

    Constraints:
    - `sum_squares_c1`: x has rank 1 or more and a static last axis of at least 1.
    - `sum_squares_c2`: the result has the shape of x without its last axis, or
      is `f32` where x has rank 1.

    Example:
    ```mlir
    %q = norm.sum_squares %x : tensor<?x4096xbf16> -> tensor<?xf32>
    ```
  }];
  let arguments = (ins Norm_Tensor:$x);
  let results = (outs Norm_F32Value:$result);
  let assemblyFormat = "$x attr-dict `:` type($x) `->` type($result)";
  let hasVerifier = 1;
}

def Norm_MomentsOp : Norm_Op<"moments", [AllTypesMatch<["mean", "correction", "m2"]>]> {
  let summary = "the mean of each row, its correction, and the centred sum of squares";
  let description = [{
    A corrected two-pass over the last axis, in f32 and by the one reduction tree:

    ```
    mean       = sum(x) * RN(1/N)
    d          = x - mean                  // elementwise
    s          = sum(d)
    correction = s * RN(1/N)
    m2         = max(sum(d^2) - s * correction, 0)     // d^2 by fma, then mul, sub
    ```

    The row's mean is `mean + correction`, its variance `m2 * RN(1/N)`; NaN stays NaN
    in the clamp. A row whose f32 sum, or whose squared distances from the mean,
    overflow gives NaN.

    Constraints:
    - `moments_c1`: x has rank 1 or more and a static last axis of at least 1.
    - `moments_c2`: each result has the shape of x without its last axis, or is
      `f32` where x has rank 1.

    Example:
    ```mlir
    %mean, %correction, %m2 = norm.moments %x : tensor<?x4096xbf16> -> tensor<?xf32>
    ```
  }];
  let arguments = (ins Norm_Tensor:$x);
  let results = (outs Norm_F32Value:$mean, Norm_F32Value:$correction, Norm_F32Value:$m2);
  let assemblyFormat = "$x attr-dict `:` type($x) `->` type($mean)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Explicit broadcasts
//===----------------------------------------------------------------------===//

def Norm_SplatOp : Norm_Op<"splat"> {
  let summary = "repeats one number over the shape of another tensor";
  let description = [{
    Constraints:
    - `splat_c1`: the result has the shape of `like` and the type of the number as
      its element type.

    Example:
    ```mlir
    %rs = norm.splat %r like %x : (f32, tensor<?x4096xbf16>) -> tensor<?x4096xf32>
    ```
  }];
  let arguments = (ins Norm_Float:$value, Norm_Tensor:$like);
  let results = (outs Norm_Tensor:$result);
  let assemblyFormat = "$value `like` $like attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Norm_BroadcastOp : Norm_Op<"broadcast"> {
  let summary = "repeats a tensor along the axes it lacks";
  let description = [{
    `dims[i]` is the axis of the result that axis i of the operand is. An operand
    axis of static extent 1 is repeated along its axis; every other one has the
    extent of its axis. Extents of dynamic axes come from `like`.

    Constraints:
    - `broadcast_c1`: dims has one entry for each axis of the operand.
    - `broadcast_c2`: dims rises strictly and stays below the rank of `like`.
    - `broadcast_c3`: each extent of the operand is 1 or that of its axis, and static
      where that is static.
    - `broadcast_c4`: the result has the shape of `like` and the element type of
      the operand.

    Example:
    ```mlir
    %t = norm.broadcast %scale like %x dims = [0, 2]
        : (tensor<?x4096xbf16>, tensor<?x?x4096xbf16>) -> tensor<?x?x4096xbf16>
    ```
  }];
  let arguments = (ins Norm_Tensor:$operand, Norm_Tensor:$like, DenseI64ArrayAttr:$dims);
  let results = (outs Norm_Tensor:$result);
  let assemblyFormat = [{
    $operand `like` $like `dims` `=` $dims attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Quantisation
//===----------------------------------------------------------------------===//

def Norm_QuantizeOp : Norm_Op<"quantize"> {
  let summary = "numbers, divided by a scale, in 8 bits";
  let description = [{
    ```
    d = f32(x)                             // without a scale
    d = f32(x) / scale                     // with one: a division, no product with 1 / scale
    result = the number of the result's type nearest to d, ties to even
    ```

    What is larger than the largest finite number of the type (448 for f8E4M3FN, 57344 for
    f8E5M2, 127 and -128 for i8), also an infinity, becomes that number. A NaN stays NaN in
    fp8 and becomes 0 in i8. A product with a given inverse is spelt with arith, without a scale.

    A scale is an f32, or has the shape of x, or is broadcast along the axes it lacks by dims as in
    `norm.broadcast`.

    Constraints:
    - `quantize_c1`: the result has the shape of x.
    - `quantize_c2`: a scale that is a tensor has the shape of x, or has dims and broadcasts to x by
      them; nothing else has dims.

    Example:
    ```mlir
    %q = norm.quantize %x scale %s dims = [] : (tensor<?x64xbf16>, tensor<f32>) -> tensor<?x64xf8E4M3FN>
    ```
  }];
  let arguments = (ins Norm_Value:$x, Optional<Norm_F32Value>:$scale,
                       OptionalAttr<DenseI64ArrayAttr>:$dims);
  let results = (outs Norm_QuantizedValue:$result);
  let assemblyFormat = [{
    $x (`scale` $scale^)? (`dims` `=` $dims^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Norm_DynamicQuantizeOp : Norm_Op<"dynamic_quantize"> {
  let summary = "rows or blocks of rows in 8 bits, by scales of their own";
  let description = [{
    The row of the last axis, or each `block` elements of it, has one scale. With L the largest
    finite number of the result's type (448 for f8E4M3FN, 57344 for f8E5M2, 127 for i8):

    ```
    a = max(|x|)                           // over the row or block; NaN if any is
    scale = max(a, floor) / L              // in f32, an IEEE division
    result = quantize(x, scale)            // f32(x) / scale, rounded once
    ```

    A row of zeros has the scale floor / L. A row with a NaN has the scale NaN, one with an
    infinity the scale inf.

    Constraints:
    - `dynamic_quantize_c1`: x has rank 1 or more and a static last axis of at least 1.
    - `dynamic_quantize_c2`: the result has the shape of x.
    - `dynamic_quantize_c3`: block is 16, 32, 64, 128 or 256 and divides the last axis.
    - `dynamic_quantize_c4`: scale has the shape of x without its last axis, or, with a block, as
      many elements in it as there are blocks.
    - `dynamic_quantize_c5`: floor is finite, and floor / L a normal number above 0.

    Example:
    ```mlir
    %q, %scale = norm.dynamic_quantize %x {block = 128 : i64, floor = 1.0e-10 : f32}
        : (tensor<?x4096xbf16>) -> (tensor<?x4096xf8E4M3FN>, tensor<?x32xf32>)
    ```
  }];
  let arguments = (ins Norm_Tensor:$x, OptionalAttr<I64Attr>:$block, F32Attr:$floor);
  let results = (outs Norm_QuantizedTensor:$result, Norm_F32Tensor:$scale);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Norm_BlockScaleOp : Norm_Op<"block_scale"> {
  let summary = "for each block of a row the scale that makes it fit a range";
  let description = [{
    `max(max(|x|), floor) / largest` over each `block` elements of the last axis, in f32: what
    `norm.dynamic_quantize` computes first.

    Constraints:
    - `block_scale_c1`: x has rank 1 or more and a static last axis of at least 1.
    - `block_scale_c2`: block is 16, 32, 64, 128 or 256 and divides the last axis.
    - `block_scale_c3`: the result has the shape of x, but as many elements in the last axis as
      there are blocks.

    Example:
    ```mlir
    %s = norm.block_scale %x {block = 128 : i64, floor = 1.0e-10 : f32, largest = 448.0 : f32}
        : (tensor<?x4096xbf16>) -> tensor<?x32xf32>
    ```
  }];
  let arguments = (ins Norm_Tensor:$x, I64Attr:$block, F32Attr:$floor, F32Attr:$largest);
  let results = (outs Norm_F32Tensor:$result);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Norm_RepeatOp : Norm_Op<"repeat"> {
  let summary = "each element of the last axis several times in a row";
  let description = [{
    `result[..., i] = x[..., i floordiv k]`, with k the quotient of the last axes: block scales
    as a row of their blocks' length.

    Constraints:
    - `repeat_c1`: the result has the element type and the shape of x, but a static last axis that
      is a multiple of that of x, static and at least 1.

    Example:
    ```mlir
    %r = norm.repeat %s : (tensor<?x32xf32>) -> tensor<?x4096xf32>
    ```
  }];
  let arguments = (ins Norm_Tensor:$x);
  let results = (outs Norm_Tensor:$result);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// How often each element stands in the result.
    int64_t getCount() {
      return getType().getShape().back() / getX().getType().getShape().back();
    }
  }];
}

//===----------------------------------------------------------------------===//
// Views: which elements stand where; no data moves by them
//===----------------------------------------------------------------------===//

class Norm_ViewOp<string mnemonic> : Norm_Op<mnemonic, [SameOperandsAndResultElementType]> {
  let results = (outs Norm_AnyTensor:$result);
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Norm_SliceOp : Norm_ViewOp<"slice"> {
  let summary = "every so many elements of each axis, from an offset on";
  let description = [{
    `result[i, j, ...] = x[offsets[0] + i * strides[0], offsets[1] + j * strides[1], ...]`.
    The type of the result says how many elements of each axis are taken.

    Constraints:
    - `slice_c1`: the result has the rank of x; offsets and strides have one entry for
      each axis.
    - `slice_c2`: offsets are at least 0, strides at least 1.
    - `slice_c3`: an axis that is dynamic in the result is so in x and taken whole, with
      offset 0 and stride 1.
    - `slice_c4`: what is taken of an axis lies within it (of a dynamic axis of x, at
      launch).

    Example:
    ```mlir
    %k = norm.slice %qkv offsets = [0, 3072] strides = [1, 1]
        : (tensor<?x9216xbf16>) -> tensor<?x3072xbf16>
    ```
  }];
  let arguments = (ins Norm_AnyTensor:$x, DenseI64ArrayAttr:$offsets, DenseI64ArrayAttr:$strides);
  let assemblyFormat = [{
    $x `offsets` `=` $offsets `strides` `=` $strides attr-dict `:` functional-type(operands, results)
  }];
}

def Norm_ConcatOp : Norm_ViewOp<"concat"> {
  let summary = "tensors one after the other along an axis";
  let description = [{
    The first elements of the result along `axis` are those of the first operand, the
    next those of the second, and so on.

    Constraints:
    - `concat_c1`: axis is at least 0 and less than the rank.
    - `concat_c2`: there is an operand; all have one rank, and one extent along each
      other axis.
    - `concat_c3`: the result has these extents and, along axis, the sum: dynamic where
      an operand is, else less than 2^63.

    Example:
    ```mlir
    %h = norm.concat %text, %image axis = 1
        : (tensor<?x512x64xbf16>, tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
    ```
  }];
  let arguments = (ins Variadic<Norm_AnyTensor>:$operands, I64Attr:$axis);
  let assemblyFormat = [{
    $operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)
  }];
}

def Norm_ReshapeOp : Norm_ViewOp<"reshape"> {
  let summary = "the same elements in row-major order, with static axes split or merged";
  let description = [{
    A dynamic axis passes through: the first of x is the first of the result, and so on.
    The static axes before, between and after them are split or merged among themselves.

    Constraints:
    - `reshape_c1`: x and the result have the same number of dynamic axes.
    - `reshape_c2`: the static extents before the first dynamic axis have the same
      product, less than 2^63, in x and in the result, and so have those between each two
      and those after the last.

    Example:
    ```mlir
    %heads = norm.reshape %x : (tensor<?x3072xbf16>) -> tensor<?x24x128xbf16>
    ```
  }];
  let arguments = (ins Norm_AnyTensor:$x);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

def Norm_TransposeOp : Norm_ViewOp<"transpose"> {
  let summary = "the axes in another order";
  let description = [{
    Axis i of the result is axis `permutation[i]` of x.

    Constraints:
    - `transpose_c1`: permutation names each axis of x once.
    - `transpose_c2`: each axis of the result has the extent of its axis of x.

    Example:
    ```mlir
    %heads = norm.transpose %x permutation = [0, 2, 1, 3]
        : (tensor<?x?x24x128xbf16>) -> tensor<?x24x?x128xbf16>
    ```
  }];
  let arguments = (ins Norm_AnyTensor:$x, DenseI64ArrayAttr:$permutation);
  let assemblyFormat = [{
    $x `permutation` `=` $permutation attr-dict `:` functional-type(operands, results)
  }];
}

def Norm_GatherOp : Norm_Op<"gather"> {
  let summary = "rows of a table, chosen by indices";
  let description = [{
    `result[i..., j...] = table[index[i...], j...]`. No data moves by it: what reads the result
    reads the table's rows. Indices are from 0 to less than the first extent of the table; that
    they are is for the caller to see to (the emulator and the reference say where they are not).

    Constraints:
    - `gather_c1`: table has rank 1 or more.
    - `gather_c2`: the result has the element type of table, the axes of index and then those of
      table without its first.

    Example:
    ```mlir
    %scale = norm.gather %table, %index
        : (tensor<?x4096xbf16>, tensor<?x?xi32>) -> tensor<?x?x4096xbf16>
    ```
  }];
  let arguments = (ins Norm_AnyTensor:$table, Norm_IndexTensor:$index);
  let results = (outs Norm_AnyTensor:$result);
  let assemblyFormat = "$table `,` $index attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Sugar: gone after the norm phase
//===----------------------------------------------------------------------===//

// The rules that the four share; NormOps.cpp checks them once, under each op's name.
class Norm_SugarOp<string mnemonic> : Norm_Op<mnemonic> {
  let results = (outs Norm_Tensor:$result);
  let hasVerifier = 1;
}

def Norm_ScaleOp : Norm_SugarOp<"scale"> {
  let summary = "x * s, with s broadcast along the axes it lacks";
  let description = [{
    The step is computed in the widest element type P of the operands (f32 where
    f16 meets bf16) and rounds to P; a narrower result rounds once more.

    Constraints:
    - `scale_c1`: s broadcasts to x by dims (as in `norm.broadcast`).
    - `scale_c2`: the result has the shape of x.
    - `scale_c3`: the result's element type is P or narrower.

    Example:
    ```mlir
    %y = norm.scale %x, %s dims = [0, 2]
        : (tensor<?x?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x?x64xbf16>
    ```
  }];
  let arguments = (ins Norm_Tensor:$x, Norm_Tensor:$s, DenseI64ArrayAttr:$dims);
  let assemblyFormat = [{
    $x `,` $s `dims` `=` $dims attr-dict `:` functional-type(operands, results)
  }];
}

def Norm_ShiftOp : Norm_SugarOp<"shift"> {
  let summary = "x + t, with t broadcast along the axes it lacks";
  let description = [{
    Rounds as `norm.scale` does.

    Constraints:
    - `shift_c1`: t broadcasts to x by dims (as in `norm.broadcast`).
    - `shift_c2`: the result has the shape of x.
    - `shift_c3`: the result's element type is P or narrower.

    Example:
    ```mlir
    %y = norm.shift %x, %t dims = [1] : (tensor<?x64xf16>, tensor<64xf16>) -> tensor<?x64xf16>
    ```
  }];
  let arguments = (ins Norm_Tensor:$x, Norm_Tensor:$t, DenseI64ArrayAttr:$dims);
  let assemblyFormat = [{
    $x `,` $t `dims` `=` $dims attr-dict `:` functional-type(operands, results)
  }];
}

def Norm_ModulateOp : Norm_SugarOp<"modulate"> {
  let summary = "x * (1 + scale) + shift, each step rounded";
  let description = [{
    In the widest element type P of the operands (f32 where f16 meets bf16):

    ```
    f = round_P(1 + scale)
    p = round_P(x * f)
    result = round(round_P(p + shift))
    ```

    Constraints:
    - `modulate_c1`: scale and shift broadcast to x by dims (as in `norm.broadcast`).
    - `modulate_c2`: the result has the shape of x.
    - `modulate_c3`: the result's element type is P or narrower.

    Example:
    ```mlir
    %y = norm.modulate %x, %scale, %shift dims = [0, 2]
        : (tensor<?x?x64xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x?x64xbf16>
    ```
  }];
  let arguments = (ins Norm_Tensor:$x, Norm_Tensor:$scale, Norm_Tensor:$shift,
                       DenseI64ArrayAttr:$dims);
  let assemblyFormat = [{
    $x `,` $scale `,` $shift `dims` `=` $dims attr-dict `:` functional-type(operands, results)
  }];
}

def Norm_GateOp : Norm_SugarOp<"gate"> {
  let summary = "residual + g * x, each step rounded";
  let description = [{
    In the widest element type P of the operands (f32 where f16 meets bf16):

    ```
    p = round_P(g * x)
    result = round(round_P(residual + p))
    ```

    Constraints:
    - `gate_c1`: g broadcasts to x by dims (as in `norm.broadcast`); residual has the
      shape of x.
    - `gate_c2`: the result has the shape of x.
    - `gate_c3`: the result's element type is P or narrower.

    Example:
    ```mlir
    %h = norm.gate %residual, %g, %x dims = [0, 2]
        : (tensor<?x?x64xbf16>, tensor<?x64xbf16>, tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
    ```
  }];
  let arguments = (ins Norm_Tensor:$residual, Norm_Tensor:$g, Norm_Tensor:$x,
                       DenseI64ArrayAttr:$dims);
  let assemblyFormat = [{
    $residual `,` $g `,` $x `dims` `=` $dims attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Functions of one number: f32 inside, one rounding
//===----------------------------------------------------------------------===//

class Norm_UnaryOp<string mnemonic>
    : Norm_Op<mnemonic, [Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins Norm_Value:$x);
  let results = (outs Norm_Value:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def Norm_SigmoidOp : Norm_UnaryOp<"sigmoid"> {
  let summary = "1 / (1 + exp(-x))";
  let description = [{
    At most 2 ulp in f32, then one rounding.

    Example:
    ```mlir
    %y = norm.sigmoid %x : tensor<?x64xbf16>
    ```
  }];
}

def Norm_SiluOp : Norm_UnaryOp<"silu"> {
  let summary = "x * sigmoid(x)";
  let description = [{
    At most 2 ulp in f32, then one rounding. NaN at -inf, as in torch.

    Example:
    ```mlir
    %y = norm.silu %x : tensor<?x64xbf16>
    ```
  }];
}

def Norm_GeluOp : Norm_Op<"gelu", [Elementwise, SameOperandsAndResultType]> {
  let summary = "x times the normal distribution function of x, exact or by tanh";
  let description = [{
    `<erf>`: `x/2 * (1 + erf(x / sqrt(2)))`;
    `<tanh>`: `x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3)))`. At most 2 ulp in
    f32 of the named formula, then one rounding. NaN at -inf, as in torch.

    Example:
    ```mlir
    %y = norm.gelu <tanh> %x : tensor<?x64xbf16>
    ```
  }];
  let arguments = (ins Norm_GeluKindAttr:$approximate, Norm_Value:$x);
  let results = (outs Norm_Value:$result);
  let assemblyFormat = "$approximate $x attr-dict `:` type($x)";
}

def Norm_ExpOp : Norm_UnaryOp<"exp"> {
  let summary = "e to the x";
  let description = [{
    At most 2 ulp in f32, subnormal results kept, then one rounding.

    Example:
    ```mlir
    %y = norm.exp %x : tensor<?x64xf32>
    ```
  }];
}

def Norm_TanhOp : Norm_UnaryOp<"tanh"> {
  let summary = "the hyperbolic tangent";
  let description = [{
    At most 2 ulp in f32, then one rounding.

    Example:
    ```mlir
    %y = norm.tanh %x : tensor<?x64xf32>
    ```
  }];
}

def Norm_ErfOp : Norm_UnaryOp<"erf"> {
  let summary = "the error function";
  let description = [{
    At most 2 ulp in f32, then one rounding.

    Example:
    ```mlir
    %y = norm.erf %x : tensor<?x64xf32>
    ```
  }];
}

def Norm_RsqrtOp : Norm_UnaryOp<"rsqrt"> {
  let summary = "one over the square root, correctly rounded in f32";
  let description = [{
    Then one rounding to the element type.

    Example:
    ```mlir
    %y = norm.rsqrt %x : tensor<?x64xf32>
    ```
  }];
}

// Rotary embedding, and what tells columns apart.
include "Norm/ColumnOps.td"

#endif // NORMC_NORM_OPS_TD
