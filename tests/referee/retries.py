# SPDX-License-Identifier: MIT
"""Why disturbed cells are not measured again. A simulation on a run of an earlier version, which did so.

    python3 retries.py [FILE]       (default: datasets/reference/earlier/attempts.csv.gz)

A cell whose canary was off the run's median was measured again. All attempts were kept, and the last one counted. But
what is compared is two filters of one repetition. So what matters is that the cells of a repetition are alike, not that
each is like the run. Four rules choose one attempt of each life cell:

    first     the first one: nothing is measured again, as programs of this version do
    last      what programs of earlier versions did
    latency   the one whose memory latency is closest to its repetition's median (of first attempts)
    clock     the one whose clock is closest to it

Each rule is scored by the quotients of every two filters, in F5's lookups and T3's construction: the standard deviation
of their logarithms over the repetitions (median over all pairs), and the width of their interval, from the second to
the ninth of ten (mean). A rule that chooses at random scores, too: a rule is good if few random choices are better.

Or the same time is spent on more repetitions. With n the width falls, in steps, because ranks are whole numbers: 11
repetitions are no better than 10. It is that of normal quotients with the standard deviation of first attempts.

Two more things are said of the first attempts. How much of the variance of rates does pairing by repetition remove?
That is one less the variance of a quotient over the sum of its two filters' variances. And by which power of each
canary do a filter's rates change, from one repetition to the next? (Least squares of logarithms, both canaries
together.)
"""
import csv
import gzip
import math
import os
import random
import sys
from collections import defaultdict, namedtuple
from itertools import combinations

sys.dont_write_bytecode = True
from estimates import LEVEL, mean, median, median_rank, standard_deviation, variance
from run_reader import repetition

CHOICES, DRAWS = 200, 20000
Attempt = namedtuple("Attempt", "seconds alu_ps read_ps")


def lives(path):
    """({cell: {attempt: Attempt}}, {(cell, attempt): {(experiment, x, filter): log of the rate}}) of a file with a row
    a rate: of a filter's life, in one attempt at it. Ceilings have no rate."""
    rates, cells = defaultdict(dict), defaultdict(dict)
    with gzip.open(path, "rt", newline="") as file:
        for row in csv.DictReader(file):
            at = row["cell"], int(row["attempt"])
            cells[at[0]][at[1]] = Attempt(*(float(row[name]) for name in Attempt._fields))
            if row["experiment"]:
                rates[at][row["experiment"], float(row["x"]), row["filter"]] = math.log(
                    int(row["operations"]) / int(row["ns"]))
    return cells, rates


def extra_time(cells):
    """(cells, attempts beyond the first, their time over that of the first ones) of all lives and their ceilings."""
    first = [attempts[min(attempts)].seconds for attempts in cells.values()]
    again = [a.seconds for attempts in cells.values() for number, a in attempts.items() if number > min(attempts)]
    return len(first), len(again), sum(again) / sum(first)


def nearest_to_repetition(cells, canary):
    """The rule that takes the attempt whose canary is closest to its repetition's median."""
    alike = defaultdict(list)
    for cell, attempts in cells.items():
        alike[repetition(cell)].append(getattr(attempts[min(attempts)], canary))
    middle = {rep: median(each) for rep, each in alike.items()}

    def choose(cell):
        def off(attempt):
            return abs(math.log(getattr(cells[cell][attempt], canary) / middle[repetition(cell)]))
        return min(cells[cell], key=off)
    return choose


def quotients(cells, rates, choose):
    """{(experiment, x, filter, other filter): [log of the quotient in each repetition]}"""
    chosen = defaultdict(dict)
    for cell in cells:
        for (exp, x, series), rate in rates[cell, choose(cell)].items():
            chosen[exp, x, repetition(cell)][series] = rate
    found = defaultdict(list)
    for (exp, x, _), of in chosen.items():
        for a, b in combinations(sorted(of), 2):
            found[exp, x, a, b].append(of[a] - of[b])
    return {pair: logs for pair, logs in found.items() if len(logs) >= 6}


def score(found):
    """(spread, width): of the median pair, and from the second value to the last but one."""
    spread = median([standard_deviation(logs) for logs in found.values()])
    width = mean(sorted(logs)[-2] - sorted(logs)[1] for logs in found.values())
    return spread, width


def by_series(cells, rates):
    """{(experiment, x, filter): [(log of the rate, of the latency, of a multiply-add's time) in each repetition]}, each
    about its mean."""
    found = defaultdict(list)
    for cell, attempts in cells.items():
        a = attempts[min(attempts)]
        for of, rate in rates[cell, min(attempts)].items():
            found[of].append((rate, math.log(a.read_ps), math.log(a.alu_ps)))
    for of, rows in found.items():
        means = [mean(column) for column in zip(*rows)]
        found[of] = [[value - middle for value, middle in zip(row, means)] for row in rows]
    return found


def removed_by_pairing(series, first, exp):
    """Which share of the variance of an experiment's rates is gone in its quotients?"""
    alone = {of: variance([row[0] for row in rows]) for of, rows in series.items() if of[0] == exp}
    pairs = [(pair, logs) for pair, logs in first.items() if pair[0] == exp]
    apart = sum(alone[exp, x, a] + alone[exp, x, b] for (_, x, a, b), _ in pairs)
    return 1 - sum(variance(logs) for _, logs in pairs) / apart


def elasticities(series, exp):
    """The powers (of latency, of the time of a multiply-add): least squares with two variables."""
    rows = [row for of, rows in series.items() if of[0] == exp for row in rows]

    def dot(i, j):
        return sum(row[i] * row[j] for row in rows)
    both = dot(1, 1) * dot(2, 2) - dot(1, 2) ** 2
    latency = (dot(0, 1) * dot(2, 2) - dot(0, 2) * dot(1, 2)) / both
    period = (dot(0, 2) * dot(1, 1) - dot(0, 1) * dot(1, 2)) / both
    return latency, period


def normal_width(n):
    """Expected width of the 95 % interval of the median of n normal values with standard deviation 1."""
    rank, total = median_rank(n, LEVEL), 0.0
    for _ in range(DRAWS):
        values = sorted(random.gauss(0, 1) for _ in range(n))
        total += values[-rank] - values[rank - 1]
    return rank, total / DRAWS


def main(path):
    random.seed(1)
    cells, rates = lives(path)
    timed, again, share = extra_time(cells)
    cells = {cell: attempts for cell, attempts in cells.items() if any((cell, number) in rates for number in attempts)}
    print("%d cells, %d extra attempts, %.0f %% more time; the same time: %d repetitions in place of 10" % (
        timed, again, 100 * share, round(10 * (1 + share))))

    rules = {"first": lambda cell: min(cells[cell]), "last": lambda cell: max(cells[cell]),
             "latency": nearest_to_repetition(cells, "read_ps"), "clock": nearest_to_repetition(cells, "alu_ps")}
    first = quotients(cells, rates, rules["first"])
    by_chance = []
    for _ in range(CHOICES):
        pick = {cell: random.choice(sorted(attempts)) for cell, attempts in cells.items()}
        by_chance.append(score(quotients(cells, rates, pick.get)))
    print("\nwhich counts   spread   width   medians move (rms, most)   random choices with less spread, width")
    for name, choose in rules.items():
        found = quotients(cells, rates, choose)
        spread, width = score(found)
        moves = [abs(median(found[pair]) - median(first[pair])) for pair in first]
        print("%-12s %7.2f %% %6.1f %%          %4.1f %% %4.1f %%                %8.0f %% %5.0f %%" % (
            name, 100 * spread, 100 * width, 100 * math.sqrt(mean(m * m for m in moves)), 100 * max(moves),
            100 * mean(s < spread for s, _ in by_chance),
            100 * mean(w < width for _, w in by_chance)))
    print("%-12s %7.2f %% %6.1f %%" % ("at random", *(100 * mean(each) for each in zip(*by_chance))))

    series = by_series(cells, rates)
    print("\n              pairing removes   rates go with the power of   latency   multiply-add")
    for exp, what in (("f5", "lookups"), ("t3", "construction")):
        removed = removed_by_pairing(series, first, exp)
        print("%-12s %13.0f %% %38.2f %14.2f" % (what, 100 * removed, *elasticities(series, exp)))

    deviation = mean(standard_deviation(logs) for logs in first.values())
    print("\nrepetitions   interval      width   of ten's")
    widths = {n: normal_width(n) for n in range(10, 16)}
    for n, (rank, width) in widths.items():
        print("%11d   %2d to %2d    %6.1f %% %7.2f" % (
            n, rank, n + 1 - rank, 100 * deviation * width, width / widths[10][1]))


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "../../datasets/reference/earlier/attempts.csv.gz"))
