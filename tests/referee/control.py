# SPDX-License-Identifier: MIT
"""How often does the control alarm? Of a series of runs of C2, which tests/referee/control.sh makes.

    python3 control.py FILE         (default: datasets/reference/control-series/quotients.csv.gz)
    python3 control.py --header
    python3 control.py --of DIR SEED    the rows of one run: a process each

A row has the run's seed, its p as the program judged it, and the logarithm of each quotient that A/A tests. From these
p is computed anew, by every way to flip the signs of ten processes. They have five digits, so ways that nearly tie may
change places: within 0.01 it is the same p.
"""
import csv
import gzip
import json
import os
import sys

sys.dont_write_bytecode = True
from estimates import median_interval, wilson
from predicates import c2
from run import Run
from verdicts import sign_flip_p

NAMES = ["%s_%s" % (f, of) for f in ("cf", "bf") for of in ("construction", "0", "25", "50", "75", "100")]


def told_p(directory):
    """The p of A/A in the run's claims.json."""
    with open(os.path.join(directory, "claims.json")) as file:
        relation = next(c for c in json.load(file)["claims"] if c["id"] == "A/A")["relations"][0]
    return relation.split(": ")[1].split(",")[0].split(" ")[0]


def print_run(directory, seed):
    p = told_p(directory)
    for logs in c2(Run(directory))[0].logs:
        print(",".join([seed, p, *("%.5f" % log for log in logs)]))


def series(path):
    """{seed: (the program's p, [logarithms of a process's quotients])}"""
    found = {}
    with gzip.open(path, "rt", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(int(row["seed"]), (float(row["p"]), []))[1].append([float(row[name]) for name in NAMES])
    return found


def main(path):
    runs = series(path)
    wrong = [seed for seed, (told, logs) in runs.items() if abs(sign_flip_p(logs) - told) > 0.01]
    sizes = sorted({len(logs) for _, logs in runs.values()})
    print("%d runs, seeds %d to %d, of %s processes; p is another than the program's in %d" % (
        len(runs), min(runs), max(runs), " or ".join(map(str, sizes)), len(wrong)))
    for level in (0.05, 0.01):
        alarms = sum(p <= level for p, _ in runs.values())
        print("alarms at %.2f: %d, %.1f %% [%.1f, %.1f]" % (
            level, alarms, 100 * alarms / len(runs), *(100 * end for end in wilson(alarms, len(runs)))))
    for name in ("cf", "bf"):
        ends = [median_interval([log[i] for log in logs]) for _, logs in runs.values() for i, of in enumerate(NAMES)
                if of.startswith(name)]
        apart = sum(lo > 0 or hi < 0 for lo, hi in ends)
        print("%s: of %d intervals of order statistics %d leave out 1, %.1f %%" % (
            name, len(ends), apart, 100 * apart / len(ends)))
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--header"]:
        print("seed,p," + ",".join(NAMES))
    elif sys.argv[1:2] == ["--of"]:
        print_run(*sys.argv[2:])
    else:
        here = os.path.dirname(os.path.abspath(__file__))
        sys.exit(main(sys.argv[1] if sys.argv[1:] else os.path.join(
            here, "../../datasets/reference/control-series/quotients.csv.gz")))
