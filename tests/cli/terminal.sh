# SPDX-License-Identifier: MIT
# What a terminal gets, and what a pipe gets: text wraps at the window's width, or at COLUMNS; in a pipe a row is a
# line. A terminal that cannot draw over its lines gets progress as a pipe does.
. tests/cli_lib.sh
needs script "output to a terminal"
unset COLUMNS
program=$(realpath "$CUCKOOBENCH")

# on_terminal COLUMNS ARGUMENT...: what the program prints in a window of so many columns.
on_terminal() {
	columns=$1
	shift
	script -qec "stty cols $columns; '$program' $*" /dev/null </dev/null 2>"$scratch/err" |
		tr -d '\r' >"$scratch/out"
}
width() { # a path, or a word alone, has the length that it has
	awk 'NF > 1 && !/ plot scripts /' "$scratch/out" | LC_ALL=C.UTF-8 wc -L
}
for what in list 'list --filters' keys 'keys uniform' doctor 'explain f2 cf-batch' 'plan t3 f5 --scale smoke' \
	'claims datasets/reference/full' 'claims datasets/reference/full --brief'; do
	# shellcheck disable=SC2086 # words
	"$CUCKOOBENCH" $what 2>/dev/null >"$scratch/piped"
	for columns in $([ -n "$sanitized" ] || echo 64) 80; do
		# shellcheck disable=SC2086
		on_terminal $columns $what
		[ "$(width)" -le $columns ] && [ "$(wc -l <"$scratch/out")" -ge 4 ]
		result $? "$what: within $columns columns"
	done
	[ "$(LC_ALL=C.UTF-8 wc -L <"$scratch/piped")" -gt 80 ] || [ "$what" = 'keys uniform' ] ||
		[ "$what" = 'plan t3 f5 --scale smoke' ] && [ "$(wc -l <"$scratch/piped")" -ge 4 ]
	result $? "$what: whole lines in a pipe"
done
COLUMNS=70 on_terminal 200 list
[ "$(width)" -le 70 ] && [ "$(width)" -gt 50 ]
result $? "COLUMNS counts more than the window"
COLUMNS=70 "$CUCKOOBENCH" list | cmp -s - "$scratch/out"
[ $? -ne 0 ] && [ "$(COLUMNS=70 "$CUCKOOBENCH" list | wc -l)" -eq "$("$CUCKOOBENCH" list | wc -l)" ]
result $? "but not in a pipe"
unsanitized "every word, and progress"
# Nothing is lost: the words are those of the pipe.
words() { tr -s ' \n' '\n\n' | sed '/^$/d'; }
"$CUCKOOBENCH" claims datasets/reference/full | words >"$scratch/a"
on_terminal 72 claims datasets/reference/full
words <"$scratch/out" | diff - "$scratch/a" >"$scratch/err"
result $? "every word of a board stands in the window"

escape=$(printf '\033')
for kind in xterm dumb; do
	TERM=$kind script -qec "'$program' run f1 g1 --scale smoke -o '$scratch/$kind'" /dev/null </dev/null \
		>"$scratch/out" 2>"$scratch/err"
	[ $kind = dumb ] || grep -q "$escape" "$scratch/out"
	result $? "TERM=$kind"
done
! grep -q "$escape" "$scratch/out" && [ "$(grep -c '^\[[0-9]*/[0-9]*\] .* done, ' "$scratch/out")" -ge 2 ]
result $? "with TERM=dumb, progress is lines without escape sequences"
