// Rotary embedding in row programs. ROW columns a row, HEAD of a head, TURNED of them turned, by
// tables of TABLE columns; STYLE; bf16 for the element type of x, COLUMN for that of the tables.
func.func @head_norm(%x: tensor<?x?x3xROWxbf16>, %w: tensor<ROWxbf16>, %cos: tensor<?xTABLExCOLUMN>, %sin: tensor<?xTABLExCOLUMN>)
    -> tensor<?x?x3xROWxbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x3xROWxbf16>, tensor<ROWxbf16>) -> tensor<?x?x3xROWxbf16>
  %y = norm.rope <STYLE> %n, %cos, %sin dims = [1, 3] {width = HEAD : i64, rotary_dim = TURNED : i64}
      : (tensor<?x?x3xROWxbf16>, tensor<?xTABLExCOLUMN>, tensor<?xTABLExCOLUMN>) -> tensor<?x?x3xROWxbf16>
  return %y : tensor<?x?x3xROWxbf16>
}

// Before a reduction and after it, so that rows that are read again are turned again, and stored
// in between; the tables as [B, S, TABLE].
func.func @before_norm(%x: tensor<?x?xROWxbf16>, %cos: tensor<?x?xTABLExCOLUMN>, %sin: tensor<?x?xTABLExCOLUMN>)
    -> (tensor<?x?xROWxbf16>, tensor<?x?xROWxbf16>) attributes {norm.dims = ["B", "S"]} {
  %y = norm.rope <STYLE> %x, %cos, %sin dims = [0, 1, 2] {width = HEAD : i64, rotary_dim = TURNED : i64}
      : (tensor<?x?xROWxbf16>, tensor<?x?xTABLExCOLUMN>, tensor<?x?xTABLExCOLUMN>) -> tensor<?x?xROWxbf16>
  %n = norm.layer_norm %y {eps = 1.0e-6 : f32} : (tensor<?x?xROWxbf16>) -> tensor<?x?xROWxbf16>
  %z = norm.rotate <STYLE> %n {width = HEAD : i64, rotary_dim = TURNED : i64} : tensor<?x?xROWxbf16>
  return %y, %z : tensor<?x?xROWxbf16>, tensor<?x?xROWxbf16>
}

// Nothing but the embedding, in place of its argument.
func.func @in_place(%x: tensor<?x?xROWxbf16>, %cos: tensor<?xTABLExCOLUMN>, %sin: tensor<?xTABLExCOLUMN>)
    -> (tensor<?x?xROWxbf16> {norm.in_place = "x"}) attributes {norm.dims = ["B", "S"]} {
  %y = norm.rope <STYLE> %x, %cos, %sin dims = [1, 2] {width = HEAD : i64, rotary_dim = TURNED : i64}
      : (tensor<?x?xROWxbf16>, tensor<?xTABLExCOLUMN>, tensor<?xTABLExCOLUMN>) -> tensor<?x?xROWxbf16>
  return %y : tensor<?x?xROWxbf16>
}
