# SPDX-License-Identifier: MIT
"""A run as a referee wants it: every point's samples by repetition, and the row of statistics that they make."""
import math
from collections import defaultdict

import run_reader
from estimates import LEVEL, mean, median, median_interval, median_rank, per_process, timed_interval, wilson_pooled
from run_reader import repetition, value

COLUMNS = ("n", "median", "lo", "hi", "mean", "min", "max")


def nine(x):
    """A number as it is printed, in nine digits."""
    return float("%.9g" % x)


def equal(mine, printed):
    """Whether a number is the printed one: by no more than rounding to nine digits. NaN is a value here, too."""
    if math.isnan(mine) or math.isnan(printed):
        return math.isnan(mine) and math.isnan(printed)
    if printed == 0 or mine == 0:
        return abs(mine - printed) < 1e-18
    return abs(mine - printed) <= 0.51 * 10.0 ** (math.floor(math.log10(abs(printed))) - 8)


TIMED = ("Mops/s", "ns", "GB/s")  # units of what a clock measured; all else was counted


class Turns(dict):
    """{turn: value}, and whether it comes from a clock. A turn is a process and a round in it; a cell without rounds is
    one process. A difference of two values has no logarithm and needs none: its exponential has it for one."""

    def __init__(self, values, timed, difference=False):
        super().__init__(values)
        self.timed, self.difference = timed, difference

    def interval(self, level):
        """Of the median over the processes."""
        medians = per_process(self)
        if not self.timed and median_rank(len(medians), level):
            return median_interval(medians, level)
        if self.difference:
            return tuple(map(math.log, timed_interval({turn: math.exp(v) for turn, v in self.items()}, level)))
        return timed_interval(self, level)


def difference(a, b):
    """a less b, turn by turn."""
    return Turns({i: a[i] - b[i] for i in a if i in b}, a.timed or b.timed, True)


def quotients(a, b, factor=1.0):
    """Of two points, turn by turn."""
    return Turns({i: factor * a[i] / b[i] for i in a if i in b and b[i]}, a.timed or b.timed)


class Point:
    """What one line shows at one x."""

    def __init__(self):
        self.samples = []

    def values(self):
        """Its Turns."""
        return Turns({(repetition(s.cell), s.rep): value(s) for s in self.samples}, self.samples[0].unit in TIMED)

    def counts(self):
        return [(s.num, s.den) for s in self.samples]

    def row(self):
        """The row of results/*.csv."""
        turns = self.values()
        values = per_process(turns) if len(turns) == len(self.samples) else [value(s) for s in self.samples]
        every = [value(s) for s in self.samples]
        if self.samples[0].unit == "rate":
            counts = self.counts()
            middle = sum(n for n, _ in counts) / sum(d for _, d in counts)
            lo, hi = wilson_pooled(counts)
        else:
            middle = median(values)
            whole = len(turns) == len(self.samples)
            lo, hi = turns.interval(LEVEL) if whole else median_interval(values)
        return len(values), middle, lo, hi, mean(values), min(every), max(every)


class Run:
    """Points that the run published, by experiment. Others, such as those of cells that another experiment planned,
    are set aside as `unpublished`."""

    def __init__(self, directory):
        self.directory = directory
        self.attempts, self.samples = run_reader.read_run(directory)
        self.results = run_reader.read_results(directory)
        published = {exp: {key_of(row) for row in rows} for exp, rows in self.results.items()}
        self.points, self.unpublished = {}, {}
        for exp, samples in self.samples.items():
            points = common(points_of(samples)) if exp == "x5" else points_of(samples)
            self.points[exp] = {k: p for k, p in points.items() if k in published.get(exp, ())}
            self.unpublished[exp] = sorted(k for k in points if k not in self.points[exp])

    def point(self, exp, panel, series, x, metric):
        return self.points.get(exp, {}).get((panel, series, nine(x), metric))

    def values(self, exp, panel, series, x, metric):
        """Turns; empty if it was not measured."""
        point = self.point(exp, panel, series, x, metric)
        return point.values() if point else Turns({}, False)


def key_of(row):
    """(panel, series, x, metric) of a row of results/*.csv."""
    return row["panel"], row["series"], nine(float(row["x"])), row["metric"]


def points_of(samples):
    """{(panel, series, x, metric): Point}. x = -1, a filter as full as it gets, is its mean occupancy over processes,
    and no point if a whole step ends there."""
    full = defaultdict(dict)
    for s in samples:
        if s.x == -1 and s.metric == "occupancy":
            full[s.panel, s.series][repetition(s.cell), s.rep] = value(s)
    points, steps = defaultdict(Point), defaultdict(set)
    for s in samples:
        steps[s.panel, s.series, s.metric].add(s.x)
    for s in samples:
        x = s.x
        if x == -1 and (s.panel, s.series) in full:
            x = mean(per_process(full[s.panel, s.series]))
            if s.metric == "occupancy" or any(abs(x - at) < 1e-6 for at in steps[s.panel, s.series, s.metric]):
                continue
        point = points[s.panel, s.series, nine(x), s.metric]
        point.samples.append(s)
    return dict(points)


def common(points):
    """Percentiles that every repetition of their line has."""
    most = defaultdict(int)
    for (panel, series, _, metric), point in points.items():
        most[panel, series, metric] = max(most[panel, series, metric], len(point.samples))
    return {key: p for key, p in points.items() if len(p.samples) == most[key[0], key[1], key[3]]}


def median_outside(row):
    """Whether a row's interval leaves out its median."""
    lo, hi, middle = (float(row[c]) for c in ("lo", "hi", "median"))
    return middle < lo or middle > hi

