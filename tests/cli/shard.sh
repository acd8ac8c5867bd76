# SPDX-License-Identifier: MIT
# A run in four shards, merged: the deterministic results of one process, byte for byte; and what merging refuses.
. tests/cli_lib.sh
unsanitized "shards"

set -- f2 l2 e3 t3 --scale smoke --reps 3 -q
expect 0 "one process" run "$@" -o "$scratch/one"
for i in 1 2 3 4; do
	expect 0 "shard $i of 4" run "$@" --shard $i/4 -o "$scratch/s$i"
done
[ "$(cat "$scratch/out")" = "$scratch/s4" ] && [ ! -e "$scratch/s4/report.html" ] &&
	grep -q '"shard": "4/4"' "$scratch/s4/manifest.json"
result $? "is a folder of raw data that says what it is"
labels() { # labels DIR...: of their cells
	for run in "$@"; do cells "$run" | column cell; done | sort
}
labels "$scratch"/s? >"$scratch/cells"
labels "$scratch/one" | cmp -s - "$scratch/cells" &&
	[ "$(uniq -d "$scratch/cells" | wc -l)" -eq 0 ]
result $? "together they have every cell once"
# Which shards have this repetition's timed cells?
of_rep() { grep -l "^attempt,life:.*:rep=$1," "$scratch"/s?/record.csv | sed 's|.*/s\(.\)/.*|\1|'; }
split=$(for rep in 0 1 2; do of_rep $rep | wc -l; done | grep -vc '^1$')
[ "$split" -eq 0 ]
result $? "and each repetition's timed cells in one"
refuses 2 "holds a run with another shard (shard: 1/4 there, 2/4 here)" "another shard into the same folder" \
	run "$@" --shard 2/4 -o "$scratch/s1"
refuses 2 "holds a run with another shard (shard: 1/4 there, null here; plan: " \
	"the whole into a shard's folder" run "$@" -o "$scratch/s1"
refuses 2 "holds a run with another plan (plan: " "the same shard of another plan" \
	run f2 --scale smoke -q --shard 1/4 -o "$scratch/s1"
labels "$scratch/s1" >"$scratch/before"
sed -i '$d' "$scratch/s1/record.csv"
expect 0 "a shard that was stopped" run "$@" --shard 1/4 -o "$scratch/s1"
labels "$scratch/s1" | cmp -s "$scratch/before" -
result $? "goes on"
expect 0 "more shards than there is to share" run f1 --scale smoke -q --shard 60/60 -o "$scratch/empty"
[ -z "$(labels "$scratch/empty")" ]
result $? "some of which have nothing to do"

expect 0 "merge" merge "$scratch/s3" "$scratch/s1" "$scratch/s4" "$scratch/s2" -o "$scratch/deep/er/merged"
merged=$scratch/deep/er/merged
different=$(for id in f2 l2 e3; do cmp -s "$scratch/one/results/$id.csv" "$merged/results/$id.csv" || echo $id; done)
[ -z "$different" ]
result $? "has the deterministic results of one process $different"
labels "$merged" | cmp -s - "$scratch/cells" && [ -s "$merged/results/t3.csv" ] &&
	[ -s "$merged/report.html" ]
result $? "and every cell, and a report"
! grep -q 'id="machines"' "$merged/report.html" && [ -z "$(ls "$scratch/deep/er" | grep -v '^merged$')" ]
result $? "of one machine, and nothing else is left"
expect 0 "the shards in another order" merge "$scratch"/s? -o "$scratch/again"
cmp -s "$merged/record.csv" "$scratch/again/record.csv"
result $? "merge to the same bytes"
expect 0 "verify of a merged run" verify "$merged"
expect 0 "its verdicts" claims "$merged"
expect 0 "it beside that of one process" compare "$scratch/one" "$merged" -o "$scratch/compare.html"
expect 0 "run into it" run "$@" -o "$merged"
labels "$merged" | cmp -s - "$scratch/cells" &&
	[ "$(grep -c '"command": "cuckoobench run' "$merged/manifest.json")" -ge 6 ]
result $? "measures nothing twice"
expect 0 "another experiment into it" run e3 f3 --scale smoke -q -o "$merged"
cmp -s tests/golden/f3.csv "$merged/results/f3.csv" && [ -s "$merged/results/t3.csv" ]
result $? "is added"

# What is refused. Each is one line; nothing is written.
refused() { # refused TEXT NAME ARGUMENT...: to merge these into $scratch/refused
	text=$1 name=$2
	shift 2
	refuses 2 "$text" "$name" merge "$@" -o "$scratch/refused"
	[ ! -e "$scratch/refused" ] && [ -z "$(find "$scratch" -name '*.tmp')" ] || result 1 "writes nothing"
}
change() { # change NUMBER SED [FILE]: shard NUMBER as $scratch/other, its record or manifest changed
	rm -rf "$scratch/other"
	cp -r "$scratch/s$1" "$scratch/other"
	case ${3:-} in
	manifest.json) edit "$2" "$scratch/other/$3" ;;
	*) sed -i "$2" "$scratch/other/record.csv" ;;
	esac
}
s1=$scratch/s1 s2=$scratch/s2 s3=$scratch/s3 s4=$scratch/s4 other=$scratch/other
refused "missing: shard 2/4, 4/4" "two of four" "$s1" "$s3"
refused "s3 is given twice" "one folder twice" "$s1" "$s2" "$s3" "$s4" "$s1/../s3"
change 3 '' manifest.json
refused "s3 and $other are both shard 3/4" "a shard twice" "$s1" "$s2" "$s3" "$other" "$s4"
change 4 's|"shard": "4/4"|"shard": "4/5"|' manifest.json
refused "are not shards of the same number" "shards of four and of five" "$s1" "$s2" "$s3" "$other"
refused "are not shards of the same number" "a shard and a run" "$s1" "$scratch/one"
refused "nowhere: not a run" "no run" "$s1" "$s2" "$s3" "$scratch/nowhere"
change 4 's/"seed": .*/"seed": "7",/' manifest.json
refused "different settings: seed: 2014 in $s1, 7 in $other" "another seed" "$s1" "$s2" "$s3" "$other"
change 4 's/"scale": .*/"scale": "quick",/' manifest.json
refused "different settings: scale: " "another scale" "$s1" "$s2" "$s3" "$other"
change 4 's/"plan": .*/"plan": "3 cells, 0",/' manifest.json
refused "different settings: plan: " "another plan" "$s1" "$s2" "$s3" "$other"
change 4 '1s/{/{"mood": "good",/' manifest.json
refused "different settings: mood: not recorded in $s1, good in " "what only one was given" "$s1" "$s2" "$s3" "$other"
change 4 's/^    "git_commit": .*/    "git_commit": "0",/' manifest.json
refused "different builds of the program (git_commit: " "another build" "$s1" "$s2" "$s3" "$other"
cp -r "$s3" "$scratch/third"
edit 's/^  "plugins": {}/  "plugins": {"mine": {"sha256": "1"}}/' "$scratch/third/manifest.json"
change 4 's/^  "plugins": {}/  "plugins": {"mine": {"sha256": "2"}}/' manifest.json
refused "different builds of a plug-in (mine.sha256: 1 in $scratch/third, 2 in $other)" "two builds of a plug-in" \
	"$s1" "$s2" "$scratch/third" "$other"
change 4 's|^    "plots/f5.gp": .*|    "plots/f5.gp": "0",|' manifest.json
refused "different inputs (plots/f5.gp: " "other inputs" "$s1" "$s2" "$s3" "$other"
change 4 's/^    "finished": "[^"]*"/    "finished": null/' manifest.json
refused "$other: the run is not finished" "an unfinished shard" "$s1" "$s2" "$s3" "$other"
last=$(grep -n ^attempt, "$s4/record.csv" | tail -n 1 | cut -d: -f1)
change 4 "$last,\$d"
refused "$other has " "a shard that lacks a cell" "$s1" "$s2" "$s3" "$other"
for damage in "\$d" "$((last + 1)),\$d"; do
	change 4 "$damage"
	refused "record.csv: its end is cut off" "a record cut off" "$s1" "$s2" "$s3" "$other"
done
change 4 's/,cell,/,shell,/'
refused "record.csv:4: not the record of a run" "what is no record" "$s1" "$s2" "$s3" "$other"
change 4 's/^format,3/format,4/'
refused "record.csv:1: 'format,4': another version's record, not 'format,3'" "another version's" \
	"$s1" "$s2" "$s3" "$other"
change 4 "$last"'s/.*/attempt,b/'
refused "$other/record.csv:$last: not as many fields as its header" "a damaged attempt" "$s1" "$s2" "$s3" "$other"
change 4 '7s/.*/a/'
refused "$other/record.csv:7: not a sample" "a damaged sample" "$s1" "$s2" "$s3" "$other"
# A sample, an attempt, their order: whatever changed since it was measured.
sample=$(grep -n '^sample,' "$s4/record.csv" | sed -n '9s/:.*//p')
attempt=$(head -n "$sample" "$s4/record.csv" | grep -n '^attempt,' | tail -n 1 | cut -d: -f1)
cell=$(sed -n "${attempt}s/^attempt,\([^,]*\),.*/\1/p" "$s4/record.csv")
for change in "${sample}s/.*,/&1/" "${attempt}s/,done,/,done,9/" "${attempt}s/,[^,]*$/,0123456789abcdef/"; do
	change 4 "$change"
	refused "$other/record.csv:$attempt: the attempt at $cell, up to line " "a shard changed by $change" \
		"$s1" "$s2" "$s3" "$other"
	refuses 1 "$other/record.csv:$attempt: the attempt at $cell, up to line " "its own report" report "$other"
	refuses 1 "$other/record.csv:$attempt: the attempt at $cell, up to line " "verify" verify "$other"
	refuses 1 "$other/record.csv:$attempt: the attempt at $cell, up to line " "claims" claims "$other"
done
next=$(sed "1,${attempt}d" "$s4/record.csv" | grep -n '^attempt,' | head -n 1 | cut -d: -f1)
change 4 "${attempt},$((attempt + next - 1))d" # shard 4 has one fewer then, and the next is behind another
refused "$other/record.csv:$attempt: the attempt at " "an attempt that is gone from the middle" \
	"$s1" "$s2" "$s3" "$other"
change 4 '5s/,[0-9]*,/,1,/'
refused "$other/record.csv:5: what a call was asked for has been changed" "what was asked for changed" \
	"$s1" "$s2" "$s3" "$other"
cp -r "$s4" "$scratch/joined1" # attempts of another record behind its own
sed 1,5d "$s3/record.csv" >>"$scratch/joined1/record.csv"
refused "was not written behind the one before it: some are gone, moved or from another record" "two records in one" \
	"$s1" "$s2" "$s3" "$scratch/joined1"
change 4 's/^\(  "record_sha256": "\)..../\10000/' manifest.json
refused "$other/record.csv: not as the run left it (SHA-256 0000" "a record that is not the manifest's" \
	"$s1" "$s2" "$s3" "$other"
change 4 's/{/[/' manifest.json
refused "$other: manifest.json is damaged" "a damaged manifest" "$s1" "$s2" "$s3" "$other"
flock "$s2" "$CUCKOOBENCH" merge "$s1" "$s2" "$s3" "$s4" -o "$scratch/refused" >"$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ] && says "$s2: in use by another cuckoobench" "a shard that is running is refused"
mkdir "$scratch/there"
refuses 2 "$scratch/there exists" "into a folder that exists" merge "$s1" "$s2" "$s3" "$s4" -o "$scratch/there"
refuses 2 "Not a directory" "into a folder that cannot be made" merge "$s1" "$s2" "$s3" "$s4" -o "$s1/record.csv/merged"

# Machines. Which shard has which timed repetition is in its cells. The first shard that has any is the machine that
# others are compared with.
timed=$(for rep in 0 1 2; do of_rep $rep; done | sort | tail -n 1)
change "$timed" 's/^    "cpu": .*/    "cpu": "another",/' manifest.json
all=$(for i in 1 2 3 4; do [ $i = "$timed" ] && echo "$other" || echo "$scratch/s$i"; done)
refused "timed cells of different machines (cpu: " "a machine for each shard" $all
expect 0 "and with --mix merged" merge --mix $all -o "$scratch/mixed"
reps=$(sed -n '/id="machines"/,/<.section/s/.*<td>machine.cpu<.td>.*<td>\([0-9, ]*\)<.td><.tr>/\1/p' \
	"$scratch/mixed/report.html")
[ "$reps" = "$(cells "$other" | grep '^cell,\|^life:' | column rep | sort -u | paste -sd, | sed 's/,/, /g')" ]
result $? "with a report that says which repetitions are of which ($reps)"
grep -q 'absolute speed, its median and its interval are over all of them' "$scratch/mixed/report.html" &&
	grep -q '"machine.cpu"' "$scratch/mixed/manifest.json"
result $? "and that speeds are no machine's"
expect 0 "verify of a mixed run" verify "$scratch/mixed"

# Runs that are no shards. F2 and L2 share cells.
for id in f2 l2 t3; do
	expect 0 "$id alone" run $id --scale smoke --reps 3 -q -o "$scratch/$id"
done
edit 's/^    "cpu": .*/    "cpu": "another",/' "$scratch/l2/manifest.json"
expect 0 "deterministic runs of different machines and a timed one" merge "$scratch/t3" "$scratch/f2" "$scratch/l2" \
	-o "$scratch/joined"
cmp -s "$scratch/joined/results/f2.csv" "$scratch/one/results/f2.csv" &&
	cmp -s "$scratch/joined/results/l2.csv" "$scratch/one/results/l2.csv" &&
	[ -z "$(labels "$scratch/joined" | uniq -d)" ] &&
	grep -q 'All timed cells are of one' "$scratch/joined/report.html"
result $? "are merged, cells that both have once"
cell=$(labels "$scratch/f2" "$scratch/l2" | uniq -d | head -n 1)
expect 0 "runs of the same cells" run f2 l2 --scale smoke --reps 3 -q -o "$scratch/forged"
amend "$scratch/forged" '$1 == "attempt" { on = $a["cell"] == "'"$cell"'" } on && $1 == "sample" { $s["den"] = 7 }'
refused "$cell is not the same in $scratch/l2 and in $scratch/forged: 'sample,0," "with another result" \
	"$scratch/l2" "$scratch/forged"
refused " was measured in $scratch/t3 and in $scratch/one: " "a timed cell twice" "$scratch/t3" "$scratch/one"
expect 0 "the same repetitions of others" run x2 --scale smoke --reps 1 -q -o "$scratch/rest"
expect 0 "by one machine" merge "$scratch/t3" "$scratch/rest" -o "$scratch/joined2"
edit 's/^    "cpu": .*/    "cpu": "another",/' "$scratch/rest/manifest.json"
refuses 2 "timed cells of repetition 0 are of different machines (cpu: " "by two, even with --mix" \
	merge --mix "$scratch/t3" "$scratch/rest" -o "$scratch/refused"

expect 0 "plan" plan f2 t3 --scale full --within 30m
grep -q 'core-hours: .* of deterministic cells' "$scratch/out" &&
	grep -Eq '^Within 30 min: ([2-9]|[1-9][0-9]) machines of this kind' "$scratch/out"
result $? "says how many machines"
expect 0 "plan of a shard" plan f2 t3 --scale full --shard 2/3
grep -q '^Shard 2/3 of [0-9]* cells' "$scratch/out" && ! grep -q machines "$scratch/out"
result $? "is that shard's"
expect 0 "plan in JSON" plan --scale smoke --json
grep -q '"machines": 1' "$scratch/out" && grep -q '"cell_bytes": ' "$scratch/out" &&
	grep -q '"core_hours_timed": ' "$scratch/out"
result $? "says it too"

# The jobs that cluster/submit queues, by a sbatch that tells its options. (tests/slurm runs them in a Slurm.)
mkdir "$scratch/bin"
cat >"$scratch/bin/sbatch" <<'END'
#!/bin/sh
for option; do case $option in --array=* | --dependency=* | --clusters=*) echo "$option" >>"$SBATCH_LOG" ;; esac; done
echo "$SBATCH_SAYS"
END
chmod +x "$scratch/bin/sbatch"
submits() { # submits STATUS SAYS OPTIONS NAME: sbatch prints SAYS; the options of both jobs are these.
	: >"$scratch/options"
	SBATCH_SAYS=$2 SBATCH_LOG=$scratch/options PATH=$scratch/bin:$PATH \
		cluster/submit "$scratch/queued" 3 f1 --scale smoke >"$scratch/out" 2>"$scratch/err"
	[ $? -eq "$1" ] && [ "$(paste -sd' ' "$scratch/options")" = "$3" ]
	result $? "$4"
}
# Without Slurm: the folders of a PATH that has what the script calls, and no sbatch.
mkdir "$scratch/few" && for tool in sh dirname realpath sed sort tail mkdir; do
	ln -s "$(command -v $tool)" "$scratch/few/$tool"
done
PATH=$scratch/few cluster/submit "$scratch/nowhere/queued" 3 f1 --scale smoke >"$scratch/out" 2>"$scratch/err"
[ $? -eq 3 ] && [ ! -e "$scratch/nowhere" ] && [ ! -s "$scratch/out" ]
result $? "without Slurm nothing is queued, and nothing left (exit status 3)"
says "cluster/submit: there is no sbatch" "with a word"
submits 0 123 "--array=1-3 --dependency=afterok:123" "a queue of one cluster"
grep -q '^array 123, merge 123: .*/queued/merged$' "$scratch/out"
result $? "is told"
submits 0 '123;east' "--array=1-3 --clusters=east --dependency=afterok:123" "one of several clusters"
grep -q '^array 123, merge 123 (cluster east): .*/queued/merged$' "$scratch/out"
result $? "is told, too"
submits 1 'Submitted batch job 123' "--array=1-3" "a queue that prints no number"
says "cluster/submit: sbatch printed 'Submitted batch job 123', which is no number of a job" "is refused"
