# SPDX-License-Identifier: MIT
"""How often intervals of ratios would have held the true one, from the samples of a run.

    python3 coverage.py DIR...

Of every two series at one place the processes' quotients are a series. A process with its rounds is drawn at random
from a series, again and again, so the series' median is the true one: how often does the interval of 3 to 7 such
processes leave it out? Where the draws are all alike there is none. Printed for each experiment:

    n         processes of a series
    lag       correlation of a quotient with the next process's, which is 0 if processes do not depend on each other
              (about -1/n is to be expected of so few, and is subtracted)
    skewness  the median over the series of its size
    floor     the median of the rounds' variance over that between processes
    misses    per cent, of 3, 5, 6 and 7 processes; "one of 20" at the level of one comparison of twenty, 0.25 %

C2 compares one filter with itself, so there the true quotient is 1. Of runs of successive processes of each length that
have no process in common: in how many does claim A/A alarm, and how many of their intervals leave out 1?

Ends with 1 if 95 % are less than 93 % anywhere.
"""
import math
import random
import sys
from itertools import combinations

sys.dont_write_bytecode = True
from estimates import LEVEL, error_of_rounds, interval_of_processes, mean, median, variance, wilson
from run import TIMED, Run, Turns, quotients
from verdicts import FAILS, Control

SIZES = (3, 5, 6, 7)
SERIES, DRAWS = 150, 40  # of an experiment; of a series


def series(run, exp):
    """The quotients of every two series at one place, as lists of processes, each a list of rounds."""
    places = {}
    for (panel, name, x, metric), point in sorted(run.points[exp].items()):
        if point.samples[0].unit in TIMED:
            places.setdefault((panel, x, metric), []).append(point.values())
    found = []
    for lines in places.values():
        for a, b in combinations(lines, 2):
            processes = {}
            for (process, _), value in sorted(quotients(a, b).items()):
                if value > 0:
                    processes.setdefault(process, []).append(value)
            logs = {math.log(median(rounds)) for rounds in processes.values()}
            if len(processes) >= 5 and len(logs) > 1:
                found.append([rounds for _, rounds in sorted(processes.items())])
    return found


def misses(rng, every, size, level):
    """Per cent of the intervals that leave out their series' median."""
    missed = there = 0
    for processes in every:
        each = [(median(rounds), error_of_rounds(rounds)) for rounds in processes]
        true = median([middle for middle, _ in each])
        for _ in range(DRAWS):
            lo, hi = interval_of_processes(*zip(*(rng.choice(each) for _ in range(size))), level)
            there += lo == lo
            missed += lo > true * (1 + 1e-12) or hi < true * (1 - 1e-12)
    return 100 * missed / there


def shape(processes):
    """(lag, skewness, floor) of a series."""
    logs = [math.log(median(rounds)) for rounds in processes]
    n, m, v = len(logs), mean(logs), variance(logs)
    off = [x - m for x in logs]
    second, third = mean([x ** 2 for x in off]), mean([x ** 3 for x in off])
    floor = median([variance([math.log(x) for x in rounds]) / len(rounds) for rounds in processes])
    return (sum(a * b for a, b in zip(off, off[1:])) / ((n - 1) * v) + 1 / n,
            abs(third / second ** 1.5) * math.sqrt(n * (n - 1)) / (n - 2), floor / v)


def control(run):
    """Of C2: {size: (runs, alarms of A/A, intervals, how many leave out 1)}."""
    points = run.points["c2"]
    pairs = [quotients(points["", name + "-again", x, metric].values(), points["", name, x, metric].values())
             for _, name, x, metric in sorted(points)
             if ("", name + "-again", x, metric) in points and metric in ("lookup", "construction")]
    processes, found = sorted({process for q in pairs for process, _ in q}), {}
    for size in (*SIZES, 12):
        runs = alarms = intervals = missed = 0
        for first in range(0, len(processes) - size + 1, size):
            some = set(processes[first:first + size])
            parts = [Turns({turn: v for turn, v in q.items() if turn[0] in some}, True) for q in pairs]
            runs += 1
            alarms += Control("A/A", parts).outcome(LEVEL) == FAILS
            for part in parts:
                lo, hi = part.interval(LEVEL)
                intervals += lo == lo
                missed += lo > 1 or hi < 1
        found[size] = runs, alarms, intervals, missed
    return found


def report(directory):
    """Prints it; returns the largest share of misses at 95 %."""
    rng, most = random.Random(2014), 0
    run = Run(directory)
    print(directory)
    print("  exp  series     n    lag  skewness  floor   misses                       one of 20")
    for exp in sorted(run.points):
        every = series(run, exp)
        if not every:
            continue
        shapes = [shape(processes) for processes in every]
        some = every if len(every) <= SERIES else rng.sample(every, SERIES)
        missed = [misses(rng, some, size, LEVEL) for size in SIZES]
        most = max(most, *missed)
        print("  %-4s %6d  %4.1f  %5.2f  %8.2f  %5.2f   %s    %s" % (
            exp, len(every), mean(len(p) for p in every), mean(s[0] for s in shapes), median([s[1] for s in shapes]),
            median([s[2] for s in shapes]), " ".join("%5.1f" % m for m in missed),
            " ".join("%5.2f" % misses(rng, some, size, LEVEL / 20) for size in SIZES)))
    for size, (runs, alarms, intervals, missed) in control(run).items() if "c2" in run.points else ():
        if runs:
            print("  C2, %2d processes: A/A alarms in %d of %d runs (at most %.1f %%); %d of %d intervals miss 1" % (
                size, alarms, runs, 100 * wilson(alarms, runs)[1], missed, intervals))
    return most


def main(directories):
    if not directories:
        sys.exit(__doc__.strip())
    return 1 if max(report(directory) for directory in directories) > 7 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
