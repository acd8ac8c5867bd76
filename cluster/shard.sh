#!/bin/sh
# SPDX-License-Identifier: MIT
# cluster/shard.sh PROGRAM FOLDER N [ARGUMENT...]: a task of a Slurm array job. Task i runs shard i/N of
# `PROGRAM run ARGUMENT...` into FOLDER/shard-i-of-N. cluster/submit makes the job; docs/cluster.md says how.
#
#      task i  --run--> FOLDER/shard-i-of-N     stopped by --signal before its time is over, by preemption, or with its
#                 ^--------- requeued ------'   node: the queue starts it again, and the same command continues
#
#SBATCH --job-name=cuckoobench
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --exclusive
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@120
set -u
program=$1 folder=$2 n=$3
shift 3
shard=${SLURM_ARRAY_TASK_ID:?to be started by sbatch --array=1-N}

# The program runs in the background, so that this shell gets the signal at once. The program then ends with 130, its
# cells on disk.
stopped=
trap 'stopped=yes; kill -TERM "$child" 2>/dev/null' TERM
"$program" run "$@" --shard "$shard/$n" -o "$folder/shard-$shard-of-$n" &
child=$!
wait "$child"
status=$?
while kill -0 "$child" 2>/dev/null; do # the signal ended the wait, not the program
	wait "$child"
	status=$?
done
if [ -n "$stopped" ] && [ "$status" -eq 130 ]; then
	echo "shard $shard/$n: stopped, and queued again"
	exec scontrol requeue "${SLURM_ARRAY_JOB_ID}_$shard"
fi
exit "$status"
