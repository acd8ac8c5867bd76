# SPDX-License-Identifier: MIT
# Placement of threads and tables: applied and recorded, or refused with the reason before the first cell. A topology of
# another machine never labels a run.
. tests/cli_lib.sh

four='pack:4 [numa] core:2 pu:1'

# unplaced REASON NAME ARGUMENT...: refused in one line before the first cell, and nothing is written.
unplaced() {
	reason=$1 name=$2
	shift 2
	refuses 3 "$reason" "$name" run c1 --scale smoke -q -o "$scratch/none" "$@"
	[ ! -e "$scratch/none" ]
	result $? "writes nothing"
}

unplaced "--numa bind:1000: there is no such memory node (this machine has " "a node that is not there" --numa bind:1000
grep -qE '; choose one of:( bind:[0-9]+)+$' "$scratch/err"
result $? "says which there are"
export HWLOC_SYNTHETIC="$four"
unplaced "--numa interleave: the topology is not this machine's" "a made-up machine" --numa interleave
unplaced "--numa bind:3: the topology is not this machine's" "a node of a made-up machine" --numa bind:3
expect 0 "doctor on a made-up machine" doctor
grep -q '^note  topology .*not this machine' "$scratch/out" &&
	grep -q '^ok    topology .*4 packages, 4 memory nodes, 8 cores, 8 proc' "$scratch/out"
result $? "says so"
export HWLOC_THISSYSTEM=1 HWLOC_SYNTHETIC='pack:64 [numa] core:1 pu:1'
# Claimed to be this machine, so the call is made, and the kernel refuses it.
unplaced "bytes cannot be bound to node 63: " "a node that the kernel has not" --numa bind:63
unset HWLOC_SYNTHETIC HWLOC_THISSYSTEM
HWLOC_XMLFILE=tests/topologies/two.xml expect 0 "doctor on a recorded machine" doctor
grep -q '^ok    memory node .*node 1: processors 4 12 5 13 6 14 7 15; distances 21 10' "$scratch/out" &&
	grep -q '^note  SMT ' "$scratch/out"
result $? "tells nodes, distances and hardware threads"
HWLOC_XMLFILE=tests/topologies/two_narrow.xml expect 0 "doctor in a narrow container" doctor
grep -q '^note  cpuset .*5 of the machine.s 16' "$scratch/out" &&
	grep -q 'node 0: no processor that may be used; its memory may not be used' "$scratch/out"
result $? "says what may not be used"

expect 0 "doctor" doctor
nodes=$(ls -d /sys/devices/system/node/node[0-9]* 2>/dev/null | wc -l)
[ "$nodes" -eq 0 ] || [ "$(grep -c '^ok    memory node ' "$scratch/out")" -eq "$nodes" ]
result $? "lists every memory node"

# On this machine. A container may forbid mbind(2), and a kernel or an emulator may lack it. Then that is the reason why
# it is refused, and the rest cannot be shown.
"$CUCKOOBENCH" run c1 --scale smoke -q --numa local --pin scatter -o "$scratch/local" >"$scratch/out" 2>"$scratch/err"
if [ $? -ne 0 ] && grep -qE 'cannot be made local: (Operation not permitted|Function not implemented)' \
	"$scratch/err"; then
	skipped "policies on this machine" "mbind is not permitted, or not there"
	exit 0
fi
node=$(sed -n 's/^ *"node": \([0-9]*\),$/\1/p' "$scratch/local/manifest.json" | head -n 1)
for policy in local interleave firsttouch "bind:$node"; do
	expect 0 "tables placed by $policy" run c1 --scale smoke -q --numa "$policy" --pin scatter -o "$scratch/$policy"
	grep -q "\"numa\": \"$policy\"" "$scratch/$policy/manifest.json" &&
		grep -q '"pin": "scatter"' "$scratch/$policy/manifest.json"
	result $? "is in the manifest"
done
[ "$(sed '/"pins"/,/]/!d; /]/q' "$scratch/local/manifest.json" | grep -c '^ *[0-9]')" -eq "$(nproc)" ]
result $? "the manifest has the order of processors"
refuses 2 "holds a run with another numa (numa: local there, interleave here)" "another policy in the same folder" \
	run c1 --scale smoke -q --numa interleave --pin scatter -o "$scratch/local"
