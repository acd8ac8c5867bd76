# SPDX-License-Identifier: MIT
"""The share of the ceiling of a rate: docs/report.md, "% of ceiling", and what `explain` says of X1, X2 and H3."""
import re

WORDS_OF_BLOOM = 9  # k of section 7.1: a lookup of an absent key stops at the first bit that is not set


def family(series):
    """The row of the table of lines that a filter stands in."""
    for row, names in (("cf", ("cf", "ss-cf", "vacuum", "rsqf", "vqf")),
                       ("one", ("blk-bf", "sb-bf", "rb-bf", "cs-bf", "qf")), ("dl-cbf", ("dl-cbf",)),
                       ("bf", ("bf",)), ("three", ("xor", "fuse3", "ribbon-bumped", "bloomier")), ("fuse4", ("fuse4",)),
                       ("gcs", ("gcs", "ribbon")), ("rih", ("rih",)), ("morton", ("morton",)), ("prefix", ("prefix",))):
        if series.split(":")[0].startswith(names):
            return row
    return None


def absent_lines_of_bloom(occupancy):
    """Bits read until one is not set: at occupancy 1 half of them are set. k - 1 more at the most."""
    q = 1 - 2 ** -occupancy
    return sum(q ** i for i in range(WORDS_OF_BLOOM))


def lookup_lines(series, positive, occupancy=1.0):
    """Lines that a lookup touches, if a share `positive` of the keys is present."""
    if series in ("ribbon:f12", "ribbon-bumped:f12"):  # 192 bytes, which begin at a line or in the middle of one
        return 3.5 if series == "ribbon:f12" else 4.5
    k = re.search(r":\d+k(\d+)$", series)
    k = int(k.group(1)) if k else WORDS_OF_BLOOM
    row = family(series)
    if row is None:
        return None
    absent, present = {"cf": (2, 2), "one": (1, 1), "dl-cbf": (4, 2), "bf": (absent_lines_of_bloom(occupancy), k),
                       "three": (3, 3), "fuse4": (4, 4), "gcs": (2, 2), "rih": (2, 2),
                       "morton": (1.1, 1.05), "prefix": (1.09, 1.12)}[row]
    return absent + positive * (present - absent)


def insertion_lines(series):
    return {"cf": 1, "one": 1, "dl-cbf": 4, "bf": WORDS_OF_BLOOM, "three": 3, "fuse4": 4, "gcs": 2,
            "rih": 6, None: None}[family(series)]


def deletion_lines(series):
    return {"cf": 2, "one": 1, "dl-cbf": 2}.get(family(series))


def update_lines(series):
    """A deletion and an insertion, per operation; a filter that cannot delete only inserts."""
    insertion, deletion = insertion_lines(series), deletion_lines(series)
    return insertion if deletion is None else (insertion + deletion) / 2


def in_turn(lines, updates=False):
    """The ceilings' series for so many lines, and what its rate is divided by: that of two lines for (nearly) two."""
    two = round(lines, 1) == 2
    return ("ceiling-2" if two else "ceiling-1") + ("-update" if updates else ""), 1 if two else lines


def positive_share(panel):
    """Of a panel's name: p50, cf12_p50. No share in it: absent keys."""
    found = re.search(r"(?:^|_)p(\d+)$", panel)
    return int(found.group(1)) / 100 if found else 0.0


def scaling_lines(panel, series):
    """Lines of X1's operations in units of what the ceiling beside them counts: two lines read (a, b, c, e), one line
    changed (d, f). Of e the lookups' lines alone."""
    if panel == "d":
        return insertion_lines(series)
    lookup = lookup_lines(series, {"a": 0, "c": 1}.get(panel, 0.5))
    return (lookup + update_lines(series)) / 2 if panel == "f" else lookup / 2


def ceiling_of(experiment, panel, series, x, metric, nearest):
    """(panel, series, x, metric) of the ceiling of this rate, and what the ceiling's rate is divided by. None if it has
    none. `nearest` is the step of a figure's ceilings that is nearest to x."""
    lookup, updates, at, place = metric in ("lookup", "own"), False, x, panel
    if experiment in ("x1", "x2", "x4"):  # a ceiling of its own beside each
        if metric not in ("throughput", "churn"):
            return None
        lines = (scaling_lines(panel, series) if experiment == "x1" else
                 scaling_lines("f", "cf-striped") if experiment == "x2" else update_lines(series))
        return (panel, series, x, "ceiling"), lines
    if experiment == "p0":  # the candidate's own, beside the fastest lookup of absent keys
        ceiling, divisor = in_turn(lookup_lines(series, 0)) if metric == "best_0" and family(series) else (None, 1)
        return ceiling and (("ceiling", series, x, ceiling), divisor)
    if experiment in ("f5", "l4") and lookup:
        lines = lookup_lines(series, x / 100)
    elif experiment == "f6" and lookup:
        at = nearest(x)
        lines = lookup_lines(series, 0 if panel == "a" else 1, at)
    elif experiment in ("f7", "f8") and metric in ("insert", "delete"):
        lines, updates, at = (insertion_lines if metric == "insert" else deletion_lines)(series), True, nearest(x)
    elif experiment == "t3" and metric == "construction":
        lines, updates, place = insertion_lines(series), True, "ceiling"
    elif experiment in ("h1", "h2", "h4") and lookup:
        lines = lookup_lines(series, positive_share(panel))
    elif experiment in ("h5", "x7") and lookup:
        lines = lookup_lines(series, 0)
    elif experiment == "h3" and metric in ("insert", "delete"):
        lines, updates = (1, True) if metric == "insert" else (2, False)
    else:
        return None
    ceiling, divisor = in_turn(lines, updates)
    return (place, ceiling, at, metric), divisor
