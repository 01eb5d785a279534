"""Prints a file that no editor would write, named on the command line."""

import sys

DEPTH = 300
LONG = 200_000
PRIVATE = "func.func private @f() attributes {a = %s}\n"


def affine(expression):
    return PRIVATE % f"affine_map<(d0) -> ({expression})>"


def function(argument, attribute):
    return f"""func.func @f(%x: tensor<?x64xf32>{argument}) -> tensor<?x64xf32>
    attributes {{a = {attribute}}} {{
  %r = norm.rms_norm %x {{eps = 1.0e-6 : f32}} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}}
"""


def aliases(first, link):
    lines = [first] + [link.format(i + 1, i) for i in range(LONG)]
    return "\n".join(lines) + "\n"


files = {
    "binary": lambda: bytes(range(256)),
    "bytecode": lambda: b"ML\xefR\x06MLIR22",
    "utf16": lambda: "\ufefffunc.func".encode("utf-16-be"),
    "bad-utf8": lambda: b"\xff\xfe func.func\n",
    # Brackets of each kind.
    "types": lambda: "func.func private @f(" + "tuple<" * DEPTH + "i32" + ">" * DEPTH + ")\n",
    "attributes": lambda: PRIVATE % ("[" * DEPTH + "]" * DEPTH),
    "dictionaries": lambda: PRIVATE % ("{a = " * DEPTH + "1" + "}" * DEPTH),
    "regions": lambda: "module {" * DEPTH + "}" * DEPTH + "\n",
    "locations": lambda: "module {} " + 'loc(callsite("a" at ' * DEPTH + '"b"' + "))" * DEPTH,
    "affine-parens": lambda: affine("(" * DEPTH + "d0" + ")" * DEPTH),
    "unclosed": lambda: "(" * DEPTH,
    # Chains that recurse without a bracket.
    "affine-minus": lambda: affine("-" * DEPTH + "d0"),
    "affine-minus-spaced": lambda: affine("- \n" * DEPTH + "d0"),
    "affine-minus-comments": lambda: affine("- // one more\n" * LONG + "d0"),
    "affine-sum": lambda: affine("d0 + " * LONG + "d0"),
    "location-aliases": lambda: aliases('#l0 = loc("a")', '#l{0} = loc(callsite("b" at #l{1}))')
    + f"module {{}} loc(#l{LONG})\n",
    "attribute-aliases": lambda: aliases("#a0 = [1]", "#a{0} = [#a{1}]") + function("", f"#a{LONG}"),
    "type-aliases": lambda: aliases("!t0 = tuple<i32>", "!t{0} = tuple<!t{1}>")
    + function(f", %y: !t{LONG}", "1"),
    # Each alias twice in the next: 2^20 elements.
    "doubling-aliases": lambda: "#a0 = [1]\n"
    + "".join(f"#a{i + 1} = [#a{i}, #a{i}]\n" for i in range(20))
    + function("", "#a20"),
    # Long, but fit to parse.
    "long-line": lambda: "// " + "x" * 1_000_000 + "\n@\n",
}

data = files[sys.argv[1]]()
sys.stdout.buffer.write(data if isinstance(data, bytes) else data.encode())
