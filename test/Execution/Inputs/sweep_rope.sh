#!/bin/sh
# Runs a function of rope.mlir on several rows and element types and checks every result bit for
# bit; it is one launch.
#   sweep_rope.sh NORMC_RUN FUNCTION "ROWS" "STYLES" "TYPES" "TABLE TYPES" [normc-run options]
# A row is ROW:HEAD:TURNED:TABLE. Prints how many results were checked; stops at the first that
# differs, with the command to repeat it.
run=$1 function=$2 rows=$3 styles=$4 types=$5 tables=$6
shift 6
case " $* " in
*" --device="*) ;;
*) set -- --device=emulator "$@" ;;
esac
file=$(dirname "$0")/rope.mlir
checked=0
for row in $rows; do
  IFS=: read -r length head turned columns <<END
$row
END
  for style in $styles; do
    for type in $types; do
      for table in $tables; do
        edit="s/bf16/$type/g; s/COLUMN/$table/g; s/TABLE/$columns/g; s/ROW/$length/g"
        edit="$edit; s/HEAD/$head/g; s/TURNED/$turned/g; s/STYLE/$style/g"
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
done
echo "$checked results equal"
