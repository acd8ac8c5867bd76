# SPDX-License-Identifier: MIT
# Completion by shells: the scripts are of what the command line takes, and each shell completes by its own.
. tests/cli_lib.sh

for shell in bash zsh fish; do
	expect 0 "completion $shell" completion $shell
	cp "$scratch/out" "$scratch/completion.$shell"
	[ ! -s "$scratch/err" ] && [ "$(wc -l <"$scratch/out")" -gt 50 ]
	result $? "is a script"
done
refuses 2 "completion needs a shell: bash, zsh or fish" "completion without a shell" completion
refuses 2 "completion: 'zhs': not one of bash, zsh, fish; did you mean 'zsh'?" "completion of another shell" \
	completion zhs

# The words of a value, against those that the option names when it refuses another.
words() { # words OPTION: of the script
	sed -n "s/^\t--$1\(|-[a-z]\)\{0,1\}) words='\([^']*\)'.*/\2/p" "$scratch/completion.bash"
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
"$CUCKOOBENCH" ab "$scratch" "$scratch" --fail-on slower 2>&1 | grep -q 'not a file' && words fail-on | grep -qw slower
result $? "--fail-on: so is slower, of ab"
"$CUCKOOBENCH" list | sed -n '/^Hashes/,$s/^  \([a-z0-9]*\) .*/\1/p' | tr '\n' ' ' >"$scratch/a"
[ "$(words hash) " = "$(cat "$scratch/a")" ] &&
	[ "$(words filter | wc -w)" -eq "$("$CUCKOOBENCH" list --filters | sed 1d | wc -l)" ]
result $? "--hash and --filter: so are all there are"

# asked SHELL WORD...: what the shell offers for the last word, in one line.
asked() {
	shell=$1
	shift
	case $shell in
	bash) bash -c '. "$0"; COMP_WORDS=(cuckoobench "$@") COMP_CWORD=$#; _cuckoobench; echo "${COMPREPLY[@]}"' \
		"$scratch/completion.bash" "$@" ;;
	fish) HOME=$scratch fish -c '. $argv[1]; complete -C "cuckoobench $argv[2..]"' "$scratch/completion.fish" "$@" |
		cut -f1 | sed 's/.*=//' | sort | tr '\n' ' ' | sed 's/ $//' ;;
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
for shell in bash fish; do
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
	(cd "$scratch/here" && bash -c '. "$0"; COMP_WORDS=(cuckoobench report r) COMP_CWORD=2; _cuckoobench
		echo "${#COMPREPLY[@]} ${COMPREPLY[0]}"' "$scratch/completion.bash") >"$scratch/out" 2>"$scratch/err"
	[ "$(cat "$scratch/out")" = "1 run of may" ]
	result $? "bash: a folder with blanks is one word"
fi
if command -v zsh >/dev/null; then
	# Without a terminal there is nothing to complete in: what the script hands to zsh's own functions is looked at.
	cat >"$scratch/stub.zsh" <<'END'
compdef() { print -r -- "compdef $*" }
_arguments() { [[ $1 == -C ]] && state=arguments && return 1; print -rl -- "$@" }
_describe() { print -rl -- "${(P@)@[-1]}" }
_files() { : }
source $1
words=(run)
_cuckoobench
state=command
_cuckoobench_key_sets
END
	zsh -f "$scratch/stub.zsh" "$scratch/completion.zsh" >"$scratch/out" 2>"$scratch/err"
	[ ! -s "$scratch/err" ] && grep -qx 'compdef _cuckoobench cuckoobench' "$scratch/out" &&
		grep -q '^(-s --scale)--scale=\[.*\]:NAME:(smoke quick full paper)$' "$scratch/out" &&
		grep -q '^\*:argument:(t1 t2 ' "$scratch/out" &&
		grep -q '^\*--plugin=\[.*\]:FILE:_files$' "$scratch/out" && grep -q '^uniform:' "$scratch/out"
	result $? "completion by zsh"
else
	skipped "completion by zsh" "it is not installed"
fi
