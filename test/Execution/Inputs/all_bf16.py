"""all_bf16.py FILE COPIES: every bf16, COPIES times in a row, as a .npy of rows of 128."""
import array
import sys

file, copies = sys.argv[1], int(sys.argv[2])
header = "{'descr': '<V2', 'fortran_order': False, 'shape': (%d, 128), }" % (512 * copies)
header += " " * (-(len(header) + 11) % 64) + "\n"
values = array.array("H", (bits for bits in range(65536) for _ in range(copies)))
if sys.byteorder == "big":
    values.byteswap()
with open(file, "wb") as out:
    out.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
    out.write(values.tobytes())
