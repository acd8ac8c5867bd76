# SPDX-License-Identifier: MIT
# The atlas, a ten-minute run of each family of processors: its data and verdicts follow from its raw samples; each is
# of one build at quick scale, small, and has its line in both tables.
. tests/cli_lib.sh
needs python3 "the atlas"

for run in datasets/atlas/*/; do
	run=${run%/} family=$(basename "$run")
	expect 0 "$family follows from its samples" verify "$run"
	[ "$(cat "$run"/* "$run"/results/* 2>/dev/null | wc -c)" -lt 1200000 ]
	result $? "$family takes less than 1.2 MB"
	python3 - "$run/manifest.json" >"$scratch/out" 2>&1 <<-'END'
		import json, sys
		manifest = json.load(open(sys.argv[1]))
		calls, run = manifest["calls"], manifest["run"]
		builds = {call["git_commit"] for call in calls}
		for wrong, why in ((len(builds) != 1, "several builds"), (run["scale"] != "quick", run["scale"]),
		                   (manifest["program"]["git_dirty"], "a changed tree"), (manifest["mixed"], "mixed")):
		    if wrong:
		        sys.exit(why)
	END
	result $? "$family is of one build, at quick scale"
	grep -q "^| \`$family\` |" datasets/atlas/README.md && grep -q "^| .*atlas/$family" docs/findings.md
	result $? "$family stands in the atlas's table and in that of findings"
	expect 0 "$family's summary" summary "$run"
	[ "$(wc -l <"$scratch/out")" -le 24 ] && [ "$(wc -L <"$scratch/out")" -le 80 ]
	result $? "$family's summary is short"
done
