#!/bin/sh
# assemble_cases.sh NORMC PTXAS CASES DIR: each CASES/*.mlir for each chip. Prints what spills or
# leaves a symbol open, then what was tried. CHIPS: other chips than all. OPTIONS: for normc.
normc=$1 ptxas=$2 cases=$3 dir=$4
chips=${CHIPS:-sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_100 sm_103 sm_110 sm_120 sm_121}
count=0
for case in "$cases"/*.mlir; do
  name=$(basename "$case" .mlir)
  "$normc" "$case" --arch="$(echo $chips | tr ' ' ,)" $OPTIONS -o "$dir/$name.ptx" || exit 1
  for chip in $chips; do
    ptx=$dir/$name.$chip.ptx
    grep -H "\.extern" "$ptx"
    "$ptxas" -arch=$chip -v "$ptx" -o "$dir/cubin" > "$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
    grep -E "[1-9][0-9]* bytes (stack frame|spill)" "$dir/log" | sed "s|^|$name $chip:|"
  done
  count=$((count + 1))
done
echo "no spill and no symbol left open: $(echo $chips | wc -w) chips, $count cases"
