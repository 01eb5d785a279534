// Functions for sweep_views.sh: ROW stands for the row length, HEADS for three rows, PACKED for nine,
// ODD for two rows and five elements, bf16 for the element type.

// Query and key of a packed tensor, the key's heads merged again.
func.func @packed(%qkv: tensor<?x?xPACKEDxbf16>, %wq: tensor<ROWxbf16>, %wk: tensor<ROWxbf16>)
    -> (tensor<?x?x3xROWxbf16>, tensor<?x?xHEADSxbf16>) attributes {norm.dims = ["B", "S"]} {
  %q = norm.slice %qkv offsets = [0, 0, 0] strides = [1, 1, 1]
      : (tensor<?x?xPACKEDxbf16>) -> tensor<?x?xHEADSxbf16>
  %k = norm.slice %qkv offsets = [0, 0, HEADS] strides = [1, 1, 1]
      : (tensor<?x?xPACKEDxbf16>) -> tensor<?x?xHEADSxbf16>
  %qh = norm.reshape %q : (tensor<?x?xHEADSxbf16>) -> tensor<?x?x3xROWxbf16>
  %kh = norm.reshape %k : (tensor<?x?xHEADSxbf16>) -> tensor<?x?x3xROWxbf16>
  %qn = norm.rms_norm %qh weight %wq {eps = 1.0e-6 : f32}
      : (tensor<?x?x3xROWxbf16>, tensor<ROWxbf16>) -> tensor<?x?x3xROWxbf16>
  %kn = norm.rms_norm %kh weight %wk {eps = 1.0e-6 : f32}
      : (tensor<?x?x3xROWxbf16>, tensor<ROWxbf16>) -> tensor<?x?x3xROWxbf16>
  %km = norm.reshape %kn : (tensor<?x?x3xROWxbf16>) -> tensor<?x?xHEADSxbf16>
  return %qn, %km : tensor<?x?x3xROWxbf16>, tensor<?x?xHEADSxbf16>
}

// Windows that start at odd places, of rows of an odd length.
func.func @odd_starts(%x: tensor<?x?xODDxbf16>, %mod: tensor<?xODDxbf16>)
    -> tensor<?x?xROWxbf16> attributes {norm.dims = ["B", "S"]} {
  %a = norm.slice %x offsets = [0, 0, 3] strides = [1, 1, 1]
      : (tensor<?x?xODDxbf16>) -> tensor<?x?xROWxbf16>
  %s = norm.slice %mod offsets = [0, 1] strides = [1, 1]
      : (tensor<?xODDxbf16>) -> tensor<?xROWxbf16>
  %t = norm.slice %mod offsets = [0, 5] strides = [1, 1]
      : (tensor<?xODDxbf16>) -> tensor<?xROWxbf16>
  %n = norm.layer_norm %a {eps = 1.0e-6 : f32} : (tensor<?x?xROWxbf16>) -> tensor<?x?xROWxbf16>
  %y = norm.modulate %n, %s, %t dims = [0, 2]
      : (tensor<?x?xROWxbf16>, tensor<?xROWxbf16>, tensor<?xROWxbf16>) -> tensor<?x?xROWxbf16>
  return %y : tensor<?x?xROWxbf16>
}

// [B, H, S, D] read, and returned as it is, transposed and merged.
func.func @transposed(%x: tensor<?x3x?xROWxbf16>)
    -> (tensor<?x3x?xROWxbf16>, tensor<?x?x3xROWxbf16>, tensor<?x?xHEADSxbf16>)
    attributes {norm.dims = ["B", "S"]} {
  %y = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x3x?xROWxbf16>) -> tensor<?x3x?xROWxbf16>
  %t = norm.transpose %y permutation = [0, 2, 1, 3]
      : (tensor<?x3x?xROWxbf16>) -> tensor<?x?x3xROWxbf16>
  %m = norm.reshape %t : (tensor<?x?x3xROWxbf16>) -> tensor<?x?xHEADSxbf16>
  return %y, %t, %m : tensor<?x3x?xROWxbf16>, tensor<?x?x3xROWxbf16>, tensor<?x?xHEADSxbf16>
}

// The same the other way: rows (b, h, s) of [B, S, H D].
func.func @to_heads(%x: tensor<?x?xHEADSxbf16>, %w: tensor<ROWxbf16>)
    -> tensor<?x3x?xROWxbf16> attributes {norm.dims = ["B", "S"]} {
  %h = norm.reshape %x : (tensor<?x?xHEADSxbf16>) -> tensor<?x?x3xROWxbf16>
  %t = norm.transpose %h permutation = [0, 2, 1, 3]
      : (tensor<?x?x3xROWxbf16>) -> tensor<?x3x?xROWxbf16>
  %y = norm.rms_norm %t weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x3x?xROWxbf16>, tensor<ROWxbf16>) -> tensor<?x3x?xROWxbf16>
  return %y : tensor<?x3x?xROWxbf16>
}

// Parts of an axis before the last: the first four of nine do not walk it whole.
func.func @parts(%x: tensor<?x?xPACKEDxbf16>) -> (tensor<?x?x4xROWxbf16>, tensor<?x?x4xROWxbf16>)
    attributes {norm.dims = ["B", "S"]} {
  %h = norm.reshape %x : (tensor<?x?xPACKEDxbf16>) -> tensor<?x?x9xROWxbf16>
  %a = norm.slice %h offsets = [0, 0, 0, 0] strides = [1, 1, 1, 1]
      : (tensor<?x?x9xROWxbf16>) -> tensor<?x?x4xROWxbf16>
  %b = norm.slice %h offsets = [0, 0, 1, 0] strides = [1, 1, 2, 1]
      : (tensor<?x?x9xROWxbf16>) -> tensor<?x?x4xROWxbf16>
  %y = norm.rms_norm %a {eps = 1.0e-6 : f32} : (tensor<?x?x4xROWxbf16>) -> tensor<?x?x4xROWxbf16>
  %z = norm.rms_norm %b {eps = 1.0e-6 : f32} : (tensor<?x?x4xROWxbf16>) -> tensor<?x?x4xROWxbf16>
  return %y, %z : tensor<?x?x4xROWxbf16>, tensor<?x?x4xROWxbf16>
}

func.func @parts_of_argument(%x: tensor<?x?x9xROWxbf16>) -> tensor<?x?x4xROWxbf16>
    attributes {norm.dims = ["B", "S"]} {
  %a = norm.slice %x offsets = [0, 0, 0, 0] strides = [1, 1, 1, 1]
      : (tensor<?x?x9xROWxbf16>) -> tensor<?x?x4xROWxbf16>
  %y = norm.rms_norm %a {eps = 1.0e-6 : f32} : (tensor<?x?x4xROWxbf16>) -> tensor<?x?x4xROWxbf16>
  return %y : tensor<?x?x4xROWxbf16>
}

// Row axes that only divisions take from one shape to the other.
func.func @regrouped(%x: tensor<?x?x4x6xROWxbf16>) -> (tensor<?x?x3x8xROWxbf16>, tensor<?x?x24xROWxbf16>)
    attributes {norm.dims = ["B", "S"]} {
  %h = norm.reshape %x : (tensor<?x?x4x6xROWxbf16>) -> tensor<?x?x3x8xROWxbf16>
  %y = norm.rms_norm %h {eps = 1.0e-6 : f32} : (tensor<?x?x3x8xROWxbf16>) -> tensor<?x?x3x8xROWxbf16>
  %m = norm.reshape %y : (tensor<?x?x3x8xROWxbf16>) -> tensor<?x?x24xROWxbf16>
  return %y, %m : tensor<?x?x3x8xROWxbf16>, tensor<?x?x24xROWxbf16>
}

// Elementwise work before views; the rows of one number as another result.
func.func @computed(%x: tensor<?x?xHEADSxbf16>, %w: tensor<HEADSxbf16>)
    -> (tensor<?x?x3xROWxbf16>, tensor<?x3x?xf32>) attributes {norm.dims = ["B", "S"]} {
  %g = norm.scale %x, %w dims = [2]
      : (tensor<?x?xHEADSxbf16>, tensor<HEADSxbf16>) -> tensor<?x?xHEADSxbf16>
  %s = norm.silu %g : tensor<?x?xHEADSxbf16>
  %h = norm.reshape %s : (tensor<?x?xHEADSxbf16>) -> tensor<?x?x3xROWxbf16>
  %q = norm.sum_squares %h : tensor<?x?x3xROWxbf16> -> tensor<?x?x3xf32>
  %y = norm.rms_norm %h {eps = 1.0e-6 : f32} : (tensor<?x?x3xROWxbf16>) -> tensor<?x?x3xROWxbf16>
  %t = norm.transpose %q permutation = [0, 2, 1] : (tensor<?x?x3xf32>) -> tensor<?x3x?xf32>
  return %y, %t : tensor<?x?x3xROWxbf16>, tensor<?x3x?xf32>
}
