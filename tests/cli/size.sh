# SPDX-License-Identifier: MIT
# `cuckoobench size`: what it says is what the library makes, the smallest first, in 80 columns; what it refuses; and
# the counted rates are those of the reference run.
. tests/cli_lib.sh

expect 0 "ten million keys at 0.4 %, with deletion" size 10M --max-fpr 0.4% --deletes
[ "$(wc -L <"$scratch/out")" -le 80 ]
result $? "in 80 columns"
head -n 1 "$scratch/out" | grep -q '^10000000 keys, at most 0.4 % of absent ones found:$'
result $? "M is a million, and the rate is repeated"
! grep -qE '^(bf|prefix|fuse3|cf-striped) ' "$scratch/out" && grep -q '^cf ' "$scratch/out" &&
	grep -q '^rsqf ' "$scratch/out"
result $? "has filters that delete, and no others"
sed -n '/^filter/,/^$/p' "$scratch/out" | sed 1d | awk 'NF > 5 { if ($2 < last) exit 1; last = $2 }'
result $? "the smallest first"
awk '/^[a-z]/ && $5 == "%" && $4 > 0.4 { bad = 1 } END { exit bad }' "$scratch/out"
result $? "each keeps the rate"
grep -q '^cuckoobench_create("rsqf", &params, &filter, &why);$' "$scratch/out"
result $? "the smallest as C"

expect 0 "a million, all known beforehand" size 1M --static
grep -q '^cuckoobench_build("ribbon-bumped", &params, keys, n, &filter, &why);$' "$scratch/out"
result $? "is built"
expect 0 "for threads" size 1M --shared --deletes
sed -n '/^filter/,/^$/p' "$scratch/out" | sed 1d | grep -q '^cf-striped ' && ! grep -q '^cf ' "$scratch/out"
result $? "has filters that threads share, alone"
expect 0 "values" size 1M --values 8 --static
grep -q '^bloomier ' "$scratch/out" && ! grep -q cuckoobench_ "$scratch/out"
result $? "has filters that keep values, which the library lacks"

refuses 2 "how many keys?" "no number" size
refuses 2 "'many' is not a number of keys such as 10M" "a word" size many
refuses 2 "'0' is not a number of keys" "no key" size 0
refuses 2 "no filter does for 1000 keys with these options" "values without --static" size 1000 --values 8
refuses 2 "not a share above 0" "a rate of 0" size 1000 --max-fpr 0
expect 0 "the largest number" size 1T

needs python3 "sizes as JSON"
expect 0 "as JSON" size 123456 --max-fpr 0.001 --json
if [ -e "${CUCKOOBENCH%/*}/libcuckoobench.so" ] && [ -z "$sanitized$emulated" ]; then
	python3 - "$scratch/out" "${CUCKOOBENCH%/*}/libcuckoobench.so" <<-'END_OF_PYTHON' >"$scratch/told" 2>&1
		import ctypes as c, json, random, sys

		class Params(c.Structure):
		    _fields_ = [("size", c.c_size_t), ("bytes", c.c_uint64), ("buckets", c.c_uint64),
		                ("items", c.c_uint64), ("fp_bits", c.c_uint32), ("slots", c.c_uint32),
		                ("hashes", c.c_uint32)]

		told, lib = json.load(open(sys.argv[1])), c.CDLL(sys.argv[2])
		lib.cuckoobench_create.argtypes = [c.c_char_p, c.POINTER(Params), c.POINTER(c.c_void_p), c.c_void_p]
		for fn in ("contains", "insert"):
		    getattr(lib, "cuckoobench_" + fn).restype = c.c_size_t
		n, asked = told["items"], 1 << 20
		keys, others = (c.c_uint64 * n)(), (c.c_uint64 * asked)()
		source = random.Random(1)
		for i in range(n):
		    keys[i] = source.getrandbits(64)
		for i in range(asked):
		    others[i] = source.getrandbits(64)
		hit = (c.c_uint8 * asked)()
		assert len(told["filters"]) > 10, "few filters"
		for f in told["filters"]:
		    params, made, bytes_ = Params(c.sizeof(Params), **f["parameters"]), c.c_void_p(), c.c_uint64()
		    name = f["filter"].encode()
		    assert lib.cuckoobench_size(name, c.byref(params), c.byref(bytes_), None) == 0, name
		    assert bytes_.value == f["bytes"], (name, bytes_.value, f)
		    assert lib.cuckoobench_create(name, params, made, None) == 0, name
		    assert lib.cuckoobench_insert(made, keys, c.c_size_t(n)) == n, (name, "full")
		    rate = lib.cuckoobench_contains(made, others, c.c_size_t(asked), hit) / asked
		    margin = 5 * (f["rate"] / asked) ** 0.5 + 0.05 * f["rate"]
		    assert abs(rate - f["rate"]) < margin, (name, rate, f["rate"])
		    lib.cuckoobench_destroy(made)
	END_OF_PYTHON
	status=$?
	cp "$scratch/told" "$scratch/out"
	result $status "the library makes them: so large, all keys in, and at that rate"
else
	skipped "the library makes them" "no shared library of this build"
fi

# The counted rates. To write them anew: this program's output behind the comment of that file.
python3 - datasets/reference/field-full/results/p0.csv >"$scratch/counted" <<-'END_OF_PYTHON'
	import csv, sys

	for row in csv.DictReader(open(sys.argv[1])):
	    if row["metric"] == "fpr" and row["x"] == "29360128":
	        print("COUNTED(%s, %s, %s)" % (*row["series"].split(":"), row["median"]))
END_OF_PYTHON
grep '^COUNTED' harness/filters/rates_counted.def | diff - "$scratch/counted" >"$scratch/out"
result $? "the counted rates are those of field-full"
