//===- ColumnOps.td - ops that tell columns apart -------------*- tablegen -*-===//
//
// The column of an element is its place in the last axis. Rotary embedding, and what it is
// made of. Included by NormOps.td; the constraints stand again in ColumnOps.cpp and in
// test/Dialect/Norm/invalid-columns.mlir.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_COLUMN_OPS_TD
#define NORMC_COLUMN_OPS_TD

def Norm_RotateOp : Norm_Op<"rotate", [SameOperandsAndResultType]> {
  let summary = "turns pairs of columns by a right angle";
  let description = [{
    Of each `width` columns the first `rotary_dim` (all, where it is not given) are turned, the
    others stay as they are:

    ```
    <half_split>   (x, y), each rotary_dim / 2 columns, becomes (-y, x)
    <interleaved>  each two columns (x, y) become (-y, x)
    ```

    Nothing is rounded; the sign of a NaN means nothing.

    Constraints:
    - `rotate_c1`: x has rank 1 or more and a static last axis, which width divides.
    - `rotate_c2`: rotary_dim, or width without it, is even, at least 2 and at most width.

    Example:
    ```mlir
    %r = norm.rotate <half_split> %x {width = 128 : i64}
        : tensor<?x24x128xbf16>
    ```
  }];
  let arguments = (ins Norm_RotaryStyleAttr:$style, Norm_Tensor:$x, I64Attr:$width,
                       OptionalAttr<I64Attr>:$rotary_dim);
  let results = (outs Norm_Tensor:$result);
  let assemblyFormat = "$style $x attr-dict `:` type($x)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The columns of each width that are turned.
    int64_t getTurned() { return getRotaryDim().value_or(getWidth()); }
  }];
}

def Norm_SelectColumnsOp : Norm_Op<"select_columns", [SameOperandsAndResultType]> {
  let summary = "some columns of one tensor, the others of another";
  let description = [{
    Of each `width` columns the first `size` are those of a, the others those of b.

    Constraints:
    - `select_columns_c1`: a has rank 1 or more and a static last axis, which width divides.
    - `select_columns_c2`: size is at least 1 and less than width.

    Example:
    ```mlir
    %y = norm.select_columns %a, %b {width = 96 : i64, size = 64 : i64} : tensor<?x24x96xbf16>
    ```
  }];
  let arguments = (ins Norm_Tensor:$a, Norm_Tensor:$b, I64Attr:$width, I64Attr:$size);
  let results = (outs Norm_Tensor:$result);
  let assemblyFormat = "$a `,` $b attr-dict `:` type($a)";
  let hasVerifier = 1;
}

def Norm_ColumnsOp : Norm_ViewOp<"columns"> {
  let summary = "the columns that a map names, one may stand several times";
  let description = [{
    `result[..., c] = x[..., map(c)]`: a view, as `norm.slice` is.

    Constraints:
    - `columns_c1`: x and the result have rank 1 or more, one shape but for the last axis, and
      that static, at most 1048576 in the result.
    - `columns_c2`: the map is from one column to one, by sums, products, floordiv and mod.
    - `columns_c3`: each column of the result is one of x.

    Example:
    ```mlir
    %t = norm.columns %half map = affine_map<(d0) -> (d0 floordiv 2)>
        : (tensor<?x64xf32>) -> tensor<?x128xf32>
    ```
  }];
  let arguments = (ins Norm_Tensor:$x, AffineMapAttr:$map);
  let assemblyFormat = "$x `map` `=` $map attr-dict `:` functional-type(operands, results)";
}

def Norm_RopeOp : Norm_Op<"rope"> {
  let summary = "rotary embedding: x * cos + rotate(x) * sin";
  let description = [{
    Sugar. `dims[i]` is the axis of x that axis i of the tables is, the last that of the columns. Of
    each `width` columns of x (all, where it is not given) the first `rotary_dim` (all of them)
    are turned as `norm.rotate` turns them, by column i of the tables; the others are x, rounded
    to the type of the result alone. A table of half as many columns has one a pair: `<half_split>`
    repeats it, `<interleaved>` has each column twice. In the widest element type P of the operands
    (f32 where f16 meets bf16):

    ```
    p = round_P(x * cos)
    q = round_P(rotate(x) * sin)
    result = round(round_P(p + q))
    ```

    Constraints:
    - `rope_c1`: x has rank 1 or more and a static last axis, which width divides.
    - `rope_c2`: rotary_dim, or width without it, is even, at least 2 and at most width.
    - `rope_c3`: cos and sin are of one type, with rotary_dim columns or half as many.
    - `rope_c4`: dims broadcast the tables to x (as in `norm.broadcast`), and name its last axis
      last.
    - `rope_c5`: the result has the shape of x.
    - `rope_c6`: the result's element type is P or narrower.

    Example:
    ```mlir
    %y = norm.rope <interleaved> %x, %cos, %sin dims = [1, 3]
        : (tensor<?x?x24x128xbf16>, tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x?x24x128xbf16>
    ```
  }];
  let arguments = (ins Norm_RotaryStyleAttr:$style, Norm_Tensor:$x, Norm_Tensor:$cos,
                       Norm_Tensor:$sin, DenseI64ArrayAttr:$dims, OptionalAttr<I64Attr>:$width,
                       OptionalAttr<I64Attr>:$rotary_dim);
  let results = (outs Norm_Tensor:$result);
  let assemblyFormat = [{
    $style $x `,` $cos `,` $sin `dims` `=` $dims attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The columns of a head.
    int64_t getHeadWidth() { return getWidth().value_or(getX().getType().getShape().back()); }
    /// Those of each head that are turned.
    int64_t getTurned() { return getRotaryDim().value_or(getHeadWidth()); }
    /// Whether the tables have one column a pair.
    bool hasHalfTables() { return getCos().getType().getShape().back() != getTurned(); }
  }];
}

#endif // NORMC_COLUMN_OPS_TD
