# SPDX-License-Identifier: MIT
# The documentation: its links lead somewhere, its command lines name things that exist, its lists are complete, its
# examples work.
. tests/cli_lib.sh

unsanitized "the documentation"
pages="README.md CONTRIBUTING.md CHANGELOG.md $(ls docs/*.md docs/*/*.md)"

# The heading's anchor: lower case, only letters, digits, '-', '_' and blanks, which become '-'.
anchors() {
	awk '/^```/ { code = !code } !code && sub(/^#+ /, "")' "$1" | tr '[:upper:]' '[:lower:]' |
		sed 's/`//g; s/[^a-z0-9 _-]//g; s/ /-/g'
}
dead=$(for page in $pages; do
	awk '/^```/ { code = !code } !code' "$page" | grep -oE '\]\([^)]+\)' | sed 's/^](//; s/)$//' |
		grep -vE '^[a-z]+:' | while read -r link; do
		file=${link%%#*} anchor=
		case $link in *'#'*) anchor=${link#*#} ;; esac
		[ -z "$file" ] && file=$page || file=$(dirname "$page")/$file
		[ -e "$file" ] || echo "$page:$link"
		[ -z "$anchor" ] || [ ! -e "$file" ] || anchors "$file" | grep -qxF -- "$anchor" || echo "$page:$link"
	done
done)
[ -z "$dead" ]
result $? "links lead to a file and a heading $dead"

# The argument for the filters for many threads: its table has every fault that is built, and the scenario that must
# catch it.
sed -n 's/^STRIPED_MUTANT(.*, \([A-Z_]*\), "\(.*\)")$/\1: \2/p' tests/mutants.def | sort >"$scratch/mutants"
sed -n 's/^|.*| `\([A-Z_]*\)` | \(.*\) |$/\1: \2/p' docs/design/striped.md | sort >"$scratch/argument"
[ -s "$scratch/mutants" ] && diff "$scratch/mutants" "$scratch/argument" >"$scratch/out"
result $? "the table of docs/design/striped.md has every mutant (<), its scenario, and no other (>)"
sed -n 's/^VQF_MUTANT(.*, \([A-Z_]*\), "\(.*\)")$/\1: \2/p' tests/mutants.def | sort >"$scratch/mutants"
sed -n 's/^|.*| `\([A-Z_]*\)` | \(.*\) |$/\1: \2/p' docs/design/vqf.md | sort >"$scratch/argument"
[ -s "$scratch/mutants" ] && diff "$scratch/mutants" "$scratch/argument" >"$scratch/out"
result $? "the table of docs/design/vqf.md has every mutant (<), its scenario, and no other (>)"

# Commands, options, experiments, filters: as the program knows them.
"$CUCKOOBENCH" list >"$scratch/list"
sed -n '/^Experiments/,/^$/s/^  \([a-z][0-9]*\) .*/\1/p' "$scratch/list" >"$scratch/ids"
sed -n '/^Filters/,/^$/s/^  \([a-z][a-z0-9-]*\) .*/\1/p' "$scratch/list" >"$scratch/filters"
"$CUCKOOBENCH" help | sed -n '/^Commands, /,/^$/s/^  \([a-z]\{1,\}\) .*/\1/p' >"$scratch/commands"
while read -r command; do "$CUCKOOBENCH" help "$command"; done <"$scratch/commands" >"$scratch/help"
[ -s "$scratch/ids" ] && [ -s "$scratch/filters" ] && grep -qx verify "$scratch/commands"
result $? "the program tells its commands, experiments and filters"

# Every line of a listing that runs the program, without its name, up to a comment, a pipe or a second command.
cat $pages | awk '/^```/ { code = !code; next } code' | grep -E '^(build/release/)?cuckoobench ' |
	sed 's/^[^ ]* //; s/  *\(#\|>\||\|;\|&&\).*//' >"$scratch/lines"
unknown=$(while read -r command rest; do
	grep -qxF -- "$command" "$scratch/commands" || case $command in -*) ;; *) echo "$command" ;; esac
	for word in $rest; do
		case $word in
		--*) grep -qF -- " ${word%%=*} " "$scratch/help" || echo "$command $word" ;;
		-?) grep -qF -- "$word, --" "$scratch/help" || echo "$command $word" ;;
		@*) "$CUCKOOBENCH" explain "$word" >"$scratch/out" 2>&1 || echo "$command $word" ;;
		[a-z][0-9]) grep -qx -- "$word" "$scratch/ids" || [ "$word" = y1 ] || echo "$command $word" ;;
		esac
	done
done <"$scratch/lines")
[ -z "$unknown" ] && [ "$(wc -l <"$scratch/lines")" -ge 30 ]
result $? "command lines name commands, options and experiments that there are $unknown"

# What runs and needs no file of the reader's is planned, on a processor that these tests may use.
cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
refused=$(grep '^run ' "$scratch/lines" | grep -vE 'y1|--(plugin|config|keys)' | while read -r line; do
	eval "set -- $(echo "$line" | sed "s/--cpu [0-9]*/--cpu $cpu/")"
	"$CUCKOOBENCH" "$@" -n >/dev/null 2>"$scratch/err"
	case $? in 0 | 3) ;; *) echo "$line: $(cat "$scratch/err")" ;; esac # 3: this machine lacks something for it
done)
[ -z "$refused" ]
result $? "and can be planned $refused"

missing=$(while read -r name; do grep -qE "^\|.*\`$name\`" docs/filters.md || echo "$name"; done <"$scratch/filters")
[ -z "$missing" ]
result $? "docs/filters.md has every filter $missing"
# F2, F3 ..., or in a row "X1 to X7".
missing=$(while read -r id; do
	upper=$(echo "$id" | tr '[:lower:]' '[:upper:]') family=$(echo "$id" | cut -c1 | tr '[:lower:]' '[:upper:]')
	grep -qE "^\|[^|]*\<$upper\>|^\| ${family}1 to ${family}[${id#?}-9] " docs/experiments.md || echo "$id"
done <"$scratch/ids")
[ -z "$missing" ]
result $? "docs/experiments.md has every experiment $missing"

# --- examples -------------------------------------------------------------------------------------------------------

# listing PAGE LANGUAGE NUMBER: the so-manieth listing of that language.
listing() {
	awk -v language="$2" -v number="$3" '
		/^```/ { inside = !inside && $0 == "```" language && ++count == number;
			if ($0 != "```") skip = !inside; next }
		inside' "$1"
}
build=${CUCKOOBENCH%/cuckoobench}
if [ -n "$emulated" ]; then
	skipped "examples" "$emulated"
	exit 0
fi
compile=$(cat "$build/flags")
cc=${compile%% -I. *}

# An experiment: compiled beside the program's own objects.
page=docs/adding-an-experiment.md
cp -r plots datasets/paper "$scratch" && mkdir -p "$scratch/home/datasets" && mv "$scratch/plots" "$scratch/home" &&
	mv "$scratch/paper" "$scratch/home/datasets"
listing $page c 1 >"$scratch/y1.c"
listing $page c 3 >"$scratch/y2.c"
{ cat harness/plan/experiments.def && listing $page c 2 && echo "EXPERIMENT(y2)"; } >"$scratch/experiments.def"
listing $page gnuplot 1 >"$scratch/home/plots/y1.gp"
sed "s|\"harness/plan/experiments.def\"|\"$scratch/experiments.def\"|" harness/plan/experiments.c \
	>"$scratch/experiments.c"
$compile -Werror -c -o "$scratch/y1.o" "$scratch/y1.c" 2>"$scratch/err" &&
	$compile -Werror -c -o "$scratch/y2.o" "$scratch/y2.c" 2>>"$scratch/err" &&
	[ "$(wc -l <"$scratch/y2.c")" -le 60 ] &&
	$compile -c -o "$scratch/experiments.o" "$scratch/experiments.c" 2>>"$scratch/err"
result $? "the experiments of $page compile, the one in turns in 60 lines"
# shellcheck disable=SC2016 # for make
make -s --no-print-directory BUILD="$scratch/make" MODE="$(basename "$build")" CC="$cc" OUT="$scratch/example" \
	FROM="$build" ADD="$scratch/y1.o $scratch/y2.o $scratch/experiments.o" \
	--eval='KEPT = $(filter-out %/harness/plan/experiments.o,$(BINOBJ) $(LIBOBJ))' \
	--eval='link:; $(LINK) -o $(OUT) $(ADD) $(KEPT:$(BUILD)/%=$(FROM)/%) $(BASE_LDLIBS) $(LDLIBS)' link \
	>"$scratch/out" 2>"$scratch/err"
result $? "and links"
CUCKOOBENCH_HOME=$scratch/home "$scratch/example" run y1 --scale smoke -q -o "$scratch/y1" \
	>"$scratch/out" 2>"$scratch/err" &&
	[ "$(grep -c ',load,' "$scratch/y1/results/y1.csv")" -eq 7 ] && [ -s "$scratch/y1/plots/y1.svg" ]
result $? "and runs, with seven loads and a figure"
CUCKOOBENCH_HOME=$scratch/home "$scratch/example" run y2 --scale smoke -q -o "$scratch/y2" \
	>"$scratch/out" 2>"$scratch/err" &&
	[ "$(grep -cE ',(cf|cf-batch|ceiling-2),(0|50|100),lookup,' "$scratch/y2/results/y2.csv")" -eq 9 ]
result $? "and the one in turns tells three shares of every contestant"

listing docs/library.md c 1 >"$scratch/three.c"
$cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I include \
	-c -o "$scratch/three.o" "$scratch/three.c" 2>"$scratch/err"
result $? "the program of docs/library.md compiles"
line=$(listing docs/library.md sh 2 |
	sed "s|^cc|$cc|; s| three\.c| $scratch/three.c|; s| build/release/| $build/|; s|-o three|-o $scratch/three|")
(eval "$line") >"$scratch/out" 2>"$scratch/err" && (cd "$scratch" && ./three >out) &&
	grep -q '^3 of 3 are there, and 4 ' "$scratch/out"
result $? "and links with the static library, as the page says, and runs"
{
	sed -n '/^#include/p' "$scratch/three.c"
	printf 'static int sized(void)\n{\n\tconst char *why;\n'
	listing docs/library.md c 2
	printf 'return 0;\n}\nstatic int built(void)\n{\n\tstruct cuckoobench_filter *filter;\n\tconst char *why;\n'
	listing docs/library.md c 3
	printf 'return 0;\n}\nint main(void) { return sized() + built(); }\n'
} >"$scratch/built.c"
$cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I include \
	-c -o "$scratch/built.o" "$scratch/built.c" 2>"$scratch/err"
result $? "so does what it says of sizes, and of filters that are built once"

listing docs/library.md c 4 >"$scratch/threads.c"
(eval "$(echo "$line" | sed "s|three\.c|threads.c|; s|-o $scratch/three|-o $scratch/threads|")") \
	>"$scratch/out" 2>"$scratch/err" && "$scratch/threads" >"$scratch/out" 2>"$scratch/err" &&
	[ "$(cat "$scratch/out")" = '200000 of 200000 are in' ]
result $? "and its program with threads runs"
"$CUCKOOBENCH" size 10M --max-fpr 0.4% --deletes >"$scratch/sized" 2>"$scratch/err" &&
	sed -n '/^10000000 keys/,/^```/p' docs/library.md | sed '$d' | diff "$scratch/sized" - >"$scratch/out"
result $? "and cuckoobench size says what stands there"

# Plug-ins: C, C++ with functions that do nothing, and Rust where there is a compiler for it.
page=docs/adding-a-filter.md
listing $page c 1 >"$scratch/word_bf.c"
$cc -std=c11 -O3 -fPIC -shared -Wall -Wextra -Wpedantic -Wconversion -Werror -I include \
	-o "$scratch/word_bf.so" "$scratch/word_bf.c" 2>"$scratch/err" &&
	[ "$(wc -l <"$scratch/word_bf.c")" -lt 100 ]
result $? "the plug-in of $page compiles, in less than 100 lines"
kit 0 "and keeps the contract" "$scratch/word_bf.so"
expect 0 "and is measured, by every hash" run f5 k1 --scale smoke -q --filter 'bf|word-bf' \
	--plugin "$scratch/word_bf.so" -o "$scratch/f5"
[ "$(grep -c ',word-bf,.*,lookup,' "$scratch/f5/results/f5.csv")" -eq 5 ] &&
	grep -q 'word-BF' "$scratch/f5/plots/f5.svg"
result $? "and is in Figure 5"
# The list of where it appears: what takes any filter; with deletion; with copies.
where() { # where FROM TO: of the sentence, in the order of the plan
	sed -n '/^Where it appears: /,/ one for many threads/p' $page | tr '\n' ' ' | sed "s/.*$1//; s/$2.*//" |
		tr -c 'A-Z0-9' '\n' | grep -E '^[A-Z][0-9]$' | tr '[:upper:]' '[:lower:]' | sort
}
appears() { # appears PLUGIN NAME: by the plan
	"$CUCKOOBENCH" plan --scale smoke --plugin "$1" --filter "$2" |
		sed -n 's/^  \([a-z][0-9]\)  *[0-9]* .*/\1/p' | sort
}
where 'appears: ' 'with deletion' >"$scratch/a"
appears "$scratch/word_bf.so" word-bf >"$scratch/b"
diff "$scratch/a" "$scratch/b" >"$scratch/out" && [ "$(wc -l <"$scratch/a")" -gt 6 ]
result $? "and appears (>) where the page says (<)"
where 'appears: ' 'one for many' >"$scratch/a"
appears "$build/examples/plugin_two_choice.so" two-choice >"$scratch/b"
diff "$scratch/a" "$scratch/b" >"$scratch/out"
result $? "so does one with deletion and copies"
# One that is built at once.
listing $page c 2 >"$scratch/sorted.c"
$cc -std=c11 -O3 -fPIC -shared -Wall -Wextra -Wpedantic -Wconversion -Werror -I include \
	-o "$scratch/sorted.so" "$scratch/sorted.c" 2>"$scratch/err"
result $? "the static plug-in of $page compiles"
kit 0 "and keeps the contract" "$scratch/sorted.so"
expect 0 "and is measured" run t3 f5 k1 --scale smoke -q --filter 'bf|sorted' --plugin "$scratch/sorted.so" \
	-o "$scratch/static"
grep -q ',sorted,.*,attempts,seeds,' "$scratch/static/results/t3.csv" &&
	[ "$(grep -c ',sorted,.*,lookup,' "$scratch/static/results/f5.csv")" -eq 5 ] &&
	grep -q 'sorted' "$scratch/static/plots/f5.svg"
result $? "and is in Table 3, with its attempts, and in Figure 5"
# shellcheck disable=SC2046 # words
[ "$(appears "$scratch/sorted.so" sorted | tr '\n' ' ')" = "c1 f5 g1 h6 k1 p0 p1 p3 p5 p6 t3 x3 " ]
result $? "and in no experiment that inserts $(appears "$scratch/sorted.so" sorted | tr '\n' ' ')"
# What the kit does not watch, as the page says: what a filter takes by itself and loses, or writes beyond.
sed '/^word_destroy(/,/^}/s/^\tfree(f);$//' "$scratch/word_bf.c" >"$scratch/lost.c"
sed 's/^\tf = malloc(sizeof \*f);$/&\n\tif (f)\n\t\t((volatile char *)f)[sizeof *f] = 1;/' "$scratch/word_bf.c" \
	>"$scratch/over.c"
built=$scratch/built
mkdir "$built" && for file in word_bf lost; do
	$cc -std=c11 -g -O1 -fPIC -shared -I include -o "$built/$file.so" "$scratch/$file.c"
done &&
	$cc -std=c11 -g -O1 -fsanitize=address -fPIC -shared -I include -o "$built/over.so" "$scratch/over.c"
result $? "the plug-in, one that loses its struct, one that writes beyond it"
if command -v valgrind >/dev/null; then
	for file in word_bf lost; do
		rm -f "$scratch"/valgrind.*
		valgrind -q --leak-check=full --show-leak-kinds=definite --soname-synonyms=somalloc='*jemalloc*' \
			--log-file="$scratch/valgrind.%p" \
			"$CUCKOOBENCH" verify --plugin "$built/$file.so" --plugin-timeout 5m \
			>"$scratch/out" 2>"$scratch/err"
		result $? "the kit under valgrind: $file"
		cat "$scratch"/valgrind.* | grep -A 2 'definitely lost' >"$scratch/out"
		case $file in
		lost) grep -q '(lost\.c:' "$scratch/out" ;;
		*) ! grep -q '(word_bf\.c:' "$scratch/out" ;;
		esac
		result $? "sees what is lost, and only that"
	done
else
	skipped "the kit under valgrind" "it is not installed"
fi
asan=$($cc -print-file-name=libasan.so)
if [ -e "$asan" ]; then
	LD_PRELOAD=$asan ASAN_OPTIONS=detect_leaks=0:log_path=$scratch/asan kit 1 "the kit under AddressSanitizer" \
		"$built/over.so"
	cat "$scratch"/asan.* 2>/dev/null | grep -q '(\{0,1\}[^ ]*over\.c:'
	result $? "sees what is overrun, and where"
else
	skipped "the kit under AddressSanitizer" "the compiler has no libasan.so"
fi
{
	cat <<-'STUBS'
		#include <cuckoobench.h>
		static int32_t create(const cuckoobench_params *, void **, const char **) noexcept
		{ return CUCKOOBENCH_EINVAL; }
		static void destroy(void *) noexcept {}
		static size_t insert(void *, const uint64_t *, size_t n) noexcept { return n; }
		static size_t contains(const void *, const uint64_t *, size_t, uint8_t *) noexcept { return 0; }
		static void info(const void *, cuckoobench_info *) noexcept {}
	STUBS
	listing $page cpp 1
} >"$scratch/mine.cc"
$cc -std=c++17 -fPIC -shared -Wall -Wextra -Wpedantic -Werror -I include \
	-o "$scratch/mine.so" "$scratch/mine.cc" 2>"$scratch/err" &&
	"$CUCKOOBENCH" list --plugin "$scratch/mine.so" >"$scratch/out" 2>>"$scratch/err" &&
	grep -q '^  mine .*a filter in C++' "$scratch/out"
result $? "the one in C++ compiles and is listed"
command=$(sed -n 's|^// *\(rustc .*\)|\1|p' examples/plugin_bits.rs)
[ -n "$command" ] && listing $page sh 5 | grep -qxF -- "$command" &&
	echo "$command" | grep -q -- '--edition 2021 -O -C panic=abort --crate-type cdylib'
result $? "the page has the command for the one in Rust"
if rustc --edition 2021 --version >/dev/null 2>&1; then # which may be a name that finds no compiler
	rustc --edition 2021 -O -C panic=abort --crate-type cdylib \
		-o "$scratch/bits.so" examples/plugin_bits.rs 2>"$scratch/err"
	result $? "the one in Rust compiles"
	expect 0 "and is measured" run f5 --scale smoke -q --filter 'bf|bits' --plugin "$scratch/bits.so" \
		-o "$scratch/rust"
	kit 0 "and keeps the contract" "$scratch/bits.so"
else
	skipped "the one in Rust" "rustc is not installed"
fi
