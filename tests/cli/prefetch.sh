# SPDX-License-Identifier: MIT
# Filters that prefetch have prefetch instructions, as this compiler built them. A compiler that considers a function of
# prefetches alone to be without effects drops its calls, and all answers stay right.
#
#      FILE.c has .batch =             FILE.o has a prefetch in every kernel (..._insert, _search, _contains, _remove)
#      or is a ..._batch.c      -->    and every ahead_...: in itself, or in what it refers to in that object
. tests/cli_lib.sh
build=${CUCKOOBENCH%/*}

# of_object FILE.o [KERNELS]: prints "FUNCTION N" of every kernel: N prefetches are in it and in what it reaches. Parts
# that the compiler made of a function (.part.0, .isra.0, .constprop.0, .cold) count as the function's.
of_object() {
	objdump -dr --no-show-raw-insn "$1" | awk -v kernels="${2:-_(insert|search|contains|remove)$}" '
	function named(text) {
		sub(/[.](part|isra|constprop|cold|lto_priv).*$/, "", text)
		return text
	}
	/^[0-9a-f]+ <.*>:$/ {
		here = $2
		gsub(/[<>:]/, "", here)
		here = named(here)
		all[here]
		next
	}
	/\tprefetch/ { own[here]++ }
	/<[^>]*>/ { # a call or jump
		to = $0
		sub(/^.*</, "", to)
		sub(/[+>].*$/, "", to)
		refers[here, named(to)]
	}
	/\tR_/ || /: R_/ { # or an address
		to = $NF
		sub(/[-+]0x.*$/, "", to)
		refers[here, named(to)]
	}
	function reached(f,    pair, both, sum) {
		seen[f]
		sum = own[f] + 0
		for (pair in refers) {
			split(pair, both, SUBSEP)
			if (both[1] == f && both[2] in all && !(both[2] in seen))
				sum += reached(both[2])
		}
		return sum
	}
	END {
		for (f in all) {
			if (f ~ kernels && f !~ /ops_/ || f ~ /(^|_)ahead(_|$)/) {
				split("", seen)
				print f, f ~ /ahead/ ? own[f] + 0 : reached(f)
			}
		}
	}' | sort
}

files=$({ grep -l '\.batch = ' variants/*/*.c baselines/*/*.c; ls variants/*/*_batch.c baselines/*/*_batch.c; } |
	sort -u)
for file in $files; do
	object=$build/${file%.c}.o
	name="$file: what works ahead has prefetches"
	if [ "$sanitized" ]; then
		skipped "$name" "a build with sanitizers is not what is measured"
	elif ! command -v objdump >/dev/null; then
		skipped "$name" "objdump is not installed"
	elif ! [ -f "$object" ]; then
		skipped "$name" "there is no $object"
	elif ! objdump -f "$object" 2>/dev/null | grep -q x86-64; then
		skipped "$name" "the instructions of this processor are not known here"
	elif grep -q 'O[01]' "$build/flags"; then
		skipped "$name" "not a release build"
	else
		case $file in
		# Its kernels are beside those for one key after the other, compiled for each set of instructions.
		*/vqf_batch.c) for object in "$build"/baselines/vqf/vqf.o "$build"/baselines/vqf/vqf_kernel_avx*.o; do
			of_object "$object" '_batch$'
		done ;;
		*/vqf_striped_batch.c) for object in "$build"/baselines/vqf/vqf_striped.o \
			"$build"/baselines/vqf/vqf_striped_avx*.o; do
			of_object "$object" '_batch$'
		done ;;
		*) of_object "$object" ;;
		esac >"$scratch/out"
		: >"$scratch/err"
		[ -s "$scratch/out" ] && ! grep -q ' 0$' "$scratch/out"
		result $? "$name"
	fi
done
