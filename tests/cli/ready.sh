# SPDX-License-Identifier: MIT
# What a run asks of the machine before its first cell: one line that names the option and the remedy, status 3, and no
# folder. `run -n` asks the same. (tests/unit/test_ready.c has other machines; numa.sh, clock.sh the rest.)
. tests/cli_lib.sh

set -- run t3 --filter 'cf|bf' --reps 1 -q
# unready TEXT NAME ARGUMENT...: the run is refused so, and leaves nothing; so is its plan.
unready() {
	text=$1 name=$2
	shift 2
	refuses 3 "$text" "$name, planned" "$@" -n -o "$scratch/none"
	cp "$scratch/err" "$scratch/planned"
	refuses 3 "$text" "$name" "$@" -o "$scratch/none"
	cmp -s "$scratch/planned" "$scratch/err" && [ ! -e "$scratch/none" ]
	result $? "as its plan, and nothing is written"
}

for kind in hugetlb:2048kB 1g:1048576kB; do
	pool=/sys/kernel/mm/hugepages/hugepages-${kind#*:}
	kind=${kind%:*}
	if [ ! -e "$pool" ]; then
		unready "--pages $kind: this kernel has no pages of " "pages that the kernel has not" \
			"$@" --scale quick --pages "$kind"
		continue
	fi
	unready "--pages $kind: no table of this run has the 2 MiB from which tables lie on such pages" \
		"small tables on pages of a pool" run f5 --filter cf --scale smoke -q --pages "$kind"
	if [ "$(cat "$pool/free_hugepages")" -gt 8 ]; then
		skipped "an empty pool" "it has pages"
		continue
	fi
	unready "--pages $kind: the tables of a cell take " "an empty pool" "$@" --scale quick --pages "$kind"
	grep -qE ', and [0-9]+ are free in the system.s pool; as root: (sysctl vm.nr_hugepages=|echo )[0-9]+' \
		"$scratch/err"
	result $? "says what is free, and how to have more"
done
if [ -e /sys/kernel/mm/hugepages/hugepages-2048kB ]; then
	expect 0 "a plan for another machine" plan t3 --pages hugetlb
	"$CUCKOOBENCH" doctor >"$scratch/out" 2>"$scratch/err"
	free=$(cat /sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages)
	grep -qE "^(ok|note) +page pool +$free of [0-9]+ pages of 2 MiB are free \(--pages hugetlb\)" "$scratch/out"
	result $? "doctor tells what is free"
fi

unready "--mem-limit: the smallest of 2 cells needs " "memory for no cell" "$@" --scale smoke --mem-limit 1K
cpu=$(sed -n 's/^Cpus_allowed_list:\t//p' /proc/self/status)
unready "--cpu 1023: this process may not run there; choose one of its $(nproc) processors: $cpu" \
	"a processor that is not there" "$@" --scale smoke --cpu 1023
