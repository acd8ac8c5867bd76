# SPDX-License-Identifier: MIT
"""From relations to a verdict: the rule of docs/methodology.md ("Intervals and tests"), in one place.

A relation says that something lies between two bounds. It knows its interval at any level.
"""
import math

from estimates import LEVEL, median_interval, per_process, wilson_pooled

HOLDS, FAILS, OPEN = "holds", "fails", "open"


def verdict(relations):
    """A claim of K relations tests each at 0.05 / K, for and against it alike. It is confirmed if every relation holds
    over the whole of its interval, contradicted if one fails over the whole of it, and else inconclusive."""
    level_for = level_against = LEVEL / comparisons(relations)
    if any(relation.outcome(level_against) == FAILS for relation in relations):
        return "contradicted"
    return "confirmed" if all(relation.outcome(level_for) == HOLDS for relation in relations) else "inconclusive"


def comparisons(relations):
    """How many rest on an interval; what is counted cannot be wrong by chance."""
    return max(1, sum(not isinstance(relation, Counted) for relation in relations))


class Relation:
    """`interval(level)` lies from `low` to `high`. Nothing but the whole interval decides."""

    def __init__(self, label, interval, low=-math.inf, high=math.inf, strict=False):
        self.label, self.interval, self.low, self.high, self.strict = label, interval, low, high, strict

    def outcome(self, level):
        lo, hi = self.interval(level)
        if math.isnan(lo) or math.isnan(hi):
            return OPEN  # too few repetitions
        inside = self.low < lo and hi < self.high if self.strict else self.low <= lo and hi <= self.high
        outside = hi < self.low or lo > self.high or self.strict and (hi <= self.low or lo >= self.high)
        return HOLDS if inside else FAILS if outside else OPEN


class Control(Relation):
    """One thing against itself: the interval must hold 1."""

    def outcome(self, level):
        lo, hi = self.interval(level)
        return OPEN if math.isnan(lo) else HOLDS if lo <= 1 <= hi else FAILS


class Counted(Relation):
    """What is a count and needs no interval."""

    def __init__(self, label, true):
        super().__init__(label, lambda level: (float(true), float(true)), 1)


class Missing(Exception):
    """What a predicate needs was not measured."""


def by_run(label, values, low=-math.inf, high=math.inf, strict=False, kind=Relation):
    """Of {turn: value}: the interval of the median over the processes."""
    if not values:
        raise Missing(label)
    return kind(label, lambda level: median_interval(per_process(values), level), low, high, strict)


def by_counts(label, counts, over, low=-math.inf, high=math.inf):
    """Of the pooled rate of (num, den) of the repetitions, over a number."""
    return Relation(label, lambda level: tuple(end / over for end in wilson_pooled(counts, level)), low, high)


def by_quotient(label, counts, other, low=-math.inf, high=math.inf):
    """Of the quotient of two pooled rates: each has half of the level."""
    def interval(level):
        a, b = wilson_pooled(counts, level / 2), wilson_pooled(other, level / 2)
        return a[0] / b[1], a[1] / b[0] if b[0] else math.inf
    return Relation(label, interval, low, high)
