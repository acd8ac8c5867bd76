# SPDX-License-Identifier: MIT
# Key sets of Debian packages on the command line. The test makes files up in a folder of unpacked packages, whole and
# damaged. A run records package, version and digest. (Formats: tests/unit/test_importers.c. Real packages:
# test_installed_keys.c.)
. tests/cli_lib.sh

export CUCKOOBENCH_PACKAGES="$scratch/root"
dict=/usr/share/dict/american-english-insane
suffixes=/usr/share/publicsuffix/public_suffix_list.dat
names=/usr/share/debian-cd/tasks/sid/popularity-contest
networks=/usr/share/libloc-location/location.db
genome=/usr/share/doc/bowtie/examples/genomes/NC_008253.fna.gz

# put PATH: standard input becomes that file of a package.
put() {
	mkdir -p "$scratch/root${1%/*}"
	cat >"$scratch/root$1"
}
printf 'Package: %s\nStatus: install ok installed\nVersion: %s\n\n' wamerican-insane 1:2.3-4 bowtie-examples 5-6 |
	put /var/lib/dpkg/status
seq -f 'word%g' 3000 | sed 's/word3000/word1/' | put $dict
printf '// a list\nuk\nco.uk\n// ===END PRIVATE DOMAINS===\n' | put $suffixes
printf '/*\n a list\n*/\ndpkg\nlibc6\n' | put $names

expect 0 "words" keys words
grep -q '^words: 2999 distinct keys, strings of bytes$' "$scratch/out" &&
	grep -q '^  package  *wamerican-insane 1:2.3-4$' "$scratch/out" &&
	grep -q '^  duplicates  *1 dropped$' "$scratch/out" && grep -q "^  file  *$dict$" "$scratch/out" &&
	grep -q "^  sha256  *$(sha256sum <"$scratch/root$dict" | cut -d' ' -f1)$" "$scratch/out"
result $? "are told with version, duplicates, file and digest"
expect 0 "suffixes of domains" keys domains
grep -q '^domains: 2 distinct' "$scratch/out" && grep -q '^  passed over  *2 ' "$scratch/out" &&
	! grep -q 'publicsuffix [0-9]' "$scratch/out"
result $? "are told without a version, if dpkg does not know the package"
expect 0 "names of packages" keys packages
refuses 3 'cuckoobench: --keys ipv4: package libloc-database is not installed' "networks that are not there" keys ipv4
refuses 3 "cuckoobench: --keys kmers: package bowtie-examples is installed, but without its $genome" \
	"a genome that dpkg left out" keys kmers

# refused SET PATH REASON: the file there is refused with that reason. (Not at the end of a pipe, which would count in a
# subshell.)
refused() {
	refuses 3 "cuckoobench: --keys $1: $2: $3" "a damaged file of $1" keys "$1" -o "$scratch/none"
}
printf 'a\r\nb\r\n' | put $dict
refused words $dict 'line 1: a control character (byte 0x0d)'
printf 'a\nb\nwithout an e' | put $dict
refused words $dict 'line 3: no newline at its end: the file was cut off'
put $dict </dev/null
refused words $dict 'empty'
printf 'uk\nco..uk\n' | put $suffixes
refused domains $suffixes 'line 2: not a rule of a public suffix list'
printf 'uk\nco.uk\n' | put $suffixes
refused domains $suffixes 'its last line is missing: the file was cut off'
printf 'dpkg\nlibc6:i386\n' | put $names
refused packages $names 'line 2: not the name of a package'
printf 'LOCDBXX\2' | put $networks
refused ipv4 $networks 'a database of libloc, but not of version 1'
printf 'LOCDBXX\1' | put $networks
refused ipv6 $networks 'cut off in the header'
seq 1000 | gzip | head -c 500 | put $genome
refused kmers $genome 'a gzip file that was cut off'
printf '>protein\nMELF\n' | gzip | put $genome
refused kmers $genome 'line 2: not a letter of a sequence of nucleotides'
[ ! -e "$scratch/none" ]
result $? "nothing was written"

# A run on one: its manifest says what was read; K1's questions find the inserted half.
seq -f 'word%g' 3000 | put $dict
run=$scratch/run
expect 0 "K1 on words" run k1 --scale smoke -q -o "$run" --filter cf --keys words
grep -A 20 '"words": {' "$run/manifest.json" >"$scratch/out"
grep -q '"version": "1:2.3-4"' "$scratch/out" &&
	grep -q "\"sha256\": \"$(sha256sum <"$scratch/root$dict" | cut -d' ' -f1)\"" "$scratch/out" &&
	grep -q '"package": "wamerican-insane"' "$scratch/out"
result $? "notes package, version and digest"
