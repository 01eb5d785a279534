#!/usr/bin/env bash
# few.sh: times few rows, default (the few variant) and forced configs; run from the repository root.
# R=normc-run to use; C=folder with the cases.
R=${R:-build/bin/normc-run}; C=${C:-bench/cases}
begin=$SECONDS
one() { c=$1 N=$2 sh=$3; shift 3; echo "$c $N $sh $*: $(sed "s/4096/$N/g" $C/$c.mlir | timeout 40 $R - --time --device=gpu --shape $sh "$@" 2>&1 | grep -E 'n[0-9]+_[0-9a-z_]+ +[0-9]+ +[0-9.]+ +[0-9]+ +[0-9.]+|error' | tail -1)"; }
reg=residency=registers
# case N shape: forced threads a row
group() {
  c=$1 N=$2 sh=$3 many=$4; shift 4
  one $c $N $sh; one $c $N $sh --pdl
  one $c $N $sh --config=$many                                   # what many rows have
  for T in "$@"; do
    one $c $N $sh --config=threads_per_row=$T,rows_per_cta=1,rows_per_thread=1,$reg,operand_loads=early
  done
  one $c $N $sh --config=threads_per_row=$1,rows_per_cta=1,rows_per_thread=1,$reg,operand_loads=late
}
m3072=threads_per_row=128,rows_per_thread=2,residency=reread,operand_loads=late
m4096=threads_per_row=256,rows_per_thread=2,residency=reread,operand_loads=late
m8192=threads_per_row=256,residency=reread,operand_loads=late
group rms_norm 8192 M=16 $m8192 512 1024 256 128
group rms_norm 8192 M=1 $m8192 512 1024 256
group rms_norm 3072 M=1 $m3072 384 192 128 96
group rms_norm 3072 M=128 $m3072 384 192 128 96
group rms_norm 4096 M=64 $m4096 512 256 128
# the bound is 264 CTAs: on both sides of it, and far over
one rms_norm 4096 M=264; one rms_norm 4096 M=264 --config=$m4096
one rms_norm 4096 M=528 --config=threads_per_row=512,rows_per_cta=1,rows_per_thread=1,$reg,operand_loads=early; one rms_norm 4096 M=528 --config=$m4096
one rms_norm 8192 M=264; one rms_norm 8192 M=264 --config=$m8192
one rms_norm 3072 M=264; one rms_norm 3072 M=264 --config=$m3072
one rms_norm 2048 M=128; one rms_norm 2048 M=128 --config=threads_per_row=128,$reg,operand_loads=early; one rms_norm 2048 M=264; one rms_norm 2048 M=264 --config=threads_per_row=128,$reg,operand_loads=early
one rms_norm 4096 M=2048; one rms_norm 4096 M=2048 --config=$m4096; one rms_norm 4096 M=2048 --config=threads_per_row=256,$reg,operand_loads=early; one rms_norm 4096 M=2048 --config=threads_per_row=512,$reg,operand_loads=early
lnm=threads_per_row=128,residency=reread,operand_loads=late
group layer_norm_modulate 8192 B=2,S=8 $lnm 512 1024 256 128
one layer_norm_modulate 8192 B=2,S=66; one layer_norm_modulate 8192 B=2,S=66 --config=$lnm
one add_rms_norm 4096 M=16; one add_rms_norm 4096 M=16 --config=threads_per_row=256,residency=reread,operand_loads=late
# clusters and walked rows have the new exchange as well
one rms_norm 131072 M=1; one rms_norm 131072 M=64; one layer_norm 32768 M=1024
one rms_norm 16384 M=16; one rms_norm 16384 M=16 --config=threads_per_row=512,$reg,operand_loads=early
echo "few.sh: $((SECONDS-begin)) s"
