# SPDX-License-Identifier: MIT
# `tune` within a tiny budget: what it prints, what it writes, what `run` makes of it; refusals; an interruption. No
# result here depends on speed.
. tests/cli_lib.sh

dir=$scratch/tune
bad() { # bad STATUS TEXT ARGUMENT...
	want=$1 text=$2
	shift 2
	expect "$want" "refuses: $*" "$@" 2>/dev/null
	says "$text" "says '$text'"
}

bad 2 "--items '10': not a number of keys from 1000 to 4G" tune --items 10
bad 2 "--positives '150%': not a share such as 0.25 or 25%" tune --positives 150%
bad 2 "--saved '-1': not a number of nanoseconds" tune --saved -1
bad 2 "--bits-per-key 'few': not a number from 1 to 64" tune --bits-per-key few
bad 2 "--max-fpr '0': not a share above 0" tune --max-fpr 0
bad 2 "--threads '0': not a number" tune --threads 0
bad 2 "--items or --bytes, not both" tune --items 10K --bytes 24K
bad 2 "--bytes: from small to large" tune --bytes 24K,12K
bad 2 "--saved: not for run" run f5 --saved 10
bad 2 "--scale: not for tune" tune --scale quick
bad 2 "tune: one argument too many: 'f5'" tune f5
bad 2 "there is no filter that matches --filter 'nosuch'" \
	tune --items 2K --time-budget 1s -q --filter nosuch -o "$scratch/none"
bad 2 "4000000000 keys take at least" tune --items 4G --mem-limit 1T --time-budget 1s -q -o "$scratch/none"
bad 2 "no filter is left" tune --items 2K --time-budget 1s -q --filter cf --max-fpr 1e-12 -o "$scratch/none"
bad 3 "MiB of memory and 1 MiB may be used: ask for fewer keys" tune --items 10M --mem-limit 1M -q -o "$scratch/none"
HWLOC_SYNTHETIC='pack:4 [numa] core:2 pu:1' bad 3 "the topology is not this machine's" tune --items 2K \
	-q -o "$scratch/none"
[ -z "$(find "$scratch/none" -type f 2>/dev/null)" ]
result $? "nothing was written"

expect 0 "a workload" tune --bytes 6K,24K --positives 25% --saved 100 --bits-per-key 14 --time-budget 2s --seed 7 \
	-q -o "$dir"
grep -q 'this machine likes' "$scratch/out" &&
	grep -qE '^  [a-z0-9-]+:[0-9fk]+, [0-9]+ keys a call, [0-9]+ threads?.* pages$' "$scratch/out" &&
	grep -q 'million look-ups a second.*% of the ceiling' "$scratch/out" &&
	grep -q '100 ns of work saved' "$scratch/out"
result $? "is answered"
[ ! -s "$scratch/err" ]
result $? "quietly"
for file in samples.csv tuned.conf report.html results/tune.csv results/ways.csv plots/tune.svg plots/tune.pdf; do
	[ -s "$dir/$file" ] || echo "$file"
done >"$scratch/missing"
[ ! -s "$scratch/missing" ] && [ -z "$(find "$dir" -name '*.tmp')" ]
result $? "every file is there $(cat "$scratch/missing")"
head -n 1 "$dir/samples.csv" | grep -q '^leg,process,round,look_up,keys_a_call,' && ! tail -n +2 "$dir/samples.csv" |
	grep -qvE ',[1-9][0-9]*,[1-9][0-9]*$'
result $? "samples are whole numbers"
[ "$(cut -d, -f1 "$dir/samples.csv" | sort -u | tr '\n' ' ')" = "final kernel leg place size " ] &&
	grep -q ',ceiling-2,' "$dir/samples.csv" &&
	grep -q '^size,0,[0-9]*,[^,]*,[^,]*,[^,]*,[^,]*,3840,' "$dir/samples.csv" &&
	grep -q '^place,0,[0-9]*,[^,]*,[^,]*,[^,]*,[^,]*,15360,' "$dir/samples.csv"
result $? "of all legs, sizes and ceilings"
processes=$(sed -n 's/^final,\([0-9]*\),.*/\1/p' "$dir/samples.csv" | sort -u | wc -l)
[ "$processes" -ge 3 ] && [ "$processes" -le 7 ] &&
	grep -q "in $processes processes, [0-9]* rounds each" "$scratch/out" &&
	grep -q "\"processes\": $processes" "$dir/tuned.conf"
result $? "the answer is that of three to seven processes"
tail -n +2 "$dir/results/ways.csv" | awk -F, '$22 > 14.01 {bad = 1} END {exit bad}'
result $? "no table takes more bits than it may"
! grep -v "$dir" "$scratch/out" | grep -qE '.{81}'
result $? "in lines that a terminal has room for"
grep -q '^pre code{[^}]*pre-wrap' "$dir/report.html"
result $? "which the page does not cut"
grep -q 'medians over the rounds' "$dir/plots/tune.svg" && ! grep -q 'interval' "$dir/plots/tune.svg"
result $? "the figure claims no intervals"
grep -q '"positives": 0.25' "$dir/tuned.conf" && grep -q '"saved_ns": 100.0' "$dir/tuned.conf" &&
	grep -q '"seed": "7"' "$dir/tuned.conf" &&
	grep -q '"cpu": ' "$dir/tuned.conf" && grep -q '"git_commit": ' "$dir/tuned.conf" &&
	grep -q '"interrupted": false' "$dir/tuned.conf"
result $? "the workload, the seed, the machine and the program are in the file"
grep -q '<svg' "$dir/report.html" && ! grep -qE '(src|href)="https?:' "$dir/report.html"
result $? "a page on its own"

# What it found is what `run` takes.
unsanitized "tuned runs, and other tunings"
option() {
	sed -n '/"options"/,/}/s/^ *"'"$1"'": "\{0,1\}\([^",]*\).*/\1/p' "$dir/tuned.conf"
}
expect 0 "run takes the file" run f5 --scale smoke -q -o "$scratch/run" --config "$dir/tuned.conf"
manifest=$scratch/run/manifest.json
grep -q "\"pages\": \"$(option pages)\"" "$manifest" && grep -q "\"pin\": \"$(option pin)\"" "$manifest" &&
	grep -q "^    \"threads\": $(option threads),\$" "$manifest" &&
	cells "$scratch/run" | grep -q "^life:.*[=:]$(option filter):"
result $? "with its filter, pages, pin order and threads"
expect 0 "and gives way" run f5 --scale smoke -q -o "$scratch/over" --config "$dir/tuned.conf" --filter bf --pages 4k
grep -q '"pages": "4k"' "$scratch/over/manifest.json" && cells "$scratch/over" | grep -q '^life:-:.*:with=bf:'
result $? "to the command line"

expect 0 "some filters, one thread, another time" tune --items 3840 --filter 'cf|cf-batch' --threads 1 --isa portable \
	--time-budget 1s -q -o "$dir"
tail -n +2 "$dir/samples.csv" | cut -d, -f4,12 | sort -u | sed 's/ceiling-[12]/ceiling/' | tr '\n' ' ' |
	grep -qE '^ceiling,1? ?' &&
	[ "$(tail -n +2 "$dir/samples.csv" | cut -d, -f4 | grep -v ceiling | sort -u | tr '\n' ' ')" = \
		"cf cf-batch " ] &&
	[ "$(tail -n +2 "$dir/samples.csv" | cut -d, -f11 | sort -u)" = 1 ]
result $? "no others are measured"
grep -q '"isa": "portable"' "$dir/tuned.conf"
result $? "the limit on instructions goes into the file"
expect 0 "progress where there is no terminal" tune --items 3840 --filter cf --pages 4k --time-budget 1s -o "$dir"
grep -q '^size, ' "$scratch/err" && ! grep -q "$(printf '\033')" "$scratch/err"
result $? "is plain lines"
grep -q '(b) ' "$dir/plots/tune.svg" && ! grep -qE '\(c\) |no data' "$dir/plots/tune.svg"
result $? "pages that were not compared have no panel"

# An interruption ends the measuring; what is known by then is said, and written whole. It comes when a line of news
# begins so, however slow the machine is: a line of the second stage or the last says that the first one has an answer.
interrupt() { # interrupt DIR NEWS
	: >"$scratch/err" # no news of an earlier call
	"$CUCKOOBENCH" tune --items 3840 --filter 'cf.*' --time-budget 40s -o "$1" \
		>"$scratch/out" 2>"$scratch/err" </dev/null &
	pid=$!
	while kill -0 $pid 2>/dev/null && ! grep -q "^$2" "$scratch/err"; do
		sleep 0.02
	done
	case $2 in size*) sleep 0.3 ;; esac # its handler comes after its first line, and the last stage may be short
	kill -INT "$pid"
	wait "$pid"
}
interrupt "$scratch/cut" '[pf][a-z]*, '
[ $? -eq 130 ]
result $? "interrupted (exit status 130)"
grep -q 'this machine likes' "$scratch/out" && grep -q 'interrupted' "$scratch/err" &&
	grep -q '"interrupted": true' "$scratch/cut/tuned.conf" &&
	[ -s "$scratch/cut/report.html" ] && [ -z "$(find "$scratch/cut" -name '*.tmp')" ]
result $? "says and writes what was known"
interrupt "$scratch/early" 'size, '
[ $? -eq 130 ]
result $? "interrupted at once (exit status 130)"

"$CUCKOOBENCH" tune --items 3840 --filter cf --time-budget 20s -q -o "$dir" >/dev/null 2>&1 </dev/null &
pid=$!
sleep 1
refuses 2 "in use by another cuckoobench" "two in one folder" tune --items 3840 --time-budget 1s -q -o "$dir"
kill -INT "$pid"
wait "$pid"
true
