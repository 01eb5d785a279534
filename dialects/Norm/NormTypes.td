//===- NormTypes.td - the element, tensor and row types -------*- tablegen -*-===//
//
// Type constraints shared by the ops: which elements, tensors and rows exist.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_NORM_TYPES_TD
#define NORMC_NORM_TYPES_TD

include "Norm/NormDialect.td"
include "mlir/IR/EnumAttr.td"

def Norm_Float : AnyTypeOf<[F32, F16, BF16], "f32, f16 or bf16">;
def Norm_Tensor : RankedTensorOf<[Norm_Float]>;
def Norm_F32Tensor : RankedTensorOf<[F32]>;

// Quantised numbers are stored and moved; arithmetic is on what they are converted to.
def Norm_Quantized : AnyTypeOf<[F8E4M3FN, F8E5M2, I8], "f8E4M3FN, f8E5M2 or i8">;
def Norm_QuantizedTensor : RankedTensorOf<[Norm_Quantized]>;
def Norm_Element : AnyTypeOf<[F32, F16, BF16, F8E4M3FN, F8E5M2, I8],
                             "f32, f16, bf16, f8E4M3FN, f8E5M2 or i8">;
// Places in another tensor.
def Norm_Index : AnyTypeOf<[I32, I64], "i32 or i64">;
def Norm_IndexTensor : RankedTensorOf<[Norm_Index]>;
def Norm_AnyTensor : RankedTensorOf<[Norm_Element]>;

// On a graph a tensor; in a row program also one number of the row.
def Norm_Value : AnyTypeOf<[Norm_Tensor, Norm_Float],
                           "a tensor or scalar of f32, f16 or bf16">;
def Norm_F32Value : AnyTypeOf<[Norm_F32Tensor, F32], "a tensor or scalar of f32">;
def Norm_QuantizedValue : AnyTypeOf<[Norm_QuantizedTensor, Norm_Quantized],
                                    "a tensor or scalar of f8E4M3FN, f8E5M2 or i8">;
def Norm_AnyValue : AnyTypeOf<[Norm_AnyTensor, Norm_Element],
                              "a tensor or scalar of f32, f16, bf16, f8E4M3FN, f8E5M2 or i8">;

def Norm_ReduceAdd : I32EnumAttrCase<"add", 0>;
def Norm_ReduceMul : I32EnumAttrCase<"mul", 1>;
def Norm_ReduceMax : I32EnumAttrCase<"max", 2>;
def Norm_ReduceMin : I32EnumAttrCase<"min", 3>;
def Norm_ReduceKind : I32EnumAttr<"ReduceKind", "how a reduction combines two elements",
    [Norm_ReduceAdd, Norm_ReduceMul, Norm_ReduceMax, Norm_ReduceMin]> {
  let cppNamespace = "::normc::norm";
  let genSpecializedAttr = 0;
}
def Norm_ReduceKindAttr : EnumAttr<Norm_Dialect, Norm_ReduceKind, "reduce_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def Norm_GeluErf : I32EnumAttrCase<"erf", 0>;
def Norm_GeluTanh : I32EnumAttrCase<"tanh", 1>;
def Norm_GeluKind : I32EnumAttr<"GeluKind", "which definition of gelu",
    [Norm_GeluErf, Norm_GeluTanh]> {
  let cppNamespace = "::normc::norm";
  let genSpecializedAttr = 0;
}
def Norm_GeluKindAttr : EnumAttr<Norm_Dialect, Norm_GeluKind, "gelu_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def Norm_L2AddEps : I32EnumAttrCase<"add_eps", 0>;
def Norm_L2MaxEps : I32EnumAttrCase<"max_eps", 1>;
def Norm_L2Kind : I32EnumAttr<"L2Kind", "how eps keeps l2_norm from a division by zero",
    [Norm_L2AddEps, Norm_L2MaxEps]> {
  let cppNamespace = "::normc::norm";
  let genSpecializedAttr = 0;
}
def Norm_L2KindAttr : EnumAttr<Norm_Dialect, Norm_L2Kind, "l2_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def Norm_RotaryHalfSplit : I32EnumAttrCase<"half_split", 0>;
def Norm_RotaryInterleaved : I32EnumAttrCase<"interleaved", 1>;
def Norm_RotaryStyle : I32EnumAttr<"RotaryStyle", "which columns a rotation pairs",
    [Norm_RotaryHalfSplit, Norm_RotaryInterleaved]> {
  let cppNamespace = "::normc::norm";
  let genSpecializedAttr = 0;
}
def Norm_RotaryStyleAttr : EnumAttr<Norm_Dialect, Norm_RotaryStyle, "rotary_style"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // NORMC_NORM_TYPES_TD
