# SPDX-License-Identifier: MIT
"""How many rounds a process should have, from the samples and durations of a run.

    python3 rounds.py DIR...

Of every two series at one place the quotients vary from round to round within a process and from process to process.
By Kalibera and Jones (ISMM 2013) a process should have sqrt(c_p / c_r * v_r / v_p) rounds. A process costs c_p before
its first round, a round costs c_r, and v are the variances of rounds and of processes. Printed for each program:

    rounds, cells   as the run made them
    round           seconds of a round: what its slices took
    before          seconds of a process beside them: its tables and its queries. Negative, and no guide, where samples
                    add up the same slices (policies) or take a build each (field)
    within          standard deviation of the quotients' logarithms, of rounds in a process
    between         the same between processes, without what rounds contribute to them
    by rounds       of the variance of a process's value, what rounds contribute
    best            rounds; -: as many as can be, for processes do not differ by more than their rounds
"""
import math
import sys
from collections import defaultdict
from itertools import combinations

sys.dont_write_bytecode = True
from estimates import mean, median, variance
from run import TIMED, Run, quotients

TO_MEDIAN = math.pi / 2  # a median of many varies by this more than their mean


def program(cell):
    return cell.split(":")[0]


def seconds(run):
    """{program: (rounds, cells, seconds of a round, seconds before)}."""
    slices, rounds = defaultdict(float), defaultdict(set)
    seen = set()
    for samples in run.samples.values():
        for s in samples:
            one = (s.cell, s.rep, s.panel, s.series, s.x, s.num, s.den)
            rounds[s.cell].add(s.rep)
            if s.unit == "Mops/s" and one not in seen:
                seen.add(one)
                slices[s.cell] += s.den * 1e-9
    cells = defaultdict(list)
    for a in run.attempts:
        if len(rounds[a.cell]) > 1:
            n = len(rounds[a.cell])
            cells[program(a.cell)].append((n, slices[a.cell] / n, float(a.seconds) - slices[a.cell]))
    return {p: (median([c[0] for c in of]), len(of), mean(c[1] for c in of), mean(c[2] for c in of))
            for p, of in cells.items()}


def spreads(run):
    """{program: [(variance of rounds, of processes' medians, rounds)]}, one for every two series at one place."""
    found = defaultdict(list)
    for points in run.points.values():
        places = defaultdict(list)
        for (panel, _, x, metric), point in sorted(points.items()):
            if point.samples[0].unit in TIMED:
                places[panel, x, metric].append(point)
        for lines in places.values():
            for a, b in combinations(lines, 2):
                processes = defaultdict(list)
                for (process, _), v in quotients(a.values(), b.values()).items():
                    if v > 0:
                        processes[process].append(math.log(v))
                if len(processes) >= 5 and min(map(len, processes.values())) > 1:
                    found[program(a.samples[0].cell)].append(
                        (median([variance(p) for p in processes.values()]),
                         variance([median(p) for p in processes.values()]), mean(map(len, processes.values()))))
    return found


def report(directory):
    run = Run(directory)
    cost, spread = seconds(run), spreads(run)
    print(directory)
    print("  program    rounds cells   round  before   within between by rounds  best")
    for name in sorted(set(cost) & set(spread)):
        rounds, cells, each, before = cost[name]
        within = median([v[0] for v in spread[name]])
        share = median([min(1, TO_MEDIAN * v[0] / v[2] / v[1]) for v in spread[name] if v[1] > 0])
        process = median([v[1] for v in spread[name]]) - TO_MEDIAN * within / rounds
        best = "%5.0f" % math.sqrt(before / each * within / process) if process > 0 and before > 0 else "    -"
        print("  %-10s %6d %5d %7.2f %7.2f   %6.3f %7.3f %8.0f %% %s" % (
            name, rounds, cells, each, before, math.sqrt(within), math.sqrt(max(process, 0)), 100 * share, best))


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(__doc__.strip())
    for each in sys.argv[1:]:
        report(each)
