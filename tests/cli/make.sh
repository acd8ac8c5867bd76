# SPDX-License-Identifier: MIT
# The Makefile, as a user meets it: the list of targets, packages that are missing, a way to get them that is none.
. tests/cli_lib.sh
unsanitized "the Makefile"
unset MAKEFLAGS MFLAGS MAKELEVEL
made() { # made STATUS NAME ARGUMENT...: in a folder of its own, since other flags build everything anew
	code=$1 name=$2
	shift 2
	make --no-print-directory BUILD="$scratch/build" "$@" >"$scratch/out" 2>"$scratch/err"
	status=$?
	[ $status -eq "$code" ]
	result $? "$name (exit status $code)"
}

made 0 "make help" help
missing=$(sed -n 's/^\([a-z0-9-]*\):.* ## .*/\1/p' Makefile | while read -r target; do
	grep -q "^  make $target " "$scratch/out" || echo "$target"
done)
[ -z "$missing" ] && grep -q '^  make arm64-check ' "$scratch/out" && [ "$(wc -l <"$scratch/out")" -gt 25 ]
result $? "has every target $missing"
! grep -qF '$' "$scratch/out" && [ "$(wc -L <"$scratch/out")" -le 80 ]
result $? "and nothing of make's own, within 80 columns"
made 2 "make DEPS=foo setup" DEPS=foo setup
grep -q 'DEPS=foo is none of: auto manual none' "$scratch/err"
result $? "says what may stand there"

# A compiler that does not find two of the headers.
cat >"$scratch/cc" <<'END'
#!/bin/sh
case " $* " in *' -include xxhash.h '* | *' -include benchmark/benchmark.h '*) exit 1 ;; esac
exec cc "$@"
END
chmod +x "$scratch/cc"
lacks() { # lacks PACKAGES TARGET: it ends before its first file
	made 2 "make $2 without the headers of $1" CC="$scratch/cc" CCACHE= "$2"
	grep -qF "Missing packages (Debian names): $1; \`make setup\` installs them" "$scratch/err" &&
		! grep -q '  CC ' "$scratch/out"
	result $? "names them before it compiles"
}
lacks "libxxhash-dev libbenchmark-dev" all
lacks "libxxhash-dev" lib
