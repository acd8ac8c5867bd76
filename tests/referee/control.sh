#!/bin/sh
# SPDX-License-Identifier: MIT
# A series of control runs: filters against themselves, ten processes a run, at smoke scale, one seed after the other.
#
#     sh tests/referee/control.sh FIRST LAST >datasets/reference/control-series/quotients.csv
#
# It needs the program (make), and some seconds a run. Each row is a process: its seed, the p of its run's A/A, and the
# logarithms of the quotients that A/A tests. control.py counts what they say.
set -e
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 "$root/tests/referee/control.py" --header
for seed in $(seq "$1" "$2"); do
	"${CUCKOOBENCH:-$root/build/release/cuckoobench}" run c2 --scale smoke --reps 10 --seed "$seed" -q \
		-o "$scratch/$seed" >/dev/null
	python3 "$root/tests/referee/control.py" --of "$scratch/$seed" "$seed"
	rm -rf "${scratch:?}/$seed"
done
