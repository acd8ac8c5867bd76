# SPDX-License-Identifier: MIT
"""Does `ab` keep its word? Of a series of its runs: how often it separates a file from its copy, and how often it finds
a slowdown that was planted (tests/plugins/planted.c).

    python3 ab_series.py --make FIRST LAST >FILE    runs FIRST to LAST, each with its number as seed; some seconds each
    python3 ab_series.py [FILE]     (default: datasets/reference/ab-series/rows.csv.gz)

Runs take turns: four of many waits, from which the shares of few follow, and then, of cf and of two plug-ins,

      library | planted | plug-in | library | planted | plug-in | library | plug-in | planted | library | ...

A row of FILE is a row of a run: which pair, how many waits NEW has, the seed, the processors that others kept busy
meanwhile, the operation, each quotient with its interval, the verdict.
"""
import csv
import gzip
import io
import json
import math
import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from estimates import median, wilson

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MANY, MANY_RUNS = 100, 4
WAITS = [1, 3, 6, 14]
PLACES = "library planted plug-in library planted plug-in library".split()
QUOTIENTS = ["change", "change_over_old_again", "control"]
COLUMNS = ["pair", "waits", "seed", "load", "operation",
           *("%s_%s" % (q, end) for q in QUOTIENTS for end in ("median", "lo", "hi")), "verdict"]
SIZES = {"library": "256K", "plug-in": "64K", "planted": "64K"}
QUIET = 0.5  # processors that others keep busy


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


def far(row):
    """By how much a row is separated from 1: the nearer end of the nearer interval; 0 if it is not."""
    ends = [(float(row[q + "_lo"]), float(row[q + "_hi"])) for q in QUOTIENTS[:2]]
    return max(0, min(lo - 1 for lo, _ in ends), min(1 - hi for _, hi in ends))


def tell_same(rows, name):
    runs = {row["seed"] for row in rows}
    wrong = [row for row in rows if row["verdict"] in ("faster", "slower")]
    apart = [row for row in rows if far(row) > 0]
    print("%s: %d runs, %d rows" % (name, len(runs), len(rows)))
    print("  runs with a wrong verdict: %s" % share(len({row["seed"] for row in wrong}), len(runs)))
    print("  runs with an interval beyond 1, over both instances: %s" % share(
        len({row["seed"] for row in apart}), len(runs)))
    print("  the farthest interval begins at %.2f %%, the farthest median of both lies at %.2f %%" % (
        100 * max(map(far, rows)),
        100 * max(min(abs(float(row[q + "_median"]) - 1) for q in QUOTIENTS[:2]) for row in rows)))
    print("  disturbed: %d rows" % sum(row["verdict"] == "disturbed" for row in rows))


def costs(rows):
    """{operation: the time of a wait over that of an operation without}, from runs of many waits."""
    slow = {}
    for row in rows:
        slow.setdefault(row["operation"], []).append(1 / float(row["change_median"]) - 1)
    return {operation: median(values) / MANY for operation, values in slow.items()}


def tell_planted(rows, cost, waits):
    mine = [row for row in rows if int(row["waits"]) == waits]
    for operation in cost:
        of = [row for row in mine if row["operation"] == operation]
        print("  %2d waits, %-12s  %4.1f %% slower: found in %s; measured %.1f %%" % (
            waits, operation, 100 * (1 - 1 / (1 + waits * cost[operation])),
            share(sum(row["verdict"] == "slower" for row in of), len(of)),
            100 * (1 - median([float(row["change_median"]) for row in of]))))


def main(path):
    with gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb") as file:
        rows = list(csv.DictReader(io.TextIOWrapper(file, newline="")))
    same = [row for row in rows if row["pair"] != "planted"]
    for name in ("library", "plug-in"):
        for quiet in (True, False):
            of = [row for row in same if row["pair"] == name and (float(row["load"]) < QUIET) == quiet]
            if of:
                tell_same(of, "%s and its copy, %s" % (name, "quiet" if quiet else "loaded"))
    tell_same(same, "in all")
    planted = [row for row in rows if row["pair"] == "planted"]
    cost = costs([row for row in planted if int(row["waits"]) == MANY])
    print("planted")
    for waits in WAITS:
        tell_planted(planted, cost, waits)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        make(int(sys.argv[2]), int(sys.argv[3]))
    else:
        main(sys.argv[1] if sys.argv[1:] else os.path.join(ROOT, "datasets/reference/ab-series/rows.csv.gz"))
