# SPDX-License-Identifier: MIT
# Key sets: the list, files that are not key sets, exports, K1 on the user's own keys, and the record of the keys in a
# run.
. tests/cli_lib.sh

export CUCKOOBENCH_PACKAGES="$scratch/root"
mkdir "$scratch/root"
expect 0 "a list of key sets" keys
[ "$(grep -cE '^  (uniform|sequential|clustered|shared-low|shared-high) ' "$scratch/out")" -eq 5 ] &&
	grep -q '^  words  *not installed ' "$scratch/out" &&
	grep -q '^  fixed:N ' "$scratch/out"
result $? "has streams, sets of packages and whether they are there, and formats"
expect 0 "the same as JSON" keys list --json
grep -q '"installed": false' "$scratch/out"
result $? "says so too"
expect 0 "a stream" keys clustered --seed 3
head -n 1 "$scratch/out" | grep -q '^clustered: runs of 64'
result $? "is described"
refuses 3 'cuckoobench: --keys words: package wamerican' "a set whose package is missing" keys words

# Files. refused TEXT FORMAT CONTENT: status 2 and the place.
refused() {
	printf "$3" >"$scratch/bad"
	refuses 2 "cuckoobench: --keys $scratch/bad: $1" "refuses, as $2, a file: $1" \
		keys "$scratch/bad" --keys-format "$2" -o "$scratch/none"
}
refused 'empty' auto ''
refused 'no key' lines '\n\r\n'
refused 'only one distinct key' lines 'a\na\r\na'
refused 'line 3: a NUL byte' lines 'a\nb\n\0\n'
refused "line 2: 'b' is no integer from 0 to 2^64-1" decimal '1\nb\n'
refused '9 bytes are no whole number of records of 4' fixed:4 '123456789'
refused 'the count says 2 keys, but behind it are 15 bytes' sosd64 '\2\0\0\0\0\0\0\0abcdefghijklmno'
refused 'the count says 3 keys, but behind it are 16 bytes' sosd64 '\3\0\0\0\0\0\0\0abcdefghijklmnop'
refused '3 bytes, too few for the count' sosd32 'abc'
refused 'neither text' auto '\3\0\0\0\0\0\0\0abcdefghijklmnop'
refuses 2 "cuckoobench: --keys $scratch: Is a directory" "a folder" keys "$scratch"
printf 'one\ntwo\n' >"$scratch/a, b.txt"
expect 0 "a file with a comma in its name" keys "$scratch/a, b.txt"
head -n 1 "$scratch/out" | grep -q '^a, b\.txt: 2 distinct keys' &&
	grep -q '^  name         a__b\.txt, in records and figures$' "$scratch/out"
result $? "has its name, and that of its figures"
refuses 2 "cuckoobench: --keys $scratch/missing: No such file" "a file that is missing" keys "$scratch/missing"
refuses 2 "not a hash" "a hash that is a control" keys sequential --hash identity
expect 2 "a format that there is not" keys x --keys-format sosd16
printf 'a\nb\n' >"$scratch/words"
refuses 2 "named as a set that there is already" "a file named as a set that there is" keys "$scratch/words"
[ ! -e "$scratch/none" ] && [ -z "$(find "$scratch" -name '*.tmp')" ]
result $? "nothing was written"

# Exports.
seq 1 3000 | sed 's/$/\r/' >"$scratch/numbers.txt"
printf '3000\n\n7\n\xff\xfe no newline' >>"$scratch/numbers.txt"
expect 0 "a file of lines" keys "$scratch/numbers.txt"
grep -q '^numbers.txt: 3001 distinct keys, strings of bytes$' "$scratch/out" &&
	grep -q '^  duplicates   2 dropped$' "$scratch/out" &&
	grep -q '^  passed over  1 ' "$scratch/out" &&
	grep -q "^  sha256       $(sha256sum <"$scratch/numbers.txt" | cut -d' ' -f1)$" "$scratch/out"
result $? "is counted and digested"
expect 0 "its digests as a file" keys "$scratch/numbers.txt" --hash city -o "$scratch/digests"
[ "$(wc -c <"$scratch/digests")" -eq $((8 + 8 * 3001)) ]
result $? "of SOSD's 64-bit format"
expect 0 "a stream's keys as a file" keys sequential --items 1000 -o "$scratch/stream"
expect 0 "read again" keys "$scratch/stream"
grep -q '^stream: 1000 distinct keys, integers$' "$scratch/out"
result $? "are the same number"
expect 0 "written again" keys "$scratch/stream" -o "$scratch/stream2"
cmp -s "$scratch/stream" "$scratch/stream2"
result $? "are the same bytes"
refuses 2 "--items: stream has its own number" "a number of keys for a file" keys "$scratch/stream" --items 1000
mkfifo "$scratch/pipe"
timeout 60 cat "$scratch/pipe" >"$scratch/piped" &
expect 0 "written into a pipe" keys "$scratch/stream" -o "$scratch/pipe"
wait $!
[ -p "$scratch/pipe" ] && cmp "$scratch/piped" "$scratch/stream2" >"$scratch/out"
result $? "it stays one, and has them"
refuses 2 "cuckoobench: $scratch/no/folder: No such file" "an export to nowhere" \
	keys sequential --items 1000 -o "$scratch/no/folder"
expect 2 "an export of the list" keys -o "$scratch/none"

# Runs.
refuses 2 "--keys: no experiment that was chosen takes key sets; k1, t3, f5, f6, f7, f8, l4, c2, c3 do" \
	"key sets for experiments that take none" run l2 --scale smoke -o "$scratch/none" --keys "$scratch/stream"
expect 2 "a format of no file" run k1 --scale smoke -o "$scratch/none" --keys-format lines
refuses 2 "cuckoobench: --keys $scratch/bad: " "a bad file" \
	run k1 --scale smoke -o "$scratch/none" --keys "$scratch/bad"
refuses 3 "package wamerican" "a package that is missing, by name" run k1 --scale smoke -o "$scratch/none" --keys words
[ ! -e "$scratch/none" ]
result $? "nothing was written"
run=$scratch/run
expect 0 "K1 on a file and on what there always is" run k1 --scale smoke -q -o "$run" --filter 'cf|bf' \
	--keys "$scratch/numbers.txt,clustered"
for hash in xxh3 identity; do
	[ "$(grep -cE "^numbers.txt/$hash,(cf|bf),0,fpr_replay,fraction,[12],1," "$run/results/k1.csv")" -eq 2 ]
	result $? "asks by $hash for false positives again: all are answered with yes"
done
[ "$(grep -c '^clustered/xxh3,cf,0,load,' "$run/results/k1.csv")" -eq 1 ]
result $? "takes a set that is named twice once"
grep -A 20 '"numbers.txt": {' "$run/manifest.json" |
	grep -q "\"sha256\": \"$(sha256sum <"$scratch/numbers.txt" | cut -d' ' -f1)\"" &&
	grep -A 20 '"numbers.txt": {' "$run/manifest.json" | grep -q '"duplicates": 2'
result $? "notes whose keys they were"
expect 0 "the run follows from its samples" verify "$run"
mkdir "$scratch/moved" && cp "$scratch/numbers.txt" "$scratch/moved/"
expect 0 "the same file elsewhere" run k1 --scale smoke -q -o "$run" --filter 'cf|bf' \
	--keys "$scratch/moved/numbers.txt"
grep -q 'already has' "$scratch/err"
result $? "is the same set"
echo more >>"$scratch/numbers.txt"
before=$(sha256sum "$run"/*.csv "$run/manifest.json")
refuses 2 "holds a run with another key set numbers.txt: 3001 keys, SHA-256" "another content of that name" \
	run k1 --scale smoke -q -o "$run" --filter 'cf|bf' --keys "$scratch/numbers.txt"
[ "$before" = "$(sha256sum "$run"/*.csv "$run/manifest.json")" ]
result $? "and nothing has changed"

# Runs of different keys under one name are not merged.
for part in 1 2; do
	expect 0 "shard $part of two" run k1 --scale smoke -q --filter cf --keys "$scratch/numbers.txt" \
		--shard $part/2 -o "$scratch/part$part"
done
cp -r "$scratch/part2" "$scratch/other"
edit '/"sha256": "'"$(sha256sum <"$scratch/numbers.txt" | cut -d' ' -f1)"'"/s/: "./: "x/' "$scratch/other/manifest.json"
refuses 2 "are runs with different key sets of one name (numbers.txt: 3001 keys" "shards of different keys" \
	merge "$scratch/part1" "$scratch/other" --mix -o "$scratch/none"
expect 0 "shards of the same keys" merge "$scratch/part1" "$scratch/part2" -o "$scratch/merged"
grep -q '"numbers.txt": {' "$scratch/merged/manifest.json"
result $? "are merged, and the keys noted"

# From full scale on a set whose package is missing is skipped, and says so.
expect 0 "a plan at full scale" plan k1 --scale full
expect 3 "K1 at full scale, for no time at all" run k1 --scale full -q -o "$scratch/full" --filter cf \
	--time-budget 0.001s
[ "$(cells "$scratch/full" |
	grep -cE '^keys:cf:.*:keys=[a-z0-9]+:hash=xxh3:rep=0,.*,skipped,.*package [a-z-]+ is not installed')" -eq 6 ]
result $? "skips the sets of packages, which it names"
[ "$(cells "$scratch/full" | grep -c ':keys=words:')" -eq 1 ]
result $? "each once"

# Two files of one name are two sets, in either order and in whatever folder: one of them must not go unmeasured.
mkdir -p "$scratch/named/old" && seq 20000 | sed 's/^/a/' >"$scratch/named/old/keys.txt"
seq 20000 | sed 's/^/b/' >"$scratch/named/keys.txt"
here=$PWD
cd "$scratch/named"
for list in old/keys.txt,keys.txt keys.txt,old/keys.txt keys.txt,keys.txt keys.txt,./keys.txt; do
	refuses 2 "--keys ${list#*,}: the list has a key set named 'keys.txt' already" "the sets $list" \
		run k1 --scale smoke --filter cf -q --keys "$list" -o one
	[ ! -e one ]
	result $? "are not measured"
done
cd "$here"
# A mark that an editor writes is no key's.
printf '\357\273\277a\nb\n' >"$scratch/named/marked.txt"
expect 0 "a file with a byte-order mark" keys "$scratch/named/marked.txt"
grep -q '^marked.txt: 2 distinct keys' "$scratch/out" && grep -qx '  a' "$scratch/out"
result $? "has the keys without it"

# What is not printable is shown, and does nothing to a terminal.
printf 'a\033[31mb\nz\303\251\\\n' >"$scratch/raw.txt"
expect 0 "a file of strange strings" keys "$scratch/raw.txt" --keys-format lines
grep -qxF '  a\x1b[31mb' "$scratch/out" && grep -qxF '  z\xc3\xa9\\' "$scratch/out"
result $? "is shown with its bytes escaped"
refuses 2 "cuckoobench: --keys mine: neither a set that \`cuckoobench keys\` lists nor a file" \
	"a word that names nothing" keys mine

# The user's file is not written over by what was read from it, by whatever name.
cp "$scratch/raw.txt" "$scratch/own.txt" && ln "$scratch/own.txt" "$scratch/alias.txt"
for to in own alias; do
	refuses 2 "--output $scratch/$to.txt: the keys are read from there" "an output that is the input, as $to.txt" \
		keys "$scratch/own.txt" --keys-format lines -o "$scratch/$to.txt"
done
cmp -s "$scratch/own.txt" "$scratch/raw.txt"
result $? "and nothing has changed"

# Numbers that are taken for strings are likely meant as numbers.
seq 100 >"$scratch/decimal.txt"
expect 0 "a file of decimal numbers" keys "$scratch/decimal.txt"
grep -q 'every line is a number; --keys-format decimal' "$scratch/out"
result $? "is said to be one"
expect 0 "a file of other strings" keys "$scratch/raw.txt"
! grep -q 'every line is a number' "$scratch/out"
result $? "is not"
