#!/bin/sh
# Runs one case at several row lengths and element types and checks every result bit for bit.
#   sweep.sh NORMC_RUN CASE "LENGTHS" "TYPES" [normc-run options]
# In the case 4096 stands for the row length and bf16 for the element type. Prints how many
# results were checked; stops at the first that differs, with the command to repeat it.
run=$1 case=$2 lengths=$3 types=$4
shift 4
# On the emulator, also where there is a GPU, unless the options name a device.
case " $* " in
*" --device="*) ;;
*) set -- --device=emulator "$@" ;;
esac
checked=0
for length in $lengths; do
  for type in $types; do
    text=$(sed "s/4096/$length/g; s/bf16/$type/g" "$case")
    if ! output=$(printf '%s\n' "$text" | "$run" - --check "$@" 2>&1); then
      echo "$output"
      echo "failed: sed 's/4096/$length/g; s/bf16/$type/g' $case | normc-run - --check $*"
      exit 1
    fi
    equal=$(printf '%s\n' "$output" | grep -c '^check .* equal the reference bit for bit')
    checked=$((checked + equal))
  done
done
echo "$checked results equal"
