#!/bin/sh
# Runs the modulated function with each entry point of the fake cuBLAS wrong in turn, and prints
# the last complaint of each: wrong_steps.sh FAKES NORMC_RUN FILE
fakes=$1 run=$2 file=$3
for function in cublasScopy_v2_64 cublasSgemv_v2_64 cublasSger_v2_64 cublasSdgmm_64 \
  cublasSgeam_64 cublasSgemmStridedBatched_64 cublasGemmEx_64; do
  complaint=$(LD_LIBRARY_PATH=$fakes/fake-cuda:$fakes/fake-cublas FAKE_CUBLAS_WRONG=$function \
    "$run" "$file" --function=modulated --shape s0=3,s1=5 --input s=nan --time --baseline=cublas \
    2>&1 >/dev/null | tail -n 1)
  echo "$function: $complaint"
done
