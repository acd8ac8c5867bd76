# SPDX-License-Identifier: MIT
"""From relations to a verdict: the rule of docs/methodology.md ("Intervals and tests"), in one place.

A relation says that something lies between two bounds. It knows its interval at any level.
"""
import math
from itertools import product

from estimates import LEAST_RUNS, LEVEL, STUDENT_LEAST, median, wilson_pooled

HOLDS, FAILS, OPEN = "holds", "fails", "open"


def verdict(relations):
    """A claim of K relations is contradicted if one fails over the whole of its interval at 0.05 / K, confirmed if each
    holds over the whole of its interval at 0.05, and else inconclusive."""
    level_for, level_against = LEVEL, LEVEL / comparisons(relations)
    if any(relation.outcome(level_against) == FAILS for relation in relations):
        return "contradicted"
    if not all(relation.outcome(level_for) == HOLDS for relation in relations):
        return "inconclusive"
    return "true by construction" if all(relation.must_hold for relation in relations) else "confirmed"


def comparisons(relations):
    """How many rest on an interval; what is counted cannot be wrong by chance."""
    return max(1, sum(not isinstance(relation, Counted) for relation in relations))


class Relation:
    """`interval(level)` lies from `low` to `high`. Nothing but the whole interval decides; of one bound, one end of it,
    which errs half as often."""

    must_hold = False  # only a fault of the implementation makes it fail

    def __init__(self, label, interval, low=-math.inf, high=math.inf, strict=False):
        self.label, self.interval, self.low, self.high, self.strict = label, interval, low, high, strict

    def outcome(self, level):
        one_sided = math.isinf(self.low) or math.isinf(self.high)
        lo, hi = self.interval(2 * level if one_sided else level)
        if math.isnan(lo) or math.isnan(hi):
            return OPEN  # too few repetitions
        inside = self.low < lo and hi < self.high if self.strict else self.low <= lo and hi <= self.high
        outside = hi < self.low or lo > self.high or self.strict and (hi <= self.low or lo >= self.high)
        return HOLDS if inside else FAILS if outside else OPEN


BLOCKS = 16


def sign_flip_p(logs):
    """p that all quotients are 1, of the logarithms of each process's: the share of all ways to flip the signs of whole
    processes in which the largest |sum| over the root of the sum of squares is as large. Of more than BLOCKS processes,
    those whose numbers differ by a multiple of it flip together."""
    columns = list(zip(*logs))
    squares = [math.fsum(v * v for v in column) for column in columns]
    blocks = [[math.fsum(column[i::BLOCKS]) for i in range(min(BLOCKS, len(column)))] for column in columns]

    def statistic(signs):
        sums = (math.fsum(s * v for s, v in zip(signs, block)) for block in blocks)
        return max(abs(a) / math.sqrt(b) for a, b in zip(sums, squares))
    least = statistic([1] * len(blocks[0])) * (1 - 1e-12)
    ways = [statistic(signs) >= least for signs in product((1, -1), repeat=len(blocks[0]))]
    return sum(ways) / len(ways)


class Control(Relation):
    """Quotients of one thing and itself, Turns for each: all are 1, by the sign-flip test of them together, one value a
    process. Of three to five processes: no interval of Student's at 0.05 over their number leaves out 1."""

    def __init__(self, label, quotients):
        super().__init__(label, lambda level: (self.p(), self.p()), LEVEL)
        rounds = [{} for _ in quotients]
        for of, q in zip(rounds, quotients):
            for (process, _), value in q.items():
                of.setdefault(process, []).append(value)
        every = sorted(set.intersection(*map(set, rounds)))
        self.quotients = quotients
        self.logs = [[math.log(median(of[i])) for of in rounds] for i in every]

    def p(self):
        return sign_flip_p(self.logs)

    def outcome(self, level):
        if len(self.logs) < STUDENT_LEAST:
            return OPEN
        if len(self.logs) >= LEAST_RUNS:
            return HOLDS if self.p() > LEVEL else FAILS
        ends = [q.interval(LEVEL / len(self.quotients)) for q in self.quotients]
        return HOLDS if all(lo <= 1 <= hi for lo, hi in ends) else FAILS


class Counted(Relation):
    """What is a count and needs no interval."""

    def __init__(self, label, true):
        super().__init__(label, lambda level: (float(true), float(true)), 1)


def by_construction(relations):
    for relation in relations:
        relation.must_hold = True
    return relations


class Missing(Exception):
    """What a predicate needs was not measured."""


def by_run(label, values, low=-math.inf, high=math.inf, strict=False):
    """Of Turns: the interval of the median over the processes."""
    if not values:
        raise Missing(label)
    return Relation(label, values.interval, low, high, strict)


def by_counts(label, counts, over, low=-math.inf, high=math.inf):
    """Of the pooled rate of (num, den) of the repetitions, over a number."""
    return Relation(label, lambda level: tuple(end / over for end in wilson_pooled(counts, level)), low, high)


def by_quotient(label, counts, other, low=-math.inf, high=math.inf):
    """Of the quotient of two pooled rates: each has half of the level."""
    def interval(level):
        a, b = wilson_pooled(counts, level / 2), wilson_pooled(other, level / 2)
        return a[0] / b[1], a[1] / b[0] if b[0] else math.inf
    return Relation(label, interval, low, high)
