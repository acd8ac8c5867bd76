# SPDX-License-Identifier: MIT
# `make install` below a folder: programs that run from there, a library that C and C++ programs find by pkg-config,
# shared and static, with no names except its header's. And what `make uninstall` removes.
. tests/cli_lib.sh
build=$(dirname "$CUCKOOBENCH")
if [ -n "$emulated" ]; then
	skipped "the library" "$emulated"
	exit 0
fi
if ! command -v pkg-config >/dev/null; then
	skipped "the library" "pkg-config is not installed"
	exit 0
fi

# The compiler that built all, and what of its options its library asks of a program.
flags=$(cat "$build/flags")
cc=${flags%% -I. *}
mode=$(printf '%s\n' $flags | grep -E '^-fsanitize=|^--coverage$')
case $flags in *-Werror*) werror=-Werror ;; *) werror= ;; esac
stage=$scratch/stage
install() {
	make --no-print-directory MODE="$(basename "$build")" CC="$cc" WERROR=$werror DESTDIR="$stage" PREFIX=/usr \
		"$1" >"$scratch/out" 2>"$scratch/err"
}
mkdir -p "$stage/usr/lib" # was there before, and stays
install install
result $? "make install"
install install
result $? "and again"
missing=$(for file in bin/cuckoobench bin/cuckoobench-micro lib/libcuckoobench.a lib/libcuckoobench.so \
	lib/pkgconfig/cuckoobench.pc include/cuckoobench.h include/cuckoobench_hash.h \
	share/man/man1/cuckoobench.1 share/man/man1/cuckoobench-micro.1 share/man/man3/libcuckoobench.3 \
	share/man/man7/cuckoobench-plugin.7 share/cuckoobench/plots/style.gp \
	share/cuckoobench/datasets/paper/printed.csv share/cuckoobench/cluster/submit \
	share/doc/cuckoobench/LICENSE share/doc/cuckoobench/docs/README.md \
	share/bash-completion/completions/cuckoobench share/zsh/vendor-completions/_cuckoobench \
	share/fish/vendor_completions.d/cuckoobench.fish; do
	[ -s "$stage/usr/$file" ] || echo "$file"
done)
[ -z "$missing" ] && [ "$(find "$stage" -type f -perm -111 | sed 's|.*/||' | sort | head -n 2 | tr '\n' ' ')" = \
	"cuckoobench cuckoobench-micro " ] &&
	[ -z "$(find "$stage" -perm /022 ! -type l)" ]
result $? "puts everything there $missing"

# --- names
functions=$(grep -o '\bcuckoobench_[a-z_]*(' include/cuckoobench.h | tr -d '(' | grep -vx cuckoobench_plugin | sort -u)
for file in "-D $stage/usr/lib/libcuckoobench.so" "-g $stage/usr/lib/libcuckoobench.a"; do
	# shellcheck disable=SC2086 # two words; what begins with __ is a sanitizer's
	nm $file --defined-only | awk 'NF == 3 {print $3}' | grep -v '^__' | sort >"$scratch/out"
	[ "$(cat "$scratch/out")" = "$functions" ]
	result $? "${file##*/}: the functions of the header, and nothing else"
done
version=$(sed -n 's/^Version: //p' "$stage/usr/lib/pkgconfig/cuckoobench.pc")
[ "cuckoobench $version" = "$("$CUCKOOBENCH" --version)" ] && [ -f "$stage/usr/lib/libcuckoobench.so.$version" ]
result $? "one version"
soname=libcuckoobench.so.${version%%.*}
readelf -d "$stage/usr/lib/libcuckoobench.so" | grep -qF "Library soname: [$soname]" && [ -e "$stage/usr/lib/$soname" ]
result $? "soname $soname"

# --- programs
export PKG_CONFIG_SYSROOT_DIR="$stage" PKG_CONFIG_PATH="$stage/usr/lib/pkgconfig" PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 \
	PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1
export LD_LIBRARY_PATH="$stage/usr/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
# builds NAME SOURCE OPTION...: with all warnings as errors.
builds() {
	program=$scratch/$1 source=$2
	shift 2
	# shellcheck disable=SC2086 # lists
	(unset LD_LIBRARY_PATH; $cc -Wall -Wextra -Wpedantic -Werror $mode -o "$program" "$source" "$@") \
		>"$scratch/out" 2>"$scratch/err"
}
# shellcheck disable=SC2046 # lists
tries() { # tries NAME SOURCE OPTION LIBRARY: in all ways to link
	builds "$1" "$2" $3 $(pkg-config --cflags --libs cuckoobench) $4 &&
		(cd "$scratch" && "./$1") >"$scratch/out" 2>"$scratch/err" &&
		ldd "$scratch/$1" | grep -q "$soname => $stage/"
	result $? "$1: shared"
	builds "$1" "$2" $3 $(pkg-config --cflags cuckoobench) "$stage/usr/lib/libcuckoobench.a" \
		$(pkg-config --libs --static cuckoobench | sed 's/-lcuckoobench//') $4 &&
		(cd "$scratch" && "./$1") >"$scratch/out" 2>"$scratch/err" &&
		! ldd "$scratch/$1" | grep -q libcuckoobench
	result $? "$1: the archive"
	if [ -n "$mode" ]; then
		skipped "$1: static" "a sanitizer's runtime is shared"
		return
	fi
	builds "$1" "$2" -static $3 $(pkg-config --cflags --libs --static cuckoobench) $4 &&
		(cd "$scratch" && "./$1") >"$scratch/out" 2>"$scratch/err"
	result $? "$1: static"
}
cat >"$scratch/own.c" <<'END'
#include <cuckoobench.h>
#include <stdio.h>
#include <string.h>

/* Names of functions inside the library, which are its own there. */
int filter_find(void);
int mem_alloc(void);
int filter_find(void) { return 17; }
int mem_alloc(void) { return 4; }

#define CHECK(condition) if (!(condition)) return fprintf(stderr, "%d: %s\n", __LINE__, #condition), 1
int
main(void)
{
	struct cuckoobench_params params = {.size = sizeof params, .items = 1000, .fp_bits = 12, .seed = 7};
	struct cuckoobench_info info = {.size = sizeof info};
	struct cuckoobench_filter *f, *g;
	uint64_t keys[1000];
	uint8_t hit[1000];
	const char *why;

	CHECK(filter_find() + mem_alloc() == 21);
	CHECK(cuckoobench_abi() == CUCKOOBENCH_ABI);
	for (uint64_t i = 0; i < 1000; i++)
		keys[i] = i * i;
	CHECK(cuckoobench_create("cf", &params, &f, &why) == CUCKOOBENCH_OK);
	CHECK(cuckoobench_insert(f, keys, 1000) == 1000 && cuckoobench_contains(f, keys, 1000, hit) == 1000);
	CHECK(cuckoobench_remove(f, keys + 900, 100) == 100 && cuckoobench_contains(f, keys + 900, 100, hit) < 100);
	CHECK(cuckoobench_save(f, "own.filter") == CUCKOOBENCH_OK &&
	      cuckoobench_load("own.filter", &g) == CUCKOOBENCH_OK);
	CHECK(cuckoobench_contains(g, keys, 900, hit) == 900 && !cuckoobench_check(g));
	cuckoobench_get_info(g, &info);
	CHECK(info.items == 900 && info.fp_bits == 12);
	cuckoobench_destroy(f);
	cuckoobench_destroy(g);
	params.size = 4;
	CHECK(cuckoobench_create("cf", &params, &f, &why) == CUCKOOBENCH_EINVAL && !f &&
	      strncmp(why, "size: ", 6) == 0);
	return 0;
}
END
cat >"$scratch/own.cc" <<'END'
#include <cuckoobench.h>
#include <cuckoobench_hash.h>
#include <memory>
#include <string_view>
#include <vector>

/* Every filter of the library, owned as C++ owns things. */
int
main()
{
	using owned = std::unique_ptr<cuckoobench_filter, decltype(&cuckoobench_destroy)>;
	int made = 0;

	for (size_t i = 0; const char *name = cuckoobench_name(i); i++) {
		cuckoobench_params params{};
		cuckoobench_filter *made_here = nullptr;
		std::vector<uint64_t> keys(500, 0);
		std::vector<uint8_t> hit(500);

		const bool at_once = cuckoobench_caps(name) & CUCKOOBENCH_STATIC;

		params.size = sizeof params;
		params.bytes = at_once ? 0 : 1 << 16;
		for (size_t k = 0; k < keys.size(); k++)
			keys[k] = k << 40;
		const int32_t status =
			at_once ? cuckoobench_build(name, &params, keys.data(), keys.size(), &made_here, nullptr)
				: cuckoobench_create(name, &params, &made_here, nullptr);
		owned filter{made_here, cuckoobench_destroy};
		if (status == CUCKOOBENCH_EISA)
			continue;
		if (status != CUCKOOBENCH_OK ||
		    (!at_once && cuckoobench_insert(filter.get(), keys.data(), keys.size()) != keys.size()) ||
		    cuckoobench_contains(filter.get(), keys.data(), keys.size(), hit.data()) != keys.size())
			return 1;
		made += std::string_view(name) == "cf" || std::string_view(name) == "bf" ? 100 : 1;
	}
	return made > 210 ? 0 : 1;
}
END
sed -n '/^\.Bd -literal/,/^\.Ed/{/^\.Bd/d; /^\.Ed/q; s/\\e/\\/g; p}' man/libcuckoobench.3 >"$scratch/manual.c"
tries own "$scratch/own.c" -std=c11
tries plus "$scratch/own.cc" -std=c++17 -lstdc++
tries manual "$scratch/manual.c" -std=c11
grep -qE '^0\.[01][0-9]* % false positives$' "$scratch/out"
result $? "the manual's example says what it should"

# --- the program, from somewhere else and without the source tree
mkdir "$scratch/else"
(cd "$scratch/else" && unset CUCKOOBENCH_HOME &&
	"$stage/usr/bin/cuckoobench" run f5 s1 --scale smoke -o r >"$scratch/out" 2>"$scratch/err")
[ $? -eq 0 ] && [ -s "$scratch/else/r/report.html" ] && [ -s "$scratch/else/r/plots/f5.svg" ] &&
	grep -q '^cuckoobench: 0 cells failed, 1 were skipped' "$scratch/err"
result $? "the installed program runs and draws"
[ "$(grep -c ' skipped: its source files are not here' "$scratch/err")" -eq 1 ]
result $? "and skips to count the lines of sources that it has not"

install uninstall && [ "$(find "$stage" -mindepth 1 | sort | tr '\n' ' ')" = "$stage/usr $stage/usr/lib " ]
result $? "make uninstall leaves nothing but the folders that were there before"
