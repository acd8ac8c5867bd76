# SPDX-License-Identifier: MIT
"""Does `ab` keep its word? Of a series of its runs: how often it separates a file from its copy, and how often it finds
a slowdown that was planted (tests/plugins/planted.c).

    python3 ab_series.py --make FIRST LAST >FILE    runs FIRST to LAST, each with its number as seed; some seconds each
    python3 ab_series.py [FILE]     (default: datasets/reference/ab-series/rows.csv.gz)

Runs take turns: four of many waits, and then, of cf and of two plug-ins,

      library | planted | plug-in | library | planted | plug-in | library | plug-in | planted | library | ...

A row of FILE is a row of a run: which pair, how many waits NEW has, the seed, the processors that others kept busy
meanwhile, the operation, each quotient with its interval, the verdict.
"""
import csv
import gzip
import io
import json
import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from estimates import median, median_interval, wilson

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MANY, MANY_RUNS = 100, 4
WAITS = [2, 4, 7, 15]
PLACES = "library planted plug-in library planted plug-in library".split()
QUOTIENTS = ["change", "change_over_old_again", "control"]
COLUMNS = ["pair", "waits", "seed", "load", "operation",
           *("%s_%s" % (q, end) for q in QUOTIENTS for end in ("median", "lo", "hi")), "verdict"]
SIZES = {"library": "256K", "plug-in": "64K", "planted": "64K"}
# Processors that others keep busy. Up to one, `ab` has one of two for itself.
LOADS = {"quiet": (0, 0.5), "beside one busy processor": (0.5, 1.2), "shared": (1.2, 1e9)}


# --- making -----------------------------------------------------------------------------------------------------

def kind(number):
    """(pair, waits) of run `number`: from 0 on."""
    if number < MANY_RUNS:
        return "planted", MANY
    cycle, place = divmod(number - MANY_RUNS, len(PLACES))
    if PLACES[place] == "planted":
        return "planted", WAITS[(2 * cycle + place // 3) % len(WAITS)]
    return ("library", "plug-in")[(PLACES[place] == "library") == cycle % 2], 0


def pairs(build, scratch):
    """{(pair, waits): (OLD, NEW)}, made in scratch."""
    def copied(path, name):
        return shutil.copy(path, os.path.join(scratch, name))

    def planted(waits):
        path = os.path.join(scratch, "planted-%d.so" % waits)
        subprocess.run([*compiler, "-O3", "-fPIC", "-shared", "-DWAITS=%d" % waits, "-o", path,
                        os.path.join(ROOT, "tests/plugins/planted.c")], check=True, cwd=ROOT)
        return path

    with open(os.path.join(build, "flags")) as file:
        compiler = [*shlex.split(file.read().split(" -I. ")[0]), "-std=gnu11", "-Iinclude"]
    library = os.path.join(build, "libcuckoobench.so")
    example = os.path.join(build, "examples", "plugin_two_choice.so")
    old = planted(0)
    return {("library", 0): (library, copied(library, "library.so")),
            ("plug-in", 0): (example, copied(example, "plug-in.so")),
            **{("planted", waits): (old, planted(waits)) for waits in [*WAITS, MANY]}}


def busy():
    """Seconds that the processors of this machine have worked, or that its host took from them."""
    with open("/proc/stat") as file:
        user, nice, system, _, _, irq, softirq, steal = map(int, file.readline().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def own():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(program, old, new, size, seed, directory):
    """What `ab` told in its ab.json, and how many processors others kept busy."""
    start = time.monotonic(), busy() - own()
    subprocess.run([program, "ab", old, new, "--filter", "cf|two-choice|planted", "--bytes", size, "--seed",
                    str(seed), "-q", "-o", directory], check=True, stdout=subprocess.DEVNULL)
    load = (busy() - own() - start[1]) / (time.monotonic() - start[0])
    with open(os.path.join(directory, "ab.json")) as file:
        return json.load(file), load


def make(first, last):
    program = os.path.abspath(os.environ.get("CUCKOOBENCH", os.path.join(ROOT, "build/release/cuckoobench")))
    out = csv.writer(sys.stdout, lineterminator="\n")
    with tempfile.TemporaryDirectory() as scratch:
        made = pairs(os.path.dirname(program), scratch)
        out.writerow(COLUMNS)
        for seed in range(first, last + 1):
            pair, waits = kind(seed - 1)
            told, load = run(program, *made[pair, waits], SIZES[pair], seed, os.path.join(scratch, "run"))
            for row in told["cells"][0]["rows"]:
                out.writerow([pair, waits, seed, "%.2f" % max(load, 0), row["operation"],
                              *("%.5f" % row[q][end] for q in QUOTIENTS for end in ("median", "lo", "hi")),
                              row["verdict"]])
            sys.stdout.flush()
            shutil.rmtree(os.path.join(scratch, "run"))


# --- counting ---------------------------------------------------------------------------------------------------

def share(n, of):
    return "%d of %d, %.1f %% [%.1f, %.1f]" % (n, of, 100 * n / of, *(100 * end for end in wilson(n, of)))


def number(row, quotient, end):
    return float(row[quotient + "_" + end])


def leaves_out_1(row, quotient):
    return number(row, quotient, "lo") > 1 or number(row, quotient, "hi") < 1


def beyond(row):
    """How far both intervals of NEW, over OLD and over OLD again, lie on one side of 1."""
    changes = QUOTIENTS[:2]
    return max(0, min(number(row, q, "lo") for q in changes) - 1, 1 - max(number(row, q, "hi") for q in changes))


def width(rows):
    """The median of half an interval's width, in per cent."""
    return 50 * median([number(row, "change", "hi") - number(row, "change", "lo") for row in rows])


def tell_same(rows, name):
    runs = {row["seed"] for row in rows}

    def of_runs(wrong):
        return share(len({row["seed"] for row in rows if wrong(row)}), len(runs))

    print("%s: %d runs, %d rows" % (name, len(runs), len(rows)))
    print("  with a row that is called faster or slower: %s" % of_runs(
        lambda row: row["verdict"] in ("faster", "slower")))
    print("  with a row whose intervals lie beyond 1: %s; at most %.2f %% beyond" % (
        of_runs(lambda row: beyond(row) > 0), 100 * max(map(beyond, rows))))
    print("  intervals that leave out 1: %d of %d of NEW over OLD, %d of A/A; disturbed: %d" % (
        sum(leaves_out_1(row, "change") for row in rows), len(rows),
        sum(leaves_out_1(row, "control") for row in rows), sum(row["verdict"] == "disturbed" for row in rows)))
    print("  half an interval, median: lookups %.1f %%, others %.1f %%" % (
        width([row for row in rows if row["operation"].startswith("lookup")]),
        width([row for row in rows if not row["operation"].startswith("lookup")])))


def tell_planted(rows, name, operations):
    planted = [row for row in rows if row["pair"] == "planted"]
    if planted:
        print("planted, %s: %d runs" % (name, len({row["seed"] for row in planted})))
    for waits in [*WAITS, MANY]:
        tell_waits(planted, waits, operations)


def tell_waits(rows, waits, operations):
    for operation in operations:
        of = [row for row in rows if int(row["waits"]) == waits and row["operation"].startswith(operation)]
        slower = [100 * (1 - number(row, "change", "median")) for row in of]
        if of:
            lo, hi = median_interval(slower)
            print("  %3d waits, %ss: %.1f %% slower%s, found in %s" % (
                waits, operation, median(slower), " [%.1f, %.1f]" % (lo, hi) if lo <= hi else "",
                share(sum(row["verdict"] == "slower" for row in of), len(of))))


def main(path):
    with gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb") as file:
        rows = list(csv.DictReader(io.TextIOWrapper(file, newline="")))
    for name, (least, below) in LOADS.items():
        of = [row for row in rows if least <= float(row["load"]) < below]
        for pair in ("library", "plug-in"):
            same = [row for row in of if row["pair"] == pair]
            if same:
                tell_same(same, "%s and its copy, %s" % (pair, name))
        tell_planted(of, name, ["lookup"])
    tell_planted(rows, "in all", ["lookup", "insert", "delete"])
    same = [row for row in rows if row["pair"] != "planted"]
    if same:
        tell_same(same, "a file and its copy, in all")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        make(int(sys.argv[2]), int(sys.argv[3]))
    else:
        main(sys.argv[1] if sys.argv[1:] else os.path.join(ROOT, "datasets/reference/ab-series/rows.csv.gz"))
