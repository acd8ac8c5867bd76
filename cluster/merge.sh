#!/bin/sh
# SPDX-License-Identifier: MIT
# cluster/merge.sh PROGRAM FOLDER N [OPTION...]: the Slurm job that follows the array. It merges FOLDER/shard-1-of-N to
# shard-N-of-N into one run, FOLDER/merged.
#SBATCH --job-name=cuckoobench-merge
#SBATCH --nodes=1
#SBATCH --ntasks=1
set -eu
program=$1 folder=$2 n=$3
shift 3
i=1
while [ "$i" -le "$n" ]; do
	set -- "$@" "$folder/shard-$i-of-$n"
	i=$((i + 1))
done
exec "$program" merge "$@" -o "$folder/merged"
