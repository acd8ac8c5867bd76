# SPDX-License-Identifier: MIT
# Timed experiments on keys of one's own (--keys), asked for as in a trace (--queries), with their copies (--multiset).
. tests/cli_lib.sh

seq 10000 | sed 's/^/http:\/\/example.org\//' >"$scratch/urls.txt"
seq 20001 26000 | sed 's/^/http:\/\/example.org\//' >"$scratch/others.txt"
{ cat "$scratch/urls.txt" "$scratch/others.txt" && head -n 4000 "$scratch/others.txt"; } | sort >"$scratch/trace.txt"
run=$scratch/run
# value FOLDER SERIES METRIC: the mean.
value() {
	grep "^,$2,0,$3," "$1/results/t3.csv" | cut -d, -f10
}

expect 0 "all that take one's own keys" run t3 f5 f6 f7 f8 l4 c2 --scale smoke -o "$run" --keys "$scratch/urls.txt"
# From the whole registry: no filter of the paper's is missing for the keys.
cells "$run" | grep '^life:' >"$scratch/lives"
[ "$(wc -l <"$scratch/lives")" -gt 10 ] && ! grep -qv ':keys=urls.txt:hash=xxh3:' "$scratch/lives" &&
	! cells "$run" | column status | grep -qx failed
result $? "measure every filter on them"
for id in f5 f6 f7 f8 l4; do
	grep -q 'keys of urls.txt' "$run/plots/$id.svg"
	result $? "$id says whose keys they are"
done
grep -q '<dt>Keys</dt><dd>keys of urls.txt' "$run/report.html" &&
	grep -q ' Of keys of urls.txt\.$' "$run/tables/t3.md" && grep -q -e '--keys ' "$run/report.html"
result $? "so do report and tables"
expect 0 "verdicts" claims "$run" --json
python3 - "$scratch/out" <<'EOF'
import json, sys
claims = json.load(open(sys.argv[1]))["claims"]
judged = [c["id"] for c in claims if c["verdict"] in ("confirmed", "contradicted", "inconclusive")]
said = [c for c in claims if "keys of urls.txt" in json.dumps(c)]
sys.exit(not (judged == ["A/A"] and len(said) > 10))
EOF
result $? "are not passed on them, but on the control"
expect 0 "the run follows from its samples" verify "$run"
expect 0 "the same again" run t3 --scale smoke -o "$run" --keys "$scratch/urls.txt"
refuses 2 "holds a run with another own_keys (own_keys: urls.txt there, null here)" "random keys in that folder" \
	run t3 --scale smoke -o "$run"

# What is deterministic is the same of the same keys, in whatever way they come.
"$CUCKOOBENCH" run t3 --scale smoke -q -o "$scratch/stdin" --filter cf \
	--keys - <"$scratch/urls.txt" >"$scratch/out" 2>"$scratch/err"
result $? "the keys from standard input"
cp "$scratch/urls.txt" "$scratch/a,b.txt"
expect 0 "a file with a comma in its name" run t3 --scale smoke -q -o "$scratch/comma" --filter cf \
	--keys "$scratch/a\\,b.txt"
for other in stdin comma; do
	[ "$(value "$scratch/$other" cf items)" = "$(value "$run" cf items)" ] &&
		[ "$(value "$scratch/$other" cf fpr)" = "$(value "$run" cf fpr)" ]
	result $? "by $other: the same items and false positives"
done

# A trace: of its 20,000 questions 10,000 are for the set's keys, each once, so those that are in are counted exactly.
expect 0 "a trace" run t3 f5 f6 --scale smoke -q -o "$scratch/asked" --keys "$scratch/urls.txt" \
	--queries "$scratch/trace.txt"
python3 - "$scratch/asked/results/t3.csv" <<'EOF'
import csv, sys
rows = {(r["series"], r["metric"]): r for r in csv.DictReader(open(sys.argv[1]))}
filters = {s for s, m in rows if m == "items"}
ok = len(filters) > 5
for s in filters:
    ok &= abs(float(rows[s, "asked_present"]["mean"]) * 20000 - float(rows[s, "items"]["mean"])) < 1e-3
    ok &= float(rows[s, "fpr_asked"]["mean"]) < 0.02 and float(rows[s, "lookup_asked"]["mean"]) > 0
sys.exit(not ok)
EOF
result $? "is asked as it is: what is in, what is not, how fast"
grep -q '"asked": "trace.txt"' "$scratch/asked/manifest.json" &&
	grep -q '"queries:trace.txt": {' "$scratch/asked/manifest.json"
result $? "is noted"
refuses 2 "holds a run with another asked (asked: trace.txt there, null here)" "the same keys without it" \
	run t3 --scale smoke -q -o "$scratch/asked" --keys "$scratch/urls.txt"
unsanitized "other questions, streams and copies"
expect 0 "only keys that are not in" run t3 f5 --scale smoke -q -o "$scratch/negative" --filter 'cf|bf' \
	--keys "$scratch/urls.txt" --queries "$scratch/others.txt"
[ "$(value "$scratch/negative" cf asked_present)" = 0 ] && [ -n "$(value "$scratch/negative" cf fpr_asked)" ]
result $? "are asked for as such"
expect 2 "questions of another kind" run t3 --scale smoke -o "$scratch/none" --keys sequential \
	--queries "$scratch/missing"
seq 9000 >"$scratch/integers.txt"
expect 0 "integers" run t3 --scale smoke -q -o "$scratch/integers" --filter cf --keys "$scratch/integers.txt" \
	--keys-format decimal --queries uniform
expect 0 "a stream" run t3 --scale smoke -q -o "$scratch/stream" --filter cf --keys clustered

# Copies: what stores them takes part, the rest is left out with the reason.
{ cat "$scratch/urls.txt" && head -n 5000 "$scratch/urls.txt"; } >"$scratch/copies.txt"
expect 0 "keys with copies" run t3 f8 --scale smoke -q -o "$scratch/copies" --keys "$scratch/copies.txt" --multiset
[ -n "$(value "$scratch/copies" cf items)" ] && [ -z "$(value "$scratch/copies" bf items)" ] &&
	grep -A 30 '"left_out"' "$scratch/copies/manifest.json" |
	grep -q '"bf": "takes no copies of a key (--multiset)"'
result $? "leave out what takes none"
grep -q -e '--multiset' "$scratch/copies/report.html"
result $? "the command to repeat it has them"
expect 2 "the same keys without copies" run t3 --scale smoke -q -o "$scratch/copies" --keys "$scratch/copies.txt"

# Beside a run on random keys.
expect 0 "a run on random keys" run t3 --scale smoke -q -o "$scratch/random" --filter cf
expect 0 "beside it" compare "$scratch/random" "$scratch/asked" -o "$scratch/beside.html"
grep -q "ifferent keys (A random integers, B urls.txt)" "$scratch/beside.html" &&
	grep -q "ifferent questions (A the suite.*s, B trace.txt)" "$scratch/beside.html"
result $? "is told to have other keys, and other questions"

# What a set cannot do is said before.
head -n 5000 "$scratch/urls.txt" >"$scratch/few.txt"
expect 2 "too few keys" run t3 --scale quick -o "$scratch/none" --keys "$scratch/few.txt"
says "--keys few.txt: 2500 keys to insert, where the smallest tables, of 6 KiB, have 4096 entries; it takes a set of \
8192" "are told"
expect 0 "enough, where all are inserted" plan t3 --scale quick --keys "$scratch/few.txt" --queries "$scratch/trace.txt"
says "note: few.txt has 5000 keys to insert, so tables have 6 KiB instead of 192 MiB" "for small tables"
expect 0 "which fit little memory, too" plan t3 --scale quick --mem-limit 1G --keys "$scratch/few.txt" \
	--queries "$scratch/trace.txt"
[ "$(grep -c '^cuckoobench: note: ' "$scratch/err")" -eq 1 ]
result $? "so nothing is said of memory"
refuses 2 "of the experiments chosen only k1 takes several sets" "two sets" \
	run t3 --scale smoke -o "$scratch/none" --keys "$scratch/urls.txt,clustered"
refuses 2 "--queries: there are no --keys" "questions without keys" \
	run t3 --scale smoke -o "$scratch/none" --queries "$scratch/trace.txt"
refuses 2 "--multiset: no experiment that was chosen takes keys of one's own; t3, f5" "copies for K1" \
	run k1 --scale smoke -o "$scratch/none" --keys "$scratch/urls.txt" --multiset
[ ! -e "$scratch/none" ]
result $? "nothing was written"
