# SPDX-License-Identifier: MIT
# Completion by shells: the program offers what the command line takes, and each shell completes by asking it.
. tests/cli_lib.sh
# The shells call the program by this name, as users do.
mkdir "$scratch/bin"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(realpath "$CUCKOOBENCH")" >"$scratch/bin/cuckoobench"
chmod +x "$scratch/bin/cuckoobench"
PATH=$scratch/bin:$PATH

for shell in bash zsh fish; do
	expect 0 "completion $shell" completion $shell
	cp "$scratch/out" "$scratch/completion.$shell"
	[ ! -s "$scratch/err" ] && grep -q __complete "$scratch/out"
	result $? "is a script that asks the program"
done
refuses 2 "completion needs a shell: bash, zsh or fish" "completion without a shell" completion
refuses 2 "completion: 'zhs': not one of bash, zsh, fish; did you mean 'zsh'?" "completion of another shell" \
	completion zhs

# The words of a value, against those that the option names when it refuses another.
words() { # words OPTION
	"$CUCKOOBENCH" -- __complete run "--$1" '' | sed 1,2d | cut -f1 | paste -sd' ' -
}
for option in scale pages isa kicks pin numa keys-format; do
	"$CUCKOOBENCH" plan --$option nothing 2>"$scratch/err"
	sed -n "s/.*: not one of \([^;]*\);.*/\1/p" "$scratch/err" | sed 's/ with N.*//; s/,//g; s/:N/:/' >"$scratch/a"
	words $option >"$scratch/b"
	[ -s "$scratch/a" ] && diff "$scratch/a" "$scratch/b" >"$scratch/out"
	result $? "--$option: what it takes (<) is what is offered (>)"
done
for option in contradicted inconclusive; do
	"$CUCKOOBENCH" claims "$scratch" --fail-on $option 2>&1 | grep -q 'not a run' &&
		words fail-on | grep -qw $option
	result $? "--fail-on: so is $option"
done
"$CUCKOOBENCH" claims "$scratch" --verdict zzzzzzzzzz 2>&1 | sed -n "s/.*: not one of //; s/,//gp" >"$scratch/a"
[ "$("$CUCKOOBENCH" -- __complete claims --verdict '' | sed 1,2d | paste -sd' ' -)" = "$(cat "$scratch/a")" ] &&
	[ "$("$CUCKOOBENCH" -- __complete claims --verdict=confirmed,incon | paste -sd' ' -)" = \
		" --verdict=confirmed, inconclusive" ]
result $? "--verdict: so is each, behind a comma, too"
"$CUCKOOBENCH" ab "$scratch" "$scratch" --fail-on slower 2>&1 | grep -q 'not a file' && words fail-on | grep -qw slower
result $? "--fail-on: so is slower, of ab"
"$CUCKOOBENCH" list | sed -n '/^Hashes/,$s/^  \([a-z0-9]*\) .*/\1/p' | tr '\n' ' ' >"$scratch/a"
[ "$(words hash) " = "$(cat "$scratch/a")" ] &&
	[ "$(words filter | wc -w)" -eq "$("$CUCKOOBENCH" list --filters | sed 1d | wc -l)" ]
result $? "--hash and --filter: so are all there are"

# Without a terminal zsh has nothing to complete in: these stand for its own functions.
cat >"$scratch/stub.zsh" <<'END'
compdef() { [[ "$*" == '_cuckoobench cuckoobench' ]] || print -r -- "compdef $*" }
compset() { last=${last#$2} }
_describe() {
	local item
	for item in "${(P@)2}"; do
		item=${${${item//\\:/$'\t'}%%:*}//$'\t'/:}
		[[ $item == $last* ]] && print -r -- $item
	done
}
_files() {
	local file
	for file in $last*(N); do
		[[ $1 == -/ && ! -d $file ]] || print -r -- $file
	done
}
source $1
shift
words=("$@") CURRENT=$# last=${@[-1]}
_cuckoobench
END
called=cuckoobench
# asked SHELL WORD...: what the shell offers for the last word, in one line.
asked() {
	shell=$1
	shift
	case $shell in
	bash) bash -c '. "$0"; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _cuckoobench; echo "${COMPREPLY[@]}"' \
		"$scratch/completion.bash" "$called" "$@" ;;
	fish) HOME=$scratch fish -c '. $argv[1]; complete -C "$argv[2..]"' "$scratch/completion.fish" "$called" "$@" |
		cut -f1 | sed 's/.*=//' | sort | tr '\n' ' ' | sed 's/ $//' ;;
	zsh) zsh -f "$scratch/stub.zsh" "$scratch/completion.zsh" "$called" "$@" | paste -sd' ' - ;;
	esac
}
# offers EXPECTED SHELL WORD...
offers() {
	expected=$1
	shift
	asked "$@" >"$scratch/out" 2>"$scratch/err"
	[ "$(cat "$scratch/out")" = "$expected" ] && [ ! -s "$scratch/err" ]
	result $? "$*: $expected"
}
mkdir "$scratch/here" "$scratch/here/run of may" && : >"$scratch/here/readme"
for shell in bash fish zsh; do
	if ! command -v $shell >/dev/null; then
		skipped "completion by $shell" "it is not installed"
		continue
	fi
	offers run $shell ru
	offers --scale $shell run --sc
	offers "" $shell report --see
	offers quick $shell run --scale q
	offers "--json" $shell list --j
	offers "k1" $shell run f5 k
	offers "uniform" $shell keys unif
	offers "bash" $shell completion b
	offers "doctor" $shell help doc
	offers "keys" $shell --filter cf -nq --scale=quick ke
	offers "" $shell nothing r
	called=$scratch/bin/cuckoobench
	offers claims $shell cla
	called='~/bin/cuckoobench'
	HOME=$scratch offers claims $shell cla
	called=cuckoobench
	(cd "$scratch/here" && asked $shell run --plugin read) >"$scratch/out" 2>"$scratch/err"
	[ "$(cat "$scratch/out")" = readme ]
	result $? "$shell: a file"
	(cd "$scratch/here" && asked $shell verify r) >"$scratch/out" 2>"$scratch/err"
	grep -q '^run' "$scratch/out" && ! grep -q readme "$scratch/out"
	result $? "$shell: a folder alone"
done
if command -v bash >/dev/null; then
	offers thp bash run --pages = t
	offers "local interleave firsttouch bind:" bash plan --numa =
	offers claims bash --filter = cf cl
	offers "" bash run --seed 1
	# A word of its own is what bash makes of the mark, unless a user told it not to.
	offers "paper threads hardware field space keys everything" bash run @
	offers field bash plan f5 @ fi
	offers @field bash plan f5 @fi
	offers -nsquick bash run -nsq
	offers --scale=quick bash run --scale=q
	(cd "$scratch/here" && bash -c '. "$0"; COMP_WORDS=(cuckoobench report r) COMP_CWORD=2; _cuckoobench
		echo "${#COMPREPLY[@]} ${COMPREPLY[0]}"' "$scratch/completion.bash") >"$scratch/out" 2>"$scratch/err"
	[ "$(cat "$scratch/out")" = "1 run of may" ]
	result $? "bash: a folder with blanks is one word"
fi
if command -v fish >/dev/null; then
	offers -nsquick fish run -nsq
	offers @field fish run @fi
	(cd "$scratch/here" && asked fish run --plugin=read) >"$scratch/out" 2>"$scratch/err"
	[ "$(cat "$scratch/out")" = readme ]
	result $? "fish: a file after ="
fi
if command -v zsh >/dev/null; then
	offers "quick" zsh run --scale=q
	offers "quick" zsh run -nsq
	offers field zsh run @fi
	offers "local interleave firsttouch bind:" zsh plan --numa ""
fi
