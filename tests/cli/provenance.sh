# SPDX-License-Identifier: MIT
# What a run says of itself, what may be mixed into it, and whether its results still follow from its samples.
. tests/cli_lib.sh

# field NAME FILE: the first value of a key of a manifest, without quotes.
field() {
	sed -n "s|^ *\"$1\": \"\{0,1\}\([^\",]*\).*|\1|p" "$2" | head -n 1
}

dir=$scratch/run
manifest=$dir/manifest.json
expect 0 "a run" run t3 f5 l2 --scale smoke -q -o "$dir"

# The manifest against what other programs say.
if [ -n "$emulated" ]; then
	skipped "has the digest of the program, and the kernel of uname" "$emulated"
else
	[ "$(sed -n '/"inputs"/,$d; s/^    "sha256": "\(.*\)"$/\1/p' "$manifest")" = \
		"$(sha256sum <"$CUCKOOBENCH" | cut -d' ' -f1)" ]
	result $? "has the digest of the program"
	[ "$(field kernel "$manifest")" = "$(uname -srm)" ]
	result $? "has the kernel of uname"
fi
wrong=$(for file in datasets/paper/printed.csv plots/*.gp; do
	[ "$(field "$file" "$manifest")" = "$(sha256sum <"$file" | cut -d' ' -f1)" ] || echo "$file"
done)
[ -z "$wrong" ]
result $? "has the digest of every input $wrong"
[ "$(sed -n '/"inputs"/,/}/p' "$manifest" | grep -c ': "[0-9a-f]\{64\}"')" -eq \
	"$(ls datasets/paper/*.csv plots/*.gp | wc -l)" ]
result $? "and of nothing else"
wrong=$(ldd "$CUCKOOBENCH" 2>/dev/null | awk '$2 == "=>" {print $1}' | while read -r library; do
	grep -qF "\"$library\": {" "$manifest" || echo "$library"
done)
[ -z "$wrong" ]
result $? "names every library $wrong"
missing=$(for key in cpu cpu_family cpu_model cpu_stepping microcode sockets cores threads smt caches numa \
	memory_bytes kernel node mitigations governor frequency_driver turbo thp thp_defrag hugetlb_pages aslr \
	processor_quota virtualization clock_source clock_resolution_ns compiler flags features libraries \
	git_commit git_dirty git_diff_sha256 command seed gnuplot load_1_min pressure_cpu mhz_most \
	memory_available_bytes memory_limit_bytes huge_pages_obtained_bytes clock_tick_ns clock_reading_ns \
	started finished cells_planned mixed; do grep -q "^ *\"$key\": " "$manifest" || echo "$key"; done)
[ -z "$missing" ]
result $? "leaves nothing out $missing"
[ "$(field cpu "$manifest")" != null ]
result $? "has the processor"

# Every call is noted; the first one's start and the last one's end are the run's.
started=$(field started "$manifest")
expect 0 "a second call" run l2 --scale smoke -q -j 1 -o "$dir"
[ "$(grep -c '"program_sha256": ' "$manifest")" -eq 2 ] && [ "$(field started "$manifest")" = "$started" ] &&
	grep -q '"command": "cuckoobench run l2 .* -j 1 ' "$manifest" && ! grep -q '"finished": null' "$manifest"
result $? "is noted beside the first"
grep -q '^  "mixed": \[\]' "$manifest"
result $? "and nothing is mixed"

# An update of a library that bears on no measurement is noted; of one that does, refused.
cp -r "$dir" "$scratch/updated"
digest_of() { # digest_of LIBRARY: the line of its digest in the manifest
	grep -n -A 4 "\"$1\.so[.0-9]*\": {" "$manifest" | sed -n 's/^\([0-9]*\)-.*"sha256".*/\1/p' | head -n 1
}
edit "$(digest_of libjansson)s/: \"..../: \"0000/" "$scratch/updated/manifest.json"
expect 0 "another libjansson" run l2 --scale smoke -q -o "$scratch/updated"
grep -q '^cuckoobench: note: libjansson\.so.* bears on no measurement' "$scratch/err"
result $? "is noted"
sed -n '/"libraries_updated": {$/,/}/p' "$scratch/updated/manifest.json" | grep -q '"libjansson.so' &&
	grep -q '^  "mixed": \[\]' "$scratch/updated/manifest.json"
result $? "in the manifest, and as no mixture"
cp "$manifest" "$scratch/updated/manifest.json"
edit "$(digest_of libxxhash)s/: \"..../: \"0000/" "$scratch/updated/manifest.json"
refuses 2 "holds a run with another build of the program (libraries.libxxhash.so." "another libxxhash" \
	run l2 --scale smoke -q -o "$scratch/updated"

# What may not be mixed, and what may on demand.
cp -r "$dir" "$scratch/other"
other=$scratch/other/manifest.json
edit 's/^    "git_commit": .*/    "git_commit": "0000000000000000000000000000000000000000",/
	s/^    "kernel": .*/    "kernel": "Minix 3",/' "$other"
cp "$other" "$scratch/before"
expect 2 "another build" run l2 --scale smoke -q -o "$scratch/other"
says "holds a run with another build of the program (commit 000000000000" "is refused"
grep -q ' there, commit .* here; kernel: Minix 3 there, ' "$scratch/err"
result $? "with all that differs"
grep -q "choose another folder with -o, or mix them with --mix" "$scratch/err" && cmp -s "$other" "$scratch/before"
result $? "with the way out, and nothing changed"
refuses 2 "holds a run with another seed (seed: 2014 there, 7 here); choose another folder with -o" \
	"another seed, even with --mix" run l2 --scale smoke --seed 7 --mix -q -o "$scratch/other"
refuses 2 "another scale (scale: smoke there, quick here; seed: 2014 there, 7 here; hash: xxh3 there, city here); " \
	"other settings: all that differ" run l2 --scale quick --seed 7 --hash city -q -o "$scratch/other"
expect 2 "another scale, even with --mix" run l2 --scale quick --mix -q -o "$scratch/other"
expect 2 "another hash, even with --mix" run l2 --scale smoke --hash city --mix -q -o "$scratch/other"
expect 2 "other pages, even with --mix" run l2 --scale smoke --pages 4k --mix -q -o "$scratch/other"
cmp -s "$other" "$scratch/before"
result $? "change nothing"
expect 0 "another build and machine with --mix" run f1 --scale smoke --mix -q -o "$scratch/other"
sed -n '/^  "mixed"/,$p' "$other" >"$scratch/mixed"
grep -q '"program.git_commit"' "$scratch/mixed" && grep -q '"machine.kernel"' "$scratch/mixed" &&
	grep -q "\"kernel\": \"$(field kernel "$manifest")\"" "$scratch/mixed" && grep -q '"mixed": true' "$other" &&
	[ "$(field kernel "$other")" = "Minix 3" ]
result $? "are noted as mixed, with what differs"
expect 0 "the same again" run f1 --scale smoke --mix -q -o "$scratch/other"
[ "$(grep -c '"machine.kernel"' "$other")" -eq 1 ] && [ "$(grep -c '"mixed": true' "$other")" -eq 2 ]
result $? "is noted once for both calls"

# If another machine continues a run in the middle of a repetition, it measures that whole repetition again, and no
# other.
expect 0 "three repetitions" run t3 --filter 'cf|bf|qf' --reps 3 --scale smoke -q -o "$scratch/moved"
edit 's/^    "kernel": .*/    "kernel": "Minix 3",/' "$scratch/moved/manifest.json"
cells "$scratch/moved" | column cell | sort >"$scratch/cells"
expect 0 "a whole run that another machine takes up" run t3 --filter 'cf|bf|qf' --reps 3 --scale smoke \
	-q --mix -o "$scratch/moved"
[ "$(cells "$scratch/moved" | column call | sort -u)" = 0 ]
result $? "is left as it is"
amend "$scratch/moved" '$1 == "attempt" { off = /life:-:.*:rep=2,/ } off { next }'
expect 0 "one that it takes up within the last repetition" run t3 --filter 'cf|bf|qf' --reps 3 --scale smoke \
	-q --mix -o "$scratch/moved"
calls=$(record "$scratch/moved" '/^attempt,.*:/ { print $a["rep"] " by " $a["call"] }' | sort -u | tr '\n' ' ')
[ "$calls" = "0 by 0 1 by 0 2 by 2 " ] && cells "$scratch/moved" | column cell | sort | cmp -s "$scratch/cells" -
result $? "has that repetition of its own ($calls)"
grep -q '<td>0, 1</td></tr>' "$scratch/moved/report.html" &&
	! grep -q 'More than one measured' "$scratch/moved/report.html"
result $? "and the report says which is whose"

# verify: everything follows from the samples.
unsanitized "what verify finds" # tests/unit/test_evidence.c and the fuzzed readers have the same code
find "$dir" -type f -exec sha256sum {} + >"$scratch/before"
expect 0 "verify" verify "$dir"
files=$(($(ls "$dir"/results/*.csv | wc -l) + 4))
[ "$(grep -c '^same ' "$scratch/out")" -eq $files ] && [ ! -s "$scratch/err" ] &&
	grep -q '^same     claims.json$' "$scratch/out" &&
	grep -q '^same     record.csv$' "$scratch/out" &&
	grep -q '^same     ro-crate-metadata.json$' "$scratch/out" && ! grep -q ^note "$scratch/out"
result $? "has one line a file"
[ "$(field record_sha256 "$manifest")" = "$(sha256sum <"$dir/record.csv" | cut -d' ' -f1)" ]
result $? "the manifest has the record's digest"
# Each entry's, as another program computes it: of its lines, without the digest itself.
wrong=$(sed 1,4d "$dir/record.csv" | while IFS= read -r line; do
	case $line in
	sample,*) ;;
	*)
		[ -z "$digest" ] || [ "$digest" = "$(sha256sum "$scratch/entry" | cut -c 1-16)" ] || echo "$digest"
		digest=${line##*,} line=${line%,*},
		: >"$scratch/entry"
		;;
	esac
	printf '%s\n' "$line" >>"$scratch/entry"
done)
[ -z "$wrong" ] && [ "$(grep -c '^attempt,' "$dir/record.csv")" -gt 10 ]
result $? "and each attempt its own $wrong"
crate_digest() { # of a file, in the crate
	sed -n "/\"@id\": \"$1\",/,/}/s/.*\"sha256\": \"\([0-9a-f]*\)\".*/\1/p" "$dir/ro-crate-metadata.json"
}
for file in record.csv manifest.json; do
	[ "$(crate_digest $file)" = "$(sha256sum "$dir/$file" | cut -d' ' -f1)" ] || echo $file
done >"$scratch/missing"
[ ! -s "$scratch/missing" ]
result $? "the crate has the digests of what was measured $(cat "$scratch/missing")"
find "$dir" -type f ! -name ro-crate-metadata.json ! -name '.*' -printf '%P\n' | while read -r file; do
	grep -q "\"@id\": \"$file\",\$" "$dir/ro-crate-metadata.json" || echo "$file"
done >"$scratch/missing"
[ ! -s "$scratch/missing" ]
result $? "and every file of the run $(cat "$scratch/missing")"
sha256sum --quiet -c "$scratch/before" >/dev/null &&
	[ "$(find "$dir" -type f | wc -l)" -eq "$(wc -l <"$scratch/before")" ]
result $? "changes nothing"
expect 0 "verify --json" verify "$dir" --json
told "says the same" 'it["same"] == len(it["files"]) > 2 and it["differs"] == it["missing"] == it["extra"] == 0 and
	it["notes"] == [] and it["files"][-4:] == [{"file": "claims.json", "result": "same", "line": None},
	{"file": "ro-crate-metadata.json", "result": "same", "line": None},
	{"file": "record.csv", "result": "same", "line": None},
	{"file": "manifest.json", "result": "same", "line": None}]'
cp -r "$dir" "$scratch/forged"
sed -i '3y/0123456789/1234567890/' "$scratch/forged/results/l2.csv" # as long as before
expect 1 "a number in a figure's data changed" verify "$scratch/forged"
grep -q '^differs  results/l2.csv at line 3$' "$scratch/out" &&
	[ "$(grep -c '^same ' "$scratch/out")" -eq $((files - 1)) ]
result $? "is found, with its line"
expect 1 "so it is as JSON" verify "$scratch/forged" --json
told "with its line" '{"file": "results/l2.csv", "result": "differs", "line": 3} in it["files"] and it["differs"] == 1'
rm "$scratch/forged/results/l2.csv"
echo >"$scratch/forged/results/x9.csv"
sed -i "s|\"confirmed\": [0-9]*|\"confirmed\": 99|" "$scratch/forged/claims.json"
expect 1 "data removed, data added, verdicts changed" verify "$scratch/forged"
grep -q '^missing  results/l2.csv$' "$scratch/out" && grep -q '^extra    results/x9.csv$' "$scratch/out" &&
	grep -q '^differs  claims.json at line ' "$scratch/out" &&
	grep -q " $((files - 3)) same, 2 differ, 1 missing, 1 extra\$" "$scratch/out"
result $? "are found"
grep -q '^differs  ro-crate-metadata.json at line ' "$scratch/out"
result $? "in the crate, too, which lists the run's files"
cp -r "$dir" "$scratch/crate"
sed -i 's/"endTime": "20/"endTime": "19/' "$scratch/crate/ro-crate-metadata.json"
expect 1 "another time in the crate" verify "$scratch/crate"
grep -q '^differs  ro-crate-metadata.json at line ' "$scratch/out" &&
	grep -q " $((files - 1)) same, 1 differ, 0 missing, 0 extra\$" "$scratch/out"
result $? "is found"
rm "$scratch/crate/ro-crate-metadata.json"
expect 0 "a run of an earlier build, without a crate" verify "$scratch/crate"
grep -q " $((files - 1)) same, 0 differ, 0 missing, 0 extra\$" "$scratch/out"
result $? "is whole"
expect 0 "a report of it" report "$scratch/crate"
cmp "$dir/ro-crate-metadata.json" "$scratch/crate/ro-crate-metadata.json"
result $? "makes the same crate, byte for byte"
cp -r "$dir" "$scratch/forged2"
amend "$scratch/forged2" '/^attempt,fill:/ { on = 1 } on && $s["measure"] == "load" { $s["num"]++ }'
expect 1 "a sample changed, and digests made anew" verify "$scratch/forged2"
grep -q '^differs  results/' "$scratch/out"
result $? "is seen where it leads to another result"
expect 0 "which a report then has" report "$scratch/forged2"
expect 0 "so that nothing tells" verify "$scratch/forged2"
# With the old digests a report cannot make it right.
cp -r "$dir" "$scratch/forged3"
sed -i '0,/^sample,.*,load,/s/^\(sample,.*,load,.*,\)\([0-9]*,[0-9]*\)$/\19\2/' "$scratch/forged3/record.csv"
find "$scratch/forged3" -type f -exec sha256sum {} + >"$scratch/before2"
line=$(cmp "$dir/record.csv" "$scratch/forged3/record.csv" | sed 's/.*line //')
cell=$(head -n "$line" "$dir/record.csv" | sed -n 's/^attempt,\([^,]*\),.*/\1/p' | tail -n 1)
for command in report verify claims "compare $dir"; do
	refuses "$(case $command in compare*) echo 2 ;; *) echo 1 ;; esac)" \
		": the attempt at $cell, up to line " "$command of a sample changed" $command "$scratch/forged3"
done
sha256sum --quiet -c "$scratch/before2" >/dev/null
result $? "none of which writes anything"
expect 0 "the run goes on" run t3 f5 l2 --scale smoke -q -o "$scratch/forged3"
grep -qF ": the attempt at $cell, up to line " "$scratch/err"
result $? "says what is changed"
expect 0 "and measures it again" verify "$scratch/forged3"
cp -r "$dir" "$scratch/notes"
rm "$scratch/notes/ro-crate-metadata.json" # which has the manifest's digest
edit '/plots\/f5.gp\|^    "sha256": /{s/": "[^0]/": "0/;t;s/": "0/": "1/}' "$scratch/notes/manifest.json"
expect 0 "another program or input" verify "$scratch/notes"
grep -q '^note: plots/f5.gp has changed since the run$' "$scratch/out" &&
	grep -q '^note: derived by another build' "$scratch/out"
result $? "is only noted"
# A build of the same commit, whose sources had changes or had none.
dirty=$(field git_dirty "$manifest")
case $dirty in true) other=false ;; *) other=true ;; esac
edit "s/^    \"git_dirty\": .*/    \"git_dirty\": $other,/" "$scratch/notes/manifest.json"
expect 0 "verify of a run of the same commit, with changes or without" verify "$scratch/notes"
build="commit [0-9a-z]*" with=" with changes"
[ "$dirty" = true ] && mine=$build$with theirs=$build || mine=$build theirs=$build$with
grep -q "^note: derived by another build ($mine) than measured it ($theirs)\$" "$scratch/out"
result $? "tells the two apart"
expect 2 "a run into it" run l2 --scale smoke -q -o "$scratch/notes"
says "holds a run with another build of the program (commit " "is refused"
grep -q " ($theirs there, $mine here); choose" "$scratch/err"
result $? "in the same words"
# A manifest that was changed since: its digest, of the values, witnesses it.
cp -r "$dir" "$scratch/witness"
rm "$scratch/witness/ro-crate-metadata.json" # which has the manifest's SHA-256, and so witnesses it, too
sed -i 's/"seed": "2014"/"seed": "2015"/' "$scratch/witness/manifest.json"
expect 1 "verify of a manifest with another seed" verify "$scratch/witness"
grep -q '^differs  manifest.json$' "$scratch/out" &&
	grep -q " $((files - 2)) same, 1 differ, 0 missing, 0 extra\$" "$scratch/out"
result $? "finds it"
refuses 2 "manifest.json has been changed since the run wrote it" "a run with that seed" \
	run l2 --scale smoke --seed 2015 -q -o "$scratch/witness"
refuses 2 "manifest.json has been changed since the run wrote it" "a merge" \
	merge "$scratch/witness" "$dir" -o "$scratch/none"
expect 0 "its report" report "$scratch/witness"
grep -q 'manifest.json has been changed since the run wrote it' "$scratch/witness/report.html" &&
	! grep -q 'manifest.json has been changed' "$dir/report.html"
result $? "says so"
rm "$scratch/witness/ro-crate-metadata.json"
for value in 's/"memory_bytes": [0-9]/&1/' 's/"threads": 0/"threads": 1/' 's/^      "finished": "2/&1/' \
	's/^  "mixed": \[\]/  "mixed": [1]/'; do
	cp "$manifest" "$scratch/witness/manifest.json"
	sed -i "$value" "$scratch/witness/manifest.json"
	! cmp -s "$manifest" "$scratch/witness/manifest.json" &&
		"$CUCKOOBENCH" verify "$scratch/witness" >"$scratch/out" 2>"$scratch/err"
	[ $? -eq 1 ] && grep -q '^differs  manifest.json$' "$scratch/out"
	result $? "so it does after $value"
done
if command -v python3 >/dev/null; then
	python3 -c 'import json, sys; m = json.load(open(sys.argv[1]))
json.dump(dict(reversed(m.items())), open(sys.argv[2], "w"))' "$manifest" "$scratch/witness/manifest.json"
	expect 0 "verify of a manifest that was formatted anew" verify "$scratch/witness"
else
	skipped "verify of a manifest that was formatted anew" "python3 is not installed"
fi
cp "$manifest" "$scratch/witness/manifest.json"
sed -i 's/^  "digest": ".*"/  "digest": null/' "$scratch/witness/manifest.json"
expect 1 "verify of a manifest without a digest" verify "$scratch/witness"
grep -q '^differs  manifest.json$' "$scratch/out"
result $? "finds that nothing witnesses it"
refuses 2 "verify needs the folder of a run" "verify without a folder" verify
refuses 2 "not a run: it has no manifest.json" "verify of no run" verify "$scratch"
sed -i '7s/,/;/' "$scratch/forged/record.csv"
refuses 1 "record.csv:7: not a sample" "verify of a damaged record" verify "$scratch/forged"
flock "$dir" "$CUCKOOBENCH" verify "$dir" >"$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ] && grep -q "in use by another cuckoobench" "$scratch/err"
result $? "a folder in use is left alone"

# History: compressed samples are read like any other and never added to.
cp -r "$dir" "$scratch/history"
gzip -9n "$scratch/history/record.csv"
expect 0 "verify of compressed samples" verify "$scratch/history"
rm -r "$scratch/history/results" "$scratch/history/claims.json" "$scratch/history/report.html"
expect 0 "a report of compressed samples" report "$scratch/history"
different=$(for csv in "$dir"/results/*.csv "$dir/claims.json"; do
	cmp -s "$csv" "$scratch/history/${csv#"$dir"/}" || echo "$csv"
done)
[ -z "$different" ]
result $? "has the same data $different"
grep -q '"@id": "record.csv.gz"' "$scratch/history/ro-crate-metadata.json"
result $? "and a crate of what is there now"
expect 0 "which is verified" verify "$scratch/history"
refuses 2 "is history: its samples are compressed; choose another folder with -o" "a run into history" \
	run l2 --scale smoke -q -o "$scratch/history"
gzip -dk "$scratch/history/record.csv.gz"
refuses 1 "holds both record.csv and record.csv.gz" "compressed and plain samples" report "$scratch/history"
rm "$scratch/history/record.csv"
truncate -s -20 "$scratch/history/record.csv.gz"
refuses 1 "record.csv.gz: " "compressed samples cut off" verify "$scratch/history"

# A line cut off at the end, as a kill or a full disk leaves it, is no damage.
cp -r "$dir" "$scratch/cut"
rm "$scratch/cut/ro-crate-metadata.json" # of the whole run
printf 'attempt,fill:cf:m=' >>"$scratch/cut/record.csv"
refuses 1 "record.csv: not as the run left it" "more behind a run that had ended" verify "$scratch/cut"
stopped "$scratch/cut"
expect 0 "verify of a run cut off in the middle of a line" verify "$scratch/cut"
expect 0 "a report of it" report "$scratch/cut"

# One seed, one result: every deterministic experiment on one processor and on four. (Not misses_*, which the processor
# counts.)
deterministic=$("$CUCKOOBENCH" list |
	awk '/^Experiments/ {on = 1} /^$/ {on = 0} on && $2 == "deterministic" {print $1}')
for jobs in 1 4; do
	expect 0 "all deterministic experiments on $jobs processors" run $deterministic --scale smoke -q -j $jobs \
		-o "$scratch/jobs$jobs"
	for csv in "$scratch/jobs$jobs"/results/*.csv; do
		sed -i '/,misses_/d' "$csv"
	done
done
[ "$(ls "$scratch/jobs1/results" | wc -l)" -ge 8 ] &&
	diff -r "$scratch/jobs1/results" "$scratch/jobs4/results" >/dev/null
result $? "are the same bytes ($(echo $deterministic))"
