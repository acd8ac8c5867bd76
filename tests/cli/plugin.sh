# SPDX-License-Identifier: MIT
# Plug-ins that crash, hang, allocate without end, end the process, have another interface or give wrong answers. Each
# costs one clear line, the right exit status and its own cells, and nothing else (tests/plugins/faulty.c). conform.sh:
# the kit's report on them.
. tests/cli_lib.sh

# What a plug-in leaves behind when it ends the process is not looked for: that would change the status it ends with.
export ASAN_OPTIONS="detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
build=${CUCKOOBENCH%/*}
plugin=$build/tests/plugins/faulty.so
fault() {
	CUCKOOBENCH_FAULT=$1
	export CUCKOOBENCH_FAULT
}

# refused FAULT TEXT: what is wrong before anything runs.
refused() {
	fault "$1"
	refuses 2 "--plugin $plugin: $2" "refuses a plug-in: $1" \
		run f5 --scale smoke --plugin "$plugin" -o "$scratch/none"
	[ ! -e "$scratch/none" ]
	result $? "writes nothing"
}
refused "constructor crashes" "cannot be loaded: the process that tried was killed by signal 11"
refused "entry exits" "cannot be loaded: the process that tried ended the process by itself"
refused abi "is of ABI 99, and this program takes ABI 1"
refused pointer "faulty: insert is NULL"
refused taken "cf: its name is taken by a filter of the suite"
refused "called cf-best" "cf-best: its name is taken by the fastest filter of a family (libcuckoobench)"
refused "called mine-again" "mine-again: its name is taken by filters that are measured once more (C2)"
refused "called ceiling-3" "ceiling-3: its name is taken by ceilings of the suite"
refused "called bound" "bound: its name is taken by a series of the suite"
refused "called e6" "e6: its name is taken by a fingerprint (F1)"
refused "called sscf13" "sscf13: its name is taken by a table of the suite (H1)"
refused "titled CF again" "faulty: its title is taken by a series of the suite"
fault none-any-more
bad() { # bad TEXT ARGUMENT...
	text=$1
	shift
	refuses 2 "$text" "refuses: $*" "$@"
}
bad "--plugin $scratch/nowhere.so: No such file or directory" list --plugin "$scratch/nowhere.so"
bad "--plugin $scratch: not a file" list --plugin "$scratch"
bad "given twice" list --plugin "$plugin" --plugin "$plugin"
{ cat "$plugin"; echo; } >"$scratch/twin.so"
bad "--plugin $scratch/twin.so: faulty: its name is taken by a filter of $plugin" list --plugin "$plugin" \
	--plugin "$scratch/twin.so"
bad "no filter that matches --filter 'faulty'; a filter of a plug-in needs --plugin" run f5 --scale smoke \
	--filter faulty -o "$scratch/none"
echo "no object" >"$scratch/text.so"
bad "--plugin $scratch/text.so: cannot be loaded" list --plugin "$scratch/text.so"
if [ -n "$emulated" ]; then
	skipped "libraries of this machine" "$emulated"
else
	library=$(ldd "$CUCKOOBENCH" | sed -n 's/.*=> \(.*libm\.so[^ ]*\) .*/\1/p')
	bad "exports no function cuckoobench_plugin()" plan --plugin "$library"
	printf 'void nobody_has_this(void);\nvoid *cuckoobench_plugin(void) { nobody_has_this(); return 0; }\n' \
		>"$scratch/needs.c"
	cc -shared -fPIC -o "$scratch/needs.so" "$scratch/needs.c"
	bad "undefined symbol: nobody_has_this" list --plugin "$scratch/needs.so"
fi

# failed FAULT TEXT: what is wrong while a cell runs costs that cell; the others have what they have without it.
set -- run t3 --scale smoke --reps 1 --filter 'bf|faulty' --plugin "$plugin" -q
expect 0 "a run with a good plug-in" "$@" -o "$scratch/whole"
failed() {
	fault=$1 text=$2
	shift 2
	fault "$fault"
	expect 1 "a run with a plug-in: $fault" "$@" -o "$scratch/$fault"
	grep -q "failed: $text" "$scratch/err" && [ "$(grep -c "failed: " "$scratch/err")" -eq 1 ]
	result $? "says '$text', once"
	cells "$scratch/$fault" | grep ',failed,' >"$scratch/cells"
	[ "$(grep -c '^life:faulty' "$scratch/cells")" -eq 1 ] && [ "$(wc -l <"$scratch/cells")" -eq 1 ]
	result $? "costs the plug-in's own cell"
	grep ',bf,.*,fpr,' "$scratch/whole/results/t3.csv" >"$scratch/a"
	grep ',bf,.*,fpr,' "$scratch/$fault/results/t3.csv" >"$scratch/b"
	[ -s "$scratch/a" ] && cmp -s "$scratch/a" "$scratch/b"
	result $? "leaves the others as they are"
}
failed "create crashes" "killed by signal 11" "$@"
failed "contains crashes" "killed by signal 11" "$@"
failed "insert hangs" "did not end within 2 s" "$@" --plugin-timeout 2s
failed "create takes all" "took more than 1024 MiB of memory" "$@"
failed "insert exits" "ended the process by itself" "$@"
failed "false negative" "\(false negative: key\|lost keys: faulty: \)" "$@"
failed hits "wrong answers: contains returned" "$@"
failed "answers 255" "\(faulty: \)\{0,1\}wrong answers: contains left hit.* at 255, which is neither 0 nor 1" "$@"
failed overrun "faulty: wrote 21 bytes beyond a table of [0-9]* bytes, and 16 may be" "$@"
failed leak "faulty: kept a table of [0-9]* bytes, which its destroy gives back" "$@"

# Most programs add up what contains returns. Whatever a cell does with such a filter, it fails.
if [ -z "$sanitized$emulated" ]; then
	for fault in "answers 255" hits; do
		CUCKOOBENCH_FAULT=$fault expect 1 "every cell of a plug-in: $fault" run --scale smoke --reps 1 \
			--filter faulty --plugin "$plugin" -q -o "$scratch/every $fault"
		cells "$scratch/every $fault" | grep '^[a-z_]*:faulty:' >"$scratch/cells"
		[ "$(wc -l <"$scratch/cells")" -gt 20 ] && ! grep -v ',failed,' "$scratch/cells"
		result $? "fails"
	done
fi

# What the report says would repeat an experiment does, from any folder of the same files.
fault none-any-more
expect 0 "a run with options" run t3 --scale smoke --reps 1 --threads 1 --mem-limit 1G --filter "bf|faulty'*" \
	--plugin "$plugin" -q -o "$scratch/told"
line=$(sed -n 's/.*<dt>To repeat it<.dt><dd><pre><code>cuckoobench \(run t3 .*\) -o results.t3<.code>.*/\1/p' \
	"$scratch/told/report.html" |
	sed "s/&#39;/'/g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/\"/g; s/&amp;/\&/g")
eval "set -- $line" && expect 0 "the report's command: $line" "$@" -q -o "$scratch/repeated"
grep ',fpr,' "$scratch/told/results/t3.csv" >"$scratch/a"
grep ',fpr,' "$scratch/repeated/results/t3.csv" >"$scratch/b"
[ -s "$scratch/a" ] && cmp -s "$scratch/a" "$scratch/b" && echo "$line" | grep -q -- '--threads 1 ' &&
	echo "$line" | grep -q -- '--mem-limit 1G'
result $? "repeats the run's experiment, with all its options"
set -- run t3 --scale smoke --reps 1 --filter 'bf|faulty' --plugin "$plugin" -q
sha=$(sha256sum "$plugin" | cut -c 1-12)
told=$(sed -n '/<div class="wide plugins">/,/<.div>/p' "$scratch/told/report.html" |
	grep "<b>faulty</b> (<code>faulty</code>): for tests")
case $told in
*"<code>$plugin</code>, SHA-256 <code>$sha</code>."*"lines_absent, lines_present, lines_insert, lines_remove): the \
ceiling of each is that of one line."*) : ;;
*) false ;;
esac
result $? "the report's head tells of the plug-in, and of its ceiling"
static=${plugin%.so}_static.so
expect 0 "a run with one that is built at once" run t3 --scale smoke --reps 1 --filter 'faulty-static|bf' -q \
	--plugin "$static" -o "$scratch/static"
grep -q '(lines_absent, lines_present): the ceiling of each is that of one line\.' "$scratch/static/report.html"
result $? "is asked for the lines of look-ups alone"

# What a plug-in prints is no output of the run's, even where nobody reads that any more.
fault prints
expect 0 "a run with a plug-in that prints" "$@" -o "$scratch/prints"
! grep -q "a plug-in says" "$scratch/out"
result $? "keeps its text out of standard output"
mkfifo "$scratch/pipe"
true <"$scratch/pipe" &
"$CUCKOOBENCH" run t3 --scale smoke --reps 1 --filter 'bf|faulty' --plugin "$plugin" -q -o "$scratch/unread" \
	>"$scratch/pipe" 2>"$scratch/err"
[ "$(cells "$scratch/unread" | grep -c '^life:faulty.*,done,')" -eq 1 ]
result $? "costs no cell where standard output is a pipe that nobody reads"

# What failed is measured by the same command when the fault is gone.
fault none-any-more
expect 0 "the same command, mended" "$@" -o "$scratch/insert hangs"
[ "$(cells "$scratch/insert hangs" | grep -c '^life:faulty.*,done,')" -eq 1 ]
result $? "goes on with the cell"

echo "1..$count"
