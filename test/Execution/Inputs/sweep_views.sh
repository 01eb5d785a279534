#!/bin/sh
# Runs functions of views.mlir at several row lengths and element types and checks every result
# bit for bit; each function is one launch.
#   sweep_views.sh NORMC_RUN "FUNCTIONS" "LENGTHS" "TYPES" [normc-run options]
# Prints how many results were checked; stops at the first that differs, with the command to
# repeat it.
run=$1 functions=$2 lengths=$3 types=$4
shift 4
case " $* " in
*" --device="*) ;;
*) set -- --device=emulator "$@" ;;
esac
file=$(dirname "$0")/views.mlir
checked=0
for length in $lengths; do
  for type in $types; do
    edit="s/ROW/$length/g; s/HEADS/$((3 * length))/g; s/PACKED/$((9 * length))/g"
    edit="$edit; s/ODD/$((2 * length + 5))/g; s/bf16/$type/g"
    for function in $functions; do
      if ! output=$(sed "$edit" "$file" | "$run" - --function="$function" --check "$@" 2>&1) ||
        printf '%s\n' "$output" | grep -q "^${function}_1_"; then
        echo "$output"
        echo "failed: sed '$edit' $file | normc-run - --function=$function --check $*"
        exit 1
      fi
      equal=$(printf '%s\n' "$output" | grep -c '^check .* equal the reference bit for bit')
      checked=$((checked + equal))
    done
  done
done
echo "$checked results equal"
