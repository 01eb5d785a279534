#!/bin/sh
# Runs quantize_blocks.mlir for several blocks and numbers of them and checks every result.
#   sweep_blocks.sh NORMC_RUN CASE "BLOCKS" "COUNTS" "TYPES" [normc-run options]
run=$1 case=$2 blocks=$3 counts=$4 types=$5
shift 5
# On the emulator, also where there is a GPU, unless the options name a device.
case " $* " in
*" --device="*) ;;
*) set -- --device=emulator "$@" ;;
esac
checked=0
for block in $blocks; do
  for count in $counts; do
    for type in $types; do
      text=$(sed "s/4096/$((block * count))/g; s/block = 128/block = $block/
                  s/x32xf32/x${count}xf32/g; s/bf16/$type/g" "$case")
      if ! output=$(printf '%s\n' "$text" | "$run" - --check "$@" 2>&1); then
        echo "$output"
        echo "failed: block $block, $count of them, $type, normc-run - --check $*"
        exit 1
      fi
      equal=$(printf '%s\n' "$output" | grep -c '^check .* equal the reference bit for bit')
      checked=$((checked + equal))
    done
  done
done
echo "$checked results equal"
