# SPDX-License-Identifier: MIT
"""The statistics of docs/methodology.md and the head of harness/stats/stats.h, written from their words."""
import math
from math import comb

LEVEL = 0.05
STUDENT_LEAST = 3  # processes
LEAST_RUNS = 6  # from so many on, order statistics alone count for what is not timed
WIDER = 1.3  # standard errors are taken to be larger by this


def normal_quantile(p):
    """The p-quantile of the standard normal distribution, by bisection of its distribution function."""
    low, high = -40.0, 40.0
    for _ in range(200):
        middle = (low + high) / 2
        # erfc keeps its digits in the lower tail
        if math.erfc(-middle / math.sqrt(2)) / 2 < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def median(values):
    s = sorted(values)
    n = len(s)
    return math.nan if not n else s[n // 2] if n % 2 else (s[n // 2 - 1] + s[n // 2]) / 2


def by_process(values):
    """Of {(process, round): value}: {process: median over its rounds}; of a single process, its rounds as they are."""
    rounds = {}
    for (process, _), value in values.items():
        rounds.setdefault(process, []).append(value)
    return {p: median(each) for p, each in rounds.items()} if len(rounds) > 1 else values


def per_process(values):
    """The values of by_process."""
    return list(by_process(values).values())


def mean(values):
    values = list(values)
    return math.fsum(values) / len(values) if values else math.nan


def standard_deviation(values):
    """Of a sample: n - 1 below."""
    m = mean(values)
    return math.sqrt(math.fsum((v - m) ** 2 for v in values) / (len(values) - 1))


_ranks = {}


def median_rank(n, level):
    """The largest r such that the r-th smallest and r-th largest of n values enclose the median with probability
    1 - level at least, whatever the distribution; 0 if there is none. The sign test inverted: each side is missed with
    the probability that n coins show heads fewer than r times."""
    if (n, level) not in _ranks:
        r, below = 0, 0
        while 2 * (below + comb(n, r)) <= level * 2 ** n:
            below += comb(n, r)
            r += 1
        _ranks[n, level] = min(r, n // 2)
    return _ranks[n, level]


def median_interval(values, level=LEVEL):
    s = sorted(values)
    r = median_rank(len(s), level)
    return (s[r - 1], s[-r]) if r else (math.nan, math.nan)


def student_beyond(t, freedom):
    """How often Student's t is farther from 0 than t: by the finite sums for whole degrees of freedom (Abramowitz and
    Stegun 26.7.3 and 26.7.4)."""
    theta = math.atan2(t, math.sqrt(freedom))
    sine, square = math.sin(theta), math.cos(theta) ** 2
    terms, term = [], math.cos(theta) if freedom % 2 else 1.0
    for k in range(2 + freedom % 2, freedom + 1, 2):
        terms.append(term)
        term *= square * (k - 1) / k
    if freedom % 2:
        return 1 - 2 / math.pi * (theta + sine * math.fsum(terms))
    return 1 - sine * math.fsum(terms)


_factors = {}


def student_factor(level, freedom):
    """How many standard errors either way an interval of Student's takes."""
    if (level, freedom) not in _factors:
        low, high = 0.0, 1.0
        while student_beyond(high, freedom) > level:
            high *= 2
        for _ in range(100):
            middle = (low + high) / 2
            if student_beyond(middle, freedom) > level:
                low = middle
            else:
                high = middle
        _factors[level, freedom] = (low + high) / 2
    return _factors[level, freedom]


def variance(values):
    """Of a sample: n - 1 below; 0 if all are the same."""
    if len(set(values)) < 2:
        return 0.0
    m = mean(values)
    return math.fsum((v - m) ** 2 for v in values) / (len(values) - 1)


def timed_interval(values, level=LEVEL):
    """Of {(process, round): positive value}: what order statistics or Student's t leaves open. The latter is of the
    logarithms of the processes' medians, with the rounds' variance as a floor. It trims what order statistics at 95 %
    leave out (Yuen 1974)."""
    rounds = {}
    for (process, _), value in values.items():
        rounds.setdefault(process, []).append(value)
    medians = per_process(values)
    if len(rounds) < STUDENT_LEAST or min(medians) <= 0:
        return median_interval(medians, level)
    return interval_of_processes(medians, [error_of_rounds(each) for each in rounds.values()], level)


def error_of_rounds(rounds):
    """The square of the standard error of a process's mean logarithm, as its rounds have it."""
    return variance([math.log(v) for v in rounds]) / len(rounds)


def interval_of_processes(medians, errors, level=LEVEL):
    """timed_interval of processes, STUDENT_LEAST at least, by the positive median of each and its error_of_rounds."""
    medians = sorted(medians)
    n, r = len(medians), median_rank(len(medians), level)
    floor = median(errors)
    logs = [math.log(v) for v in medians]
    g = max(median_rank(n, LEVEL), 1) - 1
    kept = logs[g:n - g]
    winsorized = [kept[0]] * g + kept + [kept[-1]] * g
    h = len(kept)
    error = WIDER * math.sqrt(max(variance(winsorized) * (n - 1) / (h * (h - 1)), floor / n))
    if not error:
        return median_interval(medians, level)
    half = error * student_factor(level, h - 1)
    return (min(medians[max(r, 1) - 1], math.exp(mean(kept) - half)),
            max(medians[-max(r, 1)], math.exp(mean(kept) + half)))


_quantiles = {}


def wilson(num, den, level=LEVEL):
    """Wilson's score interval of a proportion. The counts may be fractions (after division by an over-dispersion)."""
    if not den:
        return math.nan, math.nan
    if level not in _quantiles:
        _quantiles[level] = -normal_quantile(level / 2)
    z2 = _quantiles[level] ** 2
    p = num / den
    centre = (p + z2 / (2 * den)) / (1 + z2 / den)
    half = math.sqrt(z2) / (1 + z2 / den) * math.sqrt(p * (1 - p) / den + z2 / (4 * den * den))
    return 0.0 if num == 0 else centre - half, 1.0 if num == den else centre + half  # the roots themselves there


def over_dispersion(counts):
    """Pearson's chi-square of the proportions against the pooled one, over n - 1; 1 if it is less."""
    num, den = sum(n for n, _ in counts), sum(d for _, d in counts)
    if len(counts) < 2 or num in (0, den):
        return 1.0
    p = num / den
    chi2 = math.fsum((n - d * p) ** 2 / (d * p * (1 - p)) for n, d in counts)
    return max(1.0, chi2 / (len(counts) - 1))


def wilson_pooled(counts, level=LEVEL):
    """Wilson's interval of the pooled counts, each divided by the over-dispersion first (Rao and Scott 1992)."""
    d = over_dispersion(counts)
    return wilson(sum(n for n, _ in counts) / d, sum(m for _, m in counts) / d, level)


def ks_distance(a, b):
    """The largest distance between two empirical distribution functions."""
    a, b = sorted(a), sorted(b)
    i = j = 0
    most = 0.0
    for v in sorted(set(a) | set(b)):
        while i < len(a) and a[i] <= v:
            i += 1
        while j < len(b) and b[j] <= v:
            j += 1
        most = max(most, abs(i / len(a) - j / len(b)))
    return most


def ks_critical(n, m, level):
    """Kolmogorov's limit."""
    return math.sqrt(-math.log(level / 2) / 2) * math.sqrt((n + m) / (n * m))
