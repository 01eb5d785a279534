"""Writes a package by hand, from the description in lib/Launch/README.md alone.

usage: make_package.py OUT [--chip sm_90] [--no-wait] [--ptx TEXT-FILE]
"""

import argparse
import json
import struct
import zlib

parser = argparse.ArgumentParser()
parser.add_argument("out")
parser.add_argument("--chip", default="sm_90")
parser.add_argument("--no-wait", action="store_true")
parser.add_argument("--ptx")
args = parser.parse_args()

# scale(x : f32 [s0, 64], alpha : f32) -> y : f32 [s0, 64], four rows a CTA of 32 threads a row
ptx = f""".version 8.0
.target {args.chip}
.address_size 64
.visible .entry scale_f32_n64_misaligned(.param .u64 x, .param .u64 x_stride, .param .f32 alpha,
                                         .param .u64 y, .param .u64 y_stride, .param .u64 s0)
.reqntid 32, 4, 1
{{
  .reg .pred %out;
  .reg .b32 %i, %k;
  .reg .b64 %row, %rows, %xp, %yp, %xs, %ys, %a, %t;
  .reg .f32 %v, %w, %alpha;
  mov.u32 %i, %ctaid.x;
  shl.b32 %i, %i, 2;
  mov.u32 %k, %tid.y;
  add.u32 %i, %i, %k;
  cvt.u64.u32 %row, %i;
  ld.param.u64 %rows, [s0];
  setp.ge.u64 %out, %row, %rows;
  @%out ret;
  ld.param.u64 %xp, [x];
  ld.param.u64 %xs, [x_stride];
  ld.param.u64 %yp, [y];
  ld.param.u64 %ys, [y_stride];
  ld.param.f32 %alpha, [alpha];
  mov.u32 %k, %tid.x;
  mul.wide.u32 %t, %k, 4;
  mul.lo.u64 %a, %row, %xs;
  shl.b64 %a, %a, 2;
  add.u64 %a, %a, %t;
  add.u64 %xp, %xp, %a;
  mul.lo.u64 %a, %row, %ys;
  shl.b64 %a, %a, 2;
  add.u64 %a, %a, %t;
  add.u64 %yp, %yp, %a;
  ld.global.f32 %v, [%xp];
  ld.global.f32 %w, [%xp+128];
  mul.rn.f32 %v, %v, %alpha;
  mul.rn.f32 %w, %w, %alpha;
  st.global.f32 [%yp], %v;
  st.global.f32 [%yp+128], %w;
  ret;
}}
""".encode()
if args.ptx:
    ptx = open(args.ptx, "rb").read()


def tensor(name):
    return {"name": name, "kind": "tensor", "type": "f32", "sizes": ["s0", 64]}


kernel = {
    "name": "scale_f32_n64_misaligned",
    "variant": "misaligned",
    "in_place": False,
    "max_ctas": 0,
    "collapsed": False,
    "alignments": [4, 4],
    "grid": {"ceildiv": ["s0", 4]},
    "block": [32, 4],
    "parameters": [
        {"pointer": 0},
        {"stride": [0, 0]},
        {"number": 1},
        {"pointer": 2},
        {"stride": [2, 0]},
        {"size": "s0"},
    ],
}
header = {
    "format": 3,
    "compiler": "0.1.0",
    "functions": [
        {
            "name": "scale",
            "law": "strict",
            "dimensions": 1,
            "arguments": [tensor("x"), {"name": "alpha", "kind": "number", "type": "f32"}],
            "results": [tensor("y")],
            "temporaries": [],
            "windows": [],
        }
    ],
    "chips": [
        {
            "chip": args.chip,
            "waits": not args.no_wait,
            "blobs": [{"kind": "ptx", "offset": 0, "size": len(ptx), "crc32": zlib.crc32(ptx)}],
            "functions": {
                "scale": {
                    "launches": [
                        {"rows": ["s0"], "part_axes": [], "tensors": [0, 2], "collapsible": [0, 0],
                         "bytes": {"mul": ["s0", 512]}, "in_place": [], "kernels": [kernel]}
                    ]
                }
            },
        }
    ],
}
text = json.dumps(header).encode()
with open(args.out, "wb") as file:
    file.write(b"NORMC001" + struct.pack("<Q", len(text)) + text + ptx)
