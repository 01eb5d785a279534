#!/bin/sh
# ptxas -arch=CHIP -o OUT IN -v: an ELF file's first bytes, and for each kernel as many registers
# as FAKE_REGISTERS says and 8 bytes of spills each way.
printf '\177ELF ' > "$3"
PATH=$PATH:/usr/bin:/bin
sed -n 's/^.visible .entry \([A-Za-z0-9_]*\)(.*/\1/p' "$4" | while read -r kernel; do
  echo "ptxas info    : Compiling entry function '$kernel' for '${1#-arch=}'" >&2
  echo "    0 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads" >&2
  echo "ptxas info    : Used $FAKE_REGISTERS registers, used 1 barriers" >&2
done
