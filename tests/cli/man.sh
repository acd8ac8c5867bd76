# SPDX-License-Identifier: MIT
# The manual pages are complete: every option and command of the programs and no other, every name of the header. Their
# examples of plug-ins build.
. tests/cli_lib.sh
unsanitized "manual pages"
options() { # of a page
	sed -n '/^\.Sh OPTIONS$/,/^\.Sh E/p' "man/$1" | grep '^\.It' | grep -o 'Fl Fl [a-z-]*' | sed 's/Fl Fl //' | sort
}
listed() { # of what --help says
	sed -n 's/^  \{1,\}\(-[a-zA-Z], \)\{0,1\}--\([a-z-]*\).*/\2/p' "$1" | sort
}

for page in man/*.[1-9]; do
	name="$(basename "$page") is a well-formed page"
	if command -v mandoc >/dev/null; then
		mandoc -Tlint -Wwarning "$page" >"$scratch/out" 2>"$scratch/err" && [ ! -s "$scratch/out" ]
		result $? "$name"
	elif command -v groff >/dev/null; then
		groff -mandoc -ww -z "$page" >"$scratch/out" 2>"$scratch/err" && [ ! -s "$scratch/err" ]
		result $? "$name"
	else
		skipped "$name" "neither mandoc nor groff is installed"
	fi
done

expect 0 "help" help
cp "$scratch/out" "$scratch/help"
commands=$(sed -n '/^Commands, /,/^$/s/^  \([a-z]\{1,\}\) .*/\1/p' "$scratch/help")
for command in $commands; do
	"$CUCKOOBENCH" help "$command"
done | cat "$scratch/help" - >"$scratch/all"
listed "$scratch/all" | uniq >"$scratch/a"
options cuckoobench.1 >"$scratch/b"
diff "$scratch/a" "$scratch/b" >"$scratch/out" && [ "$(wc -l <"$scratch/a")" -gt 25 ]
result $? "cuckoobench.1 has the options of cuckoobench help (<), and no others (>)"
printf '%s\n' $commands | sort >"$scratch/a"
sed -n 's/^\.It Cm \([a-z]*\).*/\1/p' man/cuckoobench.1 | sort -u >"$scratch/b"
diff "$scratch/a" "$scratch/b" >"$scratch/out" && [ "$(wc -l <"$scratch/a")" -ge 10 ]
result $? "and its commands"
"$CUCKOOBENCH-micro" --help >"$scratch/help" 2>"$scratch/err"
sed -n '/^benchmark/q; p' "$scratch/help" | listed /dev/stdin >"$scratch/a"
options cuckoobench-micro.1 >"$scratch/b"
diff "$scratch/a" "$scratch/b" >"$scratch/out" && [ "$(wc -l <"$scratch/a")" -gt 8 ]
result $? "cuckoobench-micro.1 has those of cuckoobench-micro --help"

# Every function, constant and member of the header.
sed -n 's/^#define \(CUCKOOBENCH_[A-Z0-9_]*\) .*/\1/p; s/.*\b\(cuckoobench_[a-z_]*\)(.*/\1/p' include/cuckoobench.h |
	grep -v '^CUCKOOBENCH_API$' >"$scratch/a"
sed -n '/^struct cuckoobench_\(params\|plugin_filter\|plugin\|info\) {/,/^}/{s/^\t[a-z].*(\*\([a-z_]*\))(.*/\1/; t print
	s/^\t[a-z].*[ *]\([a-z_]*\);.*/\1/; t print
	b
	: print
	p
	}' include/cuckoobench.h | grep -v '^reserved$' >>"$scratch/a"
missing=$(sort -u "$scratch/a" | while read -r name; do
	grep -qw -- "$name" man/libcuckoobench.3 man/cuckoobench-plugin.7 || echo "$name"
done)
[ -z "$missing" ] && [ "$(wc -l <"$scratch/a")" -gt 60 ]
result $? "libcuckoobench.3 and cuckoobench-plugin.7 have every name of the header $missing"

# The plug-ins of the page, in C and C++.
awk -v to="$scratch/plugin" '
	/^\.Bd -literal$/ {n++; inside = 1; next} /^\.Ed$/ {inside = 0} inside {print > (to n)}' \
		man/cuckoobench-plugin.7
sed -i 's/\\e/\\/g; s/^\\&//' "$scratch"/plugin[12]
flags=$(cat "${CUCKOOBENCH%/*}/flags" 2>/dev/null)
cc=${flags%% -I. *}
mode=$(printf '%s\n' $flags | grep -E '^-fsanitize=|^--coverage$')
plugged() { # plugged LANGUAGE COMMAND...: builds it; it exports what it should and keeps the contract
	name="the page's plug-in in $1"
	shift
	"$@" >"$scratch/out" 2>"$scratch/err" &&
		[ "$(nm -D --defined-only "$scratch/plugin.so" | grep -c ' T cuckoobench_plugin$')" -eq 1 ]
	result $? "$name can be built"
	kit 0 "$name keeps the contract" "$scratch/plugin.so"
}
if [ -n "$emulated" ]; then
	skipped "the page's plug-ins in C and C++" "$emulated"
else
	# shellcheck disable=SC2086 # lists
	plugged C $cc $mode -x c -std=c11 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -Iinclude \
		-o "$scratch/plugin.so" "$scratch/plugin1"
	# shellcheck disable=SC2086
	plugged C++ $cc $mode -x c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -Iinclude \
		-o "$scratch/plugin.so" "$scratch/plugin2" -lstdc++
fi
