#!/bin/bash
ARGS="--sequence-parallel"
torchrun --nnodes 2 --nproc_per_node=8 train.py \
    --tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 --num-layers 24 --hidden-size 2048 \
    --num-attention-heads 16 --seq-length 2048 --vocab-size 51200 --num-layers-per-virtual-pipeline-stage 3 \
    --micro-batch-size 2 --global-batch-size 128 --recompute-granularity selective --use-distributed-optimizer --bf16
