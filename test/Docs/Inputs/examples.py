"""Feeds the example of each op of a dialect to normc-opt.

usage: examples.py <normc-opt> <dialect> <Ops.td>...

An op's example is the ```mlir block of its description; the arguments that it uses are
below. An op without its own is fine where another op's example shows it.
"""

import re
import subprocess
import sys
import textwrap

ROWS = "tensor<?x64xbf16>"
CUBE = "tensor<?x?x64xbf16>"
FLAT = "tensor<?x64xf32>"
WIDE = "tensor<?x4096xbf16>"

# The arguments of the function around the example; None: it stands in a module.
ARGUMENTS = {
    "norm.rms_norm": "%x: tensor<?x?x4096xbf16>, %w: tensor<4096xbf16>",
    "norm.layer_norm": "%x: tensor<?x1024xf16>, %w: tensor<1024xf32>, %b: tensor<1024xf32>",
    "norm.l2_norm": "%x: tensor<?x24x128xbf16>",
    "norm.softmax": f"%x: {WIDE}",
    "norm.reduce": f"%x: {WIDE}",
    "norm.sum_squares": f"%x: {WIDE}",
    "norm.moments": f"%x: {WIDE}",
    "norm.splat": f"%r: f32, %x: {WIDE}",
    "norm.broadcast": f"%scale: {WIDE}, %x: tensor<?x?x4096xbf16>",
    "norm.quantize": f"%x: {ROWS}, %s: tensor<f32>",
    "norm.dynamic_quantize": f"%x: {WIDE}",
    "norm.block_scale": f"%x: {WIDE}",
    "norm.repeat": "%s: tensor<?x32xf32>",
    "norm.gather": f"%table: {WIDE}, %index: tensor<?x?xi32>",
    "norm.slice": "%qkv: tensor<?x9216xbf16>",
    "norm.concat": f"%text: tensor<?x512x64xbf16>, %image: {CUBE}",
    "norm.reshape": "%x: tensor<?x3072xbf16>",
    "norm.transpose": "%x: tensor<?x?x24x128xbf16>",
    "norm.scale": f"%x: {CUBE}, %s: {ROWS}",
    "norm.shift": "%x: tensor<?x64xf16>, %t: tensor<64xf16>",
    "norm.modulate": f"%x: {CUBE}, %scale: {ROWS}, %shift: {ROWS}",
    "norm.gate": f"%residual: {CUBE}, %g: {ROWS}, %x: {CUBE}",
    "norm.rotate": "%x: tensor<?x24x128xbf16>",
    "norm.select_columns": "%a: tensor<?x24x96xbf16>, %b: tensor<?x24x96xbf16>",
    "norm.columns": f"%half: {FLAT}",
    "norm.rope": f"%x: tensor<?x?x24x128xbf16>, %cos: {FLAT}, %sin: {FLAT}",
    "norm.sigmoid": f"%x: {ROWS}",
    "norm.silu": f"%x: {ROWS}",
    "norm.gelu": f"%x: {ROWS}",
    "norm.exp": f"%x: {FLAT}",
    "norm.tanh": f"%x: {FLAT}",
    "norm.erf": f"%x: {FLAT}",
    "norm.rsqrt": f"%x: {FLAT}",
    "sched.launch": f"%x: {FLAT}, %b: index",
    "sched.load": "%x: !llvm.ptr<1>, %offset: i64, %inside: i1, %zeros: vector<8xbf16>",
    "sched.store": "%v: vector<8xbf16>, %y: !llvm.ptr<1>, %offset: i64",
    "sched.quantize": "%v: vector<8xf32>",
    "sched.dequantize": "%q: vector<8xi8>",
    "sched.rsqrt_seed": "%v: f32",
    "sched.exp2_estimate": "%x: f32",
    "sched.reciprocal_estimate": "%x: f32",
    "sched.cluster_arrive": None,
    "sched.cluster_wait": None,
    "sched.cluster_store": "%v: f32, %buffer: memref<8xf32, #gpu.address_space<workgroup>>, "
    "%i: index, %rank: i32",
    "sched.dependency_wait": None,
    "sched.plan": None,
}

normc_opt, dialect, *paths = sys.argv[1:]
text = "\n".join(open(path).read() for path in paths)
examples = {}
for definition in re.split(r"^(?=def |class )", text, flags=re.MULTILINE):
    if op := re.match(r'def \w+Op : \w+<"(\w+)"', definition):
        block = re.search(r"```mlir\n(.*?)```", definition, re.DOTALL)
        examples[f"{dialect}.{op[1]}"] = textwrap.dedent(block[1]) if block else None

errors = [] if examples else [f"no op found in {paths}"]
shown = "\n".join(filter(None, examples.values()))
for op, example in examples.items():
    if example is None:
        if not re.search(rf"\b{re.escape(op)}\b", shown):
            errors.append(f"{op} has no example")
        continue
    if op not in ARGUMENTS:
        errors.append(f"{op}: {__file__} lacks the arguments of its example")
        continue
    if not re.search(rf"\b{re.escape(op)}\b", example):
        errors.append(f"{op}: its example shows another op")
    if ARGUMENTS[op] is not None:
        example = f"func.func @example({ARGUMENTS[op]}) {{\n{example}return\n}}\n"
    ran = subprocess.run([normc_opt, "-"], input=example, capture_output=True, text=True)
    if ran.returncode != 0:
        errors.append(f"{op}: {ran.stderr}")
for op in ARGUMENTS:
    if op.startswith(dialect + ".") and op not in examples:
        errors.append(f"{op}: {__file__} has arguments for it, but {paths} no op")

print("\n".join(errors) or f"{len(examples)} ops", file=sys.stderr if errors else sys.stdout)
sys.exit(bool(errors))
