#!/bin/sh
# ptxas -arch=CHIP -o OUT IN: an ELF file's first bytes before the PTX, for the fake driver. What
# it is told goes to FAKE_PTXAS_LOG. FAKE_PTXAS_CODE=n: complains and ends with that code;
# FAKE_PTXAS_TEXT: what it writes instead of a cubin.
PATH=$PATH:/usr/bin:/bin
[ -z "$FAKE_PTXAS_LOG" ] || echo "$1 $(grep -c "^.visible .entry" "$4") kernels" >> "$FAKE_PTXAS_LOG"
if [ -n "$FAKE_PTXAS_CODE" ]; then
  echo "ptxas $4, line 12; error   : Unknown symbol 'q'" >&2
  exit "$FAKE_PTXAS_CODE"
fi
if [ -n "$FAKE_PTXAS_TEXT" ]; then
  echo "$FAKE_PTXAS_TEXT" > "$3"
else
  { printf '\177ELF '; cat "$4"; } > "$3"
fi
