#!/bin/sh
# exits.sh <code> <command>...: runs the command, succeeds if it ends with that code. Stricter
# than `not`, which takes any error but a crash.
wanted=$1
shift
"$@"
code=$?
[ "$code" -eq "$wanted" ] && exit 0
echo "exits.sh: code $code instead of $wanted from: $*" >&2
exit 1
